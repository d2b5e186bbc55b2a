import fc from "fast-check";
import t from "tap";
import { editDistance, nearest } from "../../../engine/config/nearest.ts";

const distances: readonly [string, string, number][] = [
  ["", "", 0],
  ["", "abc", 3],
  ["abc", "abc", 0],
  ["abc", "abd", 1],
  ["abc", "ab", 1],
  ["ab", "abc", 1],
  ["gpc", "gcp", 1],
  ["abcd", "badc", 2],
  ["kitten", "sitting", 3],
];

for (const [left, right, distance] of distances) {
  t.test(`${left} is ${distance} from ${right}`, async (t) => {
    t.equal(editDistance(left, right), distance);
  });
}

t.test("distance is symmetric and at most the longer length", async () => {
  const text = fc.string({ maxLength: 8 });
  fc.assert(
    fc.property(text, text, (left, right) => {
      const distance = editDistance(left, right);
      return distance === editDistance(right, left) && distance <= Math.max(left.length, right.length);
    }),
  );
});

const known = ["aws", "azure", "gcp", "alibaba", "tokenAudience", "tokenExpiration"];
const nearestNames: readonly [string, string | undefined][] = [
  ["gpc", "gcp"],
  ["AZURE", "azure"],
  ["azuer", "azure"],
  ["tokenAudiance", "tokenAudience"],
  ["tokenexpiry", undefined],
  ["google", undefined],
  ["", undefined],
];

for (const [name, near] of nearestNames) {
  t.test(`nearest to ${JSON.stringify(name)} is ${near}`, async (t) => {
    t.equal(nearest(name, known), near);
  });
}
