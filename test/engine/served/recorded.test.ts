import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { isJsonList, isJsonObject, member, parseJson, type Json, type JsonObject } from "../../../engine/json.ts";
import { servedContainer } from "../../../engine/served/container.ts";
import { sameServedContainer, sameServedVolume } from "../../../engine/served/served-form.ts";
import { servedVolume } from "../../../engine/served/volume.ts";
import { withoutUnknownFields } from "../../../engine/typed/known-fields.ts";

/** What an API server of Kubernetes 1.37 made of each; test/e2e/record-served.ts recorded it. */
const file = fileURLToPath(new URL("../../../../test/engine/served/recorded.json", import.meta.url));
const recorded = parseJson(readFileSync(file, "utf8"));

const types: { readonly [type: string]: readonly [typeof servedVolume, typeof sameServedVolume] } = {
  Container: [servedContainer, sameServedContainer],
  Volume: [servedVolume, sameServedVolume],
};

t.ok(isJsonList(recorded) && recorded.length > 80);

for (const entry of isJsonList(recorded) ? recorded : []) {
  const type = String(member(entry, "type"));
  const [serve, same] = types[type] ?? [];
  const [written, served] = [objectOf(member(entry, "written")), objectOf(member(entry, "served"))];
  const id = String(member(entry, "id"));
  t.strictSame(serve?.(withoutUnknownFields(written, type)), served, id);
  t.strictSame(serve?.(served), served, `${id}, served again`);
  t.ok(same?.(written, served), `${id}, compared`);
  t.notOk(same?.({ ...written, name: "other" }, served), `${id}, under another name`);
}

function objectOf(value: Json | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error(`${file}: an object is wanted`);
  return value;
}
