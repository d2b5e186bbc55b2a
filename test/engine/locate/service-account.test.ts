import t from "tap";
import type { Json } from "../../../engine/json.ts";
import { effectiveServiceAccountName } from "../../../engine/locate/service-account.ts";

const rows: readonly (readonly [Json | undefined, string])[] = [
  [{ serviceAccountName: "a", serviceAccount: "b" }, "a"],
  [{ serviceAccountName: "", serviceAccount: "b" }, "b"],
  [{ serviceAccountName: null, serviceAccount: "b" }, "b"],
  [{ serviceAccount: "b" }, "b"],
  [{ serviceAccount: "" }, "default"],
  [{ serviceAccountName: 1, serviceAccount: [] }, "default"],
  [{}, "default"],
  [null, "default"],
  [undefined, "default"],
  ["a", "default"],
];

for (const [spec, name] of rows) {
  t.test(`${JSON.stringify(spec)} runs as ${name}`, (t) => {
    t.equal(effectiveServiceAccountName(spec), name);
    t.end();
  });
}
