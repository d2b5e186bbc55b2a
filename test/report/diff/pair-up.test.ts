import t from "tap";
import { pairUp } from "../../../report/diff/pair-up.ts";

const pairs = (before: string, after: string): string =>
  pairUp(
    Array.from(before),
    Array.from(after),
    (item) => item.toLowerCase(),
    (left, right) => left === right,
  )
    .map((pair) => `${pair.before ?? "-"}${pair.after ?? "-"}`)
    .join(" ");

const cases: { readonly [title: string]: readonly [before: string, after: string, pairs: string] } = {
  nothing: ["", "", ""],
  "one each": ["ab", "bc", "a- bb -c"],
  "of one key on both sides, whatever they look like": ["a", "A", "aA"],
  "the same first": ["aA", "Aa", "aa AA"],
  "of several equal ones each is taken once": ["aa", "aaA", "aa aa -A"],
  "what is left, in its order": ["aA", "A", "AA a-"],
};

for (const [title, [before, after, expected]] of Object.entries(cases)) {
  t.test(title, (t) => {
    t.equal(pairs(before, after), expected);
    t.end();
  });
}

t.test("thousands of one key are not all compared with each other", (t) => {
  let asked = 0;
  const items = Array.from({ length: 5000 }, (_none, index) => index);
  const found = pairUp(
    items,
    items,
    () => "",
    () => {
      asked += 1;
      return false;
    },
  );
  t.equal(found.length, 5000);
  t.ok(asked <= 500_000, String(asked));
  t.end();
});

t.test("single ones are not compared", (t) => {
  let asked = 0;
  pairUp(["a"], ["a"], String, () => {
    asked += 1;
    return true;
  });
  t.equal(asked, 0);
  t.end();
});
