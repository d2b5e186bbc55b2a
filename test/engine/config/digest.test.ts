import { createHash } from "node:crypto";
import t from "tap";
import { canonicalJson, configDigest } from "../../../engine/config/digest.ts";
import type { Json } from "../../../engine/json.ts";
import { configOf } from "./config-of.ts";

const table: readonly [Json | undefined, string][] = [
  [{ b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}'],
  [{ a: undefined, Z: {}, é: "é" }, '{"Z":{},"é":"é"}'],
  [[], "[]"],
  [undefined, "null"],
  ["\u2028", '"\u2028"'],
];

for (const [value, text] of table) {
  t.test(`canonical ${encodeURIComponent(text)}`, async (t) => {
    t.equal(canonicalJson(value), text);
  });
}

t.test("the digest is SHA-256 of the canonical JSON, whatever the source and the order", async (t) => {
  const written = configOf({ providers: { gcp: {}, aws: { awsDefaultRegion: "eu-west-1" } }, order: ["aws"] });
  const set = configOf(
    { providers: { aws: {}, gcp: { profile: "0.7.0" } } },
    { sets: ["providers.aws.awsDefaultRegion=eu-west-1"] },
  );
  t.equal(configDigest(written), createHash("sha256").update(canonicalJson(written)).digest("hex"));
  t.equal(configDigest(written), configDigest(set));
  t.not(configDigest(written), configDigest(configOf({})));
});
