import t from "tap";
import { durationSeconds } from "../../../../engine/config/go/duration.ts";
import { goMember, quoteNumbers } from "../../../../engine/config/go/json.ts";
import { isQualifiedNamePart } from "../../../../engine/config/go/qualified-name.ts";
import { isSemanticVersion } from "../../../../engine/config/go/semantic-version.ts";
import { trimSpace } from "../../../../engine/config/go/space.ts";

const durations: readonly [string, number | undefined][] = [
  ["0", 0],
  ["-0", 0],
  ["24h", 86400],
  ["2h30m", 9000],
  ["90m0.5s", 5400],
  ["1.5h", 5400],
  ["-1h", -3600],
  ["-0.5s", 0],
  ["+1m", 60],
  ["999ms", 0],
  ["1000000us", 1],
  ["1000000µs", 1],
  ["1000000μs", 1],
  ["1000000000ns", 1],
  [".5h", 1800],
  ["1.h", 3600],
  ["2562047h47m16.854775807s", 9223372036],
  ["2562047h47m16.854775808s", undefined],
  ["-2562047h47m16.854775808s", -9223372036],
  ["", undefined],
  ["-", undefined],
  ["24", undefined],
  ["1d", undefined],
  ["h", undefined],
  [".h", undefined],
  ["1h ", undefined],
  [" 1h", undefined],
  ["1h2", undefined],
  ["1.2.3h", undefined],
];

for (const [text, seconds] of durations) {
  t.test(`duration ${JSON.stringify(text)}`, async (t) => {
    t.equal(durationSeconds(text), seconds);
  });
}

const versions: readonly [string, boolean][] = [
  ["v1.34.0", true],
  ["1.32.0", true],
  [" v1.32.0\n", true],
  ["v1.32.0-rc.1", true],
  ["v1.32.4-eks-abc123", true],
  ["v1.31.14+k3s1", true],
  ["v1.33.4-gke.100+build.01", true],
  ["v1.32", false],
  ["v1", false],
  ["v1.2.3.4", false],
  ["v01.2.3", false],
  ["v1.2.03", false],
  ["v1.2.3-01", false],
  ["v1.2.3-a_b", false],
  ["v1.2.3 x", false],
  ["vv1.2.3", false],
  ["", false],
];

for (const [text, valid] of versions) {
  t.test(`version ${JSON.stringify(text)}`, async (t) => {
    t.equal(isSemanticVersion(text), valid);
  });
}

const names: readonly [string, boolean][] = [
  ["use-identity-binding", true],
  ["a", true],
  ["a_b.c", true],
  ["a".repeat(63), true],
  ["a".repeat(64), false],
  ["use-", false],
  ["-a", false],
  ["a/b", false],
  ["ä", false],
  ["", false],
];

for (const [text, valid] of names) {
  t.test(`qualified name ${JSON.stringify(text)}`, async (t) => {
    t.equal(isQualifiedNamePart(text), valid);
  });
}

t.test("space is Go's", async (t) => {
  t.equal(trimSpace("\u0085\u00a0 a b \u3000\t"), "a b");
  t.equal(trimSpace("\ufeffa"), "\ufeffa");
});

t.test("members are found as encoding/json finds them", async (t) => {
  t.equal(goMember({ Limits: 1, limits: 2, LIMITS: null }, "limits"), 2);
  t.equal(goMember({ a: 1 }, "b"), undefined);
  t.equal(goMember(null, "b"), undefined);
});

t.test("numbers are quoted, texts are not", async (t) => {
  t.equal(quoteNumbers('{"a1":"2 \\" 3","b":[-1.5e3,4],"c":true}'), '{"a1":"2 \\" 3","b":["-1.5e3","4"],"c":true}');
});
