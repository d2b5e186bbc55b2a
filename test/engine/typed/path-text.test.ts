import t from "tap";
import type { Segment } from "../../../engine/json.ts";
import { pathText } from "../../../engine/typed/path-text.ts";

const rows: readonly (readonly [readonly Segment[], string])[] = [
  [[], "(root)"],
  [["spec"], "spec"],
  [["spec", "containers", 0, "env"], "spec.containers[0].env"],
  [["items", 2, 3], "items[2][3]"],
  [[0, "a"], "[0].a"],
  [["metadata", "labels", "example.com/team"], 'metadata.labels["example.com/team"]'],
  [["a", ""], 'a[""]'],
  [['"'], '["\\""]'],
];

for (const [path, text] of rows) {
  t.test(text, (t) => {
    t.equal(pathText(path), text);
    t.end();
  });
}
