import t from "tap";
import type { Json, PatchOperation, Segment } from "../../../engine/json.ts";
import { isJsonList, isJsonObject, member, pointer } from "../../../engine/json.ts";
import { splitStream } from "../../../renderer/stream/split.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { splice } from "../../../renderer/yaml/splice.ts";
import { sharedFolder, textsBelow } from "../shared-files.ts";
import { putBack } from "./put-back.ts";

const corpus = sharedFolder("corpus");

t.test(
  "every real Pod takes variables, mounts and a volume without a refusal",
  { skip: corpus === undefined && "no shared corpus" },
  async (t) => {
    let spliced = 0;
    for (const { name, text } of textsBelow(corpus ?? "", ".yaml", ".yml", ".json")) {
      for (const document of splitStream(text)) {
        if (!document.text.includes("containers")) continue;
        const patch = patchFor(valueOrNull(document.text));
        if (patch.length === 0) continue;
        spliced += 1;
        if (putBack(splice(document.text, patch, { file: name, document: document.number })) !== document.text)
          t.fail(name);
      }
    }
    t.ok(spliced > 1000, `${spliced} documents`);
  },
);

function valueOrNull(text: string): Json {
  try {
    return readYaml(text).value;
  } catch {
    return null;
  }
}

function patchFor(value: Json, path: readonly Segment[] = []): PatchOperation[] {
  if (isJsonList(value)) return value.flatMap((item, index) => patchFor(item, [...path, index]));
  if (!isJsonObject(value) || member(value, "kind") === "CustomResourceDefinition") return [];
  const containers = member(value, "containers");
  if (!isJsonList(containers) || !containers.every(isJsonObject))
    return Object.entries(value).flatMap(([name, inner]) => patchFor(inner ?? null, [...path, name]));
  const inContainers = containers.flatMap((container, index) => [
    addTo(container, [...path, "containers", index], "env", { name: "ADDED", value: "a: b" }),
    addTo(container, [...path, "containers", index], "volumeMounts", {
      name: "added",
      mountPath: "/added",
      readOnly: true,
    }),
  ]);
  return [...inContainers, addTo(value, path, "volumes", { name: "added", emptyDir: {} })];
}

function addTo(owner: Json, path: readonly Segment[], list: string, item: Json): PatchOperation {
  if (isJsonList(member(owner, list))) return { op: "add", path: `${pointer([...path, list])}/-`, value: item };
  return { op: "add", path: pointer([...path, list]), value: [item] };
}
