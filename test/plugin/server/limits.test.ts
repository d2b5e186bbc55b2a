import t from "tap";
import { deadlineOf } from "../../../plugin/server/limits.ts";
import { createThrottle } from "../../../plugin/server/throttle.ts";

const cases: readonly [string, number][] = [
  ["", 2000],
  ["timeout=5s", 2000],
  ["timeout=2s", 1800],
  ["timeout=1s", 800],
  ["timeout=1.5s", 1300],
  ["timeout=300ms", 150],
  ["dryRun=1&timeout=1s", 800],
  ["timeout=1s&timeout=9s", 800],
  ["xtimeout=1s", 2000],
  ["timeout=-1s", 2000],
  ["timeout=0s", 2000],
  ["timeout=1m", 2000],
  ["timeout=..s", 2000],
];
for (const [query, expected] of cases) {
  t.test(`the time that ?${query} leaves`, (t) => {
    t.equal(deadlineOf(query, { deadlineMs: 2000 }), expected);
    t.end();
  });
}

t.test("each subject is told once in a while, with how often it was not", (t) => {
  let now = 0;
  const throttle = createThrottle(1000, () => now);
  t.equal(throttle("413"), 0);
  t.equal(throttle("413"), undefined);
  t.equal(throttle("400"), 0, "others have their own turn");
  now = 999;
  t.equal(throttle("413"), undefined);
  now = 1000;
  t.equal(throttle("413"), 2);
  now = 2000;
  t.equal(throttle("413"), 0);
  t.end();
});
