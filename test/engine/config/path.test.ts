import t from "tap";
import { formatPath } from "../../../engine/config/path.ts";
import type { Segment } from "../../../engine/json.ts";

const table: readonly [readonly Segment[], string][] = [
  [[], ""],
  [["providers", "aws"], "providers.aws"],
  [["identities", 0, "match"], "identities[0].match"],
  [["configMap", "shop/orders"], 'configMap["shop/orders"]'],
  [["annotations", "a.b"], 'annotations["a.b"]'],
  [[0], "[0]"],
  [["a-b", "__proto__"], "a-b.__proto__"],
];

for (const [path, text] of table) {
  t.test(text, async (t) => {
    t.equal(formatPath(path), text);
  });
}
