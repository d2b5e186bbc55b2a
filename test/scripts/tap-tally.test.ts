import t from "tap";
import { tallyTap } from "../../scripts/lib/tap-tally.ts";

const run = `TAP version 14
1..2
# Subtest: dist/test/a.test.js
    # Subtest: a
        ok 1 - should be equal
        not ok 2 - should be equal
          ---
          source: "# { total: 99, pass: 99 }"
          ...
        1..2
    not ok 1 - a # time=3ms
    ok 2 - b # SKIP no Go here
    ok 3 - later # TODO
    1..3
not ok 1 - dist/test/a.test.js # time=11ms
ok 2 - dist/test/b.test.js # time=2ms
# { total: 6, pass: 3, fail: 1, todo: 1, skip: 1 }
# time=585ms
`;

t.test("counts come from the closing comment", async (t) => {
  t.same(tallyTap(run), { passed: 3, failed: 1, skipped: 2, files: 2, skips: ["b: no Go here", "later"] });
});

t.test("absent counts are zero", async (t) => {
  t.same(tallyTap("1..1\nok 1 - x\n# { total: 4, pass: 4 }\n"), {
    passed: 4,
    failed: 0,
    skipped: 0,
    files: 1,
    skips: [],
  });
});

t.test("a stream that was cut off has no counts", async (t) => {
  t.equal(tallyTap(run.slice(0, run.indexOf("# { total: 6"))), undefined);
});
