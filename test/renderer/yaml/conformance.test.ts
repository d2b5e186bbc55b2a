import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Json } from "../../../engine/json.ts";
import { isJsonList, jsonEqual, member, parseJson } from "../../../engine/json.ts";
import { splitStream } from "../../../renderer/stream/split.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { sharedFolder, textsBelow } from "../shared-files.ts";

const conformance = sharedFolder("conformance");
const corpus = sharedFolder("corpus");
const suite = sharedFolder("corpus-src/yaml-test-suite");

t.test(
  "scalars mean what kubectl says",
  { skip: conformance === undefined && "no shared conformance vectors" },
  async (t) => {
    const table = parseJson(readFileSync(join(conformance ?? "", "yaml-scalars.json"), "utf8"));
    const vectors = member(table, "vectors");
    if (!isJsonList(vectors)) throw new Error("no vectors");
    t.equal(vectors.length, 114);
    for (const vector of vectors) {
      const text = String(member(vector, "text"));
      const wanted = member(vector, "kubectlJson");
      if (typeof wanted !== "string") t.throws(() => readYaml(`v: ${text}\n`), { code: "input.not_yaml" }, text);
      else t.ok(jsonEqual(member(readYaml(`v: ${text}\n`).value, "v"), parseJson(wanted)), text);
    }
  },
);

t.test(
  "the YAML test suite is split without loss and read or refused",
  { skip: suite === undefined && "no shared test suite" },
  async (t) => {
    let read = 0;
    for (const { name, text } of textsBelow(suite ?? "", ".yaml")) {
      const cases = readYaml(text, { file: name }).value;
      for (const entry of isJsonList(cases) ? cases : []) {
        const written = member(entry, "yaml");
        if (typeof written !== "string") continue;
        const stream = written
          .replaceAll("␣", " ")
          .replaceAll(/—*»/g, "\t")
          .replaceAll("⇔", "\uFEFF")
          .replaceAll("←", "\r")
          .replace(/∎\n$/, "");
        const documents = splitStream(stream);
        if (documents.map((document) => document.text).join("") !== stream) t.fail(name);
        for (const document of documents) if (readsOrRefuses(document.text)) read += 1;
      }
    }
    t.ok(read > 300, `${read} documents read`);
  },
);

t.test("real manifests are split without loss", { skip: corpus === undefined && "no shared corpus" }, async (t) => {
  let read = 0;
  for (const { name, text } of textsBelow(corpus ?? "", ".yaml", ".yml", ".json")) {
    const documents = splitStream(text);
    if (documents.map((document) => document.text).join("") !== text) t.fail(name);
    for (const document of documents) if (readsOrRefuses(document.text)) read += 1;
  }
  t.ok(read > 5000, `${read} documents read`);
});

const kubectl = ["/usr/bin/kubectl", "/usr/local/bin/kubectl"].find((path) => existsSync(path));

t.test(
  "kubectl reads a sample the same",
  { skip: (corpus === undefined || kubectl === undefined) && "no shared corpus or no kubectl" },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "podgraft-yaml-"));
    t.teardown(() => rmSync(folder, { recursive: true }));
    let compared = 0;
    for (const { name, text } of textsBelow(join(corpus ?? "", "derived-weird"), ".yaml")) {
      for (const document of splitStream(text).slice(0, 2)) {
        const own = valueOrNothing(document.text);
        if (
          own === undefined ||
          own === null ||
          document.text.includes("%YAML") ||
          /^--- +\{/m.test(document.text) ||
          member(own, "items") !== undefined
        )
          continue;
        const file = join(folder, "a.yaml");
        writeFileSync(file, document.text);
        const { status, stdout } = spawnSync(kubectl ?? "", ["label", "--local", "-f", file, "z=1", "-o", "json"], {
          encoding: "utf8",
        });
        if (status !== 0) continue;
        compared += 1;
        t.strictSame(withoutLabel(parseJson(stdout)), withoutLabel(own), name);
      }
    }
    t.ok(compared > 10, `${compared} documents compared`);
  },
);

function readsOrRefuses(text: string): boolean {
  return valueOrNothing(text) !== undefined;
}

/** The value, `undefined` where the text is refused; any other failure is one. */
function valueOrNothing(text: string): Json | undefined {
  try {
    return readYaml(text).value;
  } catch (error) {
    if (error instanceof PodgraftError && error.code.startsWith("input.")) return undefined;
    throw error;
  }
}

/** Without labels, to which kubectl adds one, and without what it adds by itself. */
function withoutLabel(value: Json): Json {
  return parseJson(
    JSON.stringify(value, (key, inner: unknown) =>
      key === "labels" || key === "creationTimestamp" || key === "status" ? undefined : inner,
    ),
  );
}
