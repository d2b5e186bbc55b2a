import fc from "fast-check";
import t from "tap";
import { isPattern, matchesAnything, matchGlob } from "../../../engine/config/glob.ts";

const table: readonly [string, string | null, boolean][] = [
  ["*", "", true],
  ["*", "anything", true],
  ["*", null, true],
  ["**", null, true],
  ["a*", null, false],
  ["?", null, false],
  ["", null, false],
  ["", "", true],
  ["", "a", false],
  ["shop-*", "shop-", true],
  ["shop-*", "shop-eu", true],
  ["shop-*", "shop", false],
  ["*-eu", "shop-eu", true],
  ["*-eu", "shop-eu-1", false],
  ["a?c", "abc", true],
  ["a?c", "ac", false],
  ["a*b*c", "a-b-b-c", true],
  ["a*b*c", "a-c-b", false],
  ["a.c", "abc", false],
  ["[ab]", "a", false],
  ["*a*a*a*b", "a".repeat(5000), false],
];

for (const [glob, name, matches] of table) {
  t.test(`${glob} ${matches ? "matches" : "does not match"} ${JSON.stringify(name).slice(0, 20)}`, async (t) => {
    t.equal(matchGlob(glob, name), matches);
  });
}

t.test("agrees with a regular expression of the same meaning", async () => {
  const part = fc.constantFrom("a", "b", "*", "?", "-", ".");
  const glob = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
  const name = fc.array(fc.constantFrom("a", "b", "-", "."), { maxLength: 8 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(glob, name, (pattern, text) => {
      const source = pattern.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll("?", ".");
      return matchGlob(pattern, text) === new RegExp(`^${source}$`).test(text);
    }),
    { numRuns: 1000 },
  );
});

t.test("a pattern has a star or a question mark", async (t) => {
  t.same(["a", "a*", "?"].map(isPattern), [false, true, true]);
  t.same(["*", "***", "", "*a"].map(matchesAnything), [true, true, false, false]);
});
