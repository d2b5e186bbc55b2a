import t from "tap";
import { withoutContents } from "../../../action/rendering/without-contents.ts";

t.test("what a tool repeats of manifests is not passed on", (t) => {
  const cases: readonly (readonly [said: string, told: string])[] = [
    ["Error: no such file", "Error: no such file"],
    ["trouble with config: `\npatch: x\n`: why", "trouble with config: (not shown): why"],
    [
      "parse error on x:\nkind: Secret\nstringData:\n  a: b\n  c: d\nmore: 1",
      "parse error on x:\nkind: Secret\nstringData: (not shown)\nmore: 1",
    ],
    ["literals:\n- a=b\n- c=d\nname: x", "literals: (not shown)\nname: x"],
    ["  data:\n\n    a: b\n  type: Opaque", "  data: (not shown)\n  type: Opaque"],
    ['in {"kind":"Secret","data":{"a":"b"}}', 'in {"kind":"Secret","data":(not shown)'],
    ["got !!str `b` where a number is meant", "got !!str (not shown) where a number is meant"],
    ["from [a/b]: not found", "from (not shown): not found"],
  ];
  for (const [said, told] of cases) t.equal(withoutContents(said), told);
  t.end();
});
