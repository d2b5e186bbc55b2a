import t from "tap";
import { createCount } from "./count.ts";

t.test("what holds is counted, what does not is told", async (t) => {
  const printed: string[] = [];
  const count = createCount((line) => printed.push(line));
  count.ok("right", true, () => "never asked");
  count.equal("the same", { a: [1] }, { a: [1] });
  count.match("matching", "abc", /b/);
  t.strictSame([count.totals(), printed], [{ passed: 3, failures: [] }, []]);
  count.ok("wrong", false);
  count.ok("wrong", false, () => "for a reason");
  count.equal("other", undefined, 1);
  count.match("not matching", "abc", /d/);
  count.skip("not here", "no Go");
  const failures = [
    "FAILED wrong",
    "FAILED wrong: for a reason",
    "FAILED other: expected 1, got undefined",
    "FAILED not matching: expected /d/, got abc",
  ];
  t.strictSame(count.totals(), { passed: 3, failures });
  t.strictSame(printed, [...failures, "skipped: not here: no Go"]);
});
