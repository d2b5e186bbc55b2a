import t from "tap";
import { tapFailures } from "../../scripts/lib/tap-failures.ts";

const stream = String.raw`TAP version 14
# Subtest: dist/test/a.test.js
    # Subtest: group
        # Subtest: inner \# hash
            not ok 1 - numbers agree
              ---
              compare: ===
              at:
                fileName: dist/test/helper.js
                lineNumber: 12
              source: |
                diff: none
                    not ok 1 - quoted
                # Subtest: quoted
              diff: |
                --- expected
                +++ actual
                @@ -1,1 +1,1 @@
                -2
                +1
              ...
            ok 2 - fine
            not ok 3 - known # TODO later
            1..3
        not ok 1 - inner \# hash # time=24.749ms
          ---
          at:
            fileName: dist/test/a.test.js
            lineNumber: 2
          ...
        1..1
    not ok 1 - group # time=31.762ms
    not ok 2 - should be equal
    # Subtest: empty
        1..0
    not ok 3 - empty
    ok 4 - skip # SKIP no
    1..4
not ok 1 - dist/test/a.test.js # time=51.772ms
  ---
  exitCode: 1
  signal: null
  ...
# Subtest: dist/test/b.test.js
    ok 1 - should be equal
    1..1
not ok 2 - dist/test/b.test.js # time=33.18ms
  ---
  exitCode: null
  signal: SIGTERM
  timeout: 300000
  ...
# Subtest: dist/test/c.test.js
    ok 1 - fine
    1..1
ok 3 - dist/test/c.test.js # time=1ms
# { total: 6, pass: 2, fail: 3 }
`;

t.test("each failure once, with its place and its difference", async (t) => {
  t.strictSame(tapFailures(stream), [
    "dist/test/helper.js:12: group > inner # hash > numbers agree",
    "    -2",
    "    +1",
    "dist/test/a.test.js: should be equal",
    "dist/test/a.test.js: empty",
    "dist/test/b.test.js: ended with signal SIGTERM, timeout 300000",
  ]);
});

t.test("a stream that was cut off", async (t) => {
  const cut = stream.slice(0, stream.indexOf("              source"));
  t.strictSame(tapFailures(cut), ["dist/test/helper.js:12: group > inner # hash > numbers agree"]);
  t.strictSame(tapFailures(""), []);
});

t.test("a long difference is cut", async (t) => {
  const many = Array.from({ length: 9 }, (_, index) => `        -${index}\n`).join("");
  const text = `# Subtest: a\n    not ok 1 - x\n      ---\n      diff: |\n${many}      compare: ===\n      ...\nnot ok 1 - a\n`;
  t.equal(tapFailures(text).length, 1 + 6);
});
