import t from "tap";
import { PodgraftError } from "../../../engine/errors.ts";
import { parseDecisions } from "../../../engine/wasm/parse-decisions.ts";

type Members = { readonly [name: string]: unknown };

const identity = {
  provider: "aws",
  subject: "system:serviceaccount:shop:orders",
  principal: "arn",
  audience: null,
  expirationSeconds: 3600,
  tokenFile: null,
  from: { b: "rule", a: "setting:x" },
};
const good: Members = {
  outcome: "inject",
  reason: { code: "aws.role_arn", params: {} },
  edits: [],
  identity,
  findings: [],
};
const skip: Members = { outcome: "skip", reason: { code: "aws.no_role", params: {} }, edits: [], findings: [] };
const deny: Members = { ...skip, outcome: "deny", denial: { message: "no" } };
const value = { name: "x" };

const edits: readonly Members[] = [
  { edit: "addEnv", list: "containers", container: 0, at: "last", value },
  { edit: "replaceEnv", list: "initContainers", container: 0, index: 1, value },
  { edit: "addMount", list: "containers", container: 0, at: "first", value },
  { edit: "replaceMount", list: "containers", container: 0, index: 1, value },
  { edit: "addVolume", at: "first", value },
  { edit: "replaceVolume", index: 0, value },
  { edit: "addContainer", list: "containers", at: "last", value },
  { edit: "replaceContainer", list: "containers", container: 2, value },
  { edit: "setLabel", key: "k", value: "v" },
  { edit: "setAnnotation", key: "k", value: "v" },
];

t.test("everything the contract allows", (t) => {
  const finding = { code: "volume.conflict", path: ["spec", "volumes", 0], params: { a: 1 } };
  const parsed = parseDecisions({ aws: { ...good, edits, findings: [finding] } }, ["aws"]);
  t.strictSame(parsed.aws, { ...good, edits, findings: [finding] });
  t.strictSame(Object.keys(parsed.aws?.identity?.from ?? {}), ["a", "b"], "origins in a fixed order");
  t.strictSame(
    parseDecisions({ azure: { ...deny, denial: { message: "no", status: 400 } } }, ["azure"]).azure?.denial,
    { message: "no", status: 400 },
  );
  t.strictSame(parseDecisions({ aws: deny }, ["aws"]).aws?.denial, { message: "no" });
  t.equal(
    parseDecisions({ aws: { ...good, identity: { ...identity, expirationSeconds: null } } }, ["aws"]).aws?.identity
      ?.expirationSeconds,
    null,
  );
  t.end();
});

const bad: readonly (readonly [title: string, value: unknown, expected: RegExp])[] = [
  ["not an object", [], /decisions: expected an object/],
  ["nothing", undefined, /decisions: expected an object/],
  ["an answer that was not asked for", { aws: skip, gcp: skip }, /gcp/],
  ["an unknown provider", { aws: skip, constructor: skip }, /constructor/],
  ["no answer", {}, /a decision of aws/],
  ["a decision that is a list", { aws: [] }, /aws: expected an object/],
  ["an unknown member", { aws: { ...skip, extra: 1 } }, /no member extra/],
  ["an unknown outcome", { aws: { ...skip, outcome: "maybe" } }, /aws\.outcome.*maybe/],
  ["a reason without code", { aws: { ...skip, reason: { params: {} } } }, /aws\.reason\.code/],
  ["a reason with more", { aws: { ...skip, reason: { code: "x", params: {}, more: 1 } } }, /no member more/],
  ["reason params that are a list", { aws: { ...skip, reason: { code: "x", params: [] } } }, /aws\.reason\.params/],
  ["edits that are an object", { aws: { ...skip, edits: {} } }, /aws\.edits: expected a list/],
  ["edits of a skip", { aws: { ...skip, edits: [edits[4]] } }, /no edits where the outcome is skip/],
  ["inject without identity", { aws: { ...skip, outcome: "inject" } }, /an identity exactly/],
  ["skip with identity", { aws: { ...skip, identity } }, /an identity exactly/],
  ["deny without denial", { aws: { ...skip, outcome: "deny" } }, /a denial exactly/],
  ["skip with denial", { aws: { ...skip, denial: { message: "m" } } }, /a denial exactly/],
  ["a denial without message", { aws: { ...deny, denial: {} } }, /aws\.denial\.message/],
  ["a denial's status as text", { aws: { ...deny, denial: { message: "m", status: "400" } } }, /aws\.denial\.status/],
  ["a denial with more", { aws: { ...deny, denial: { message: "m", more: 1 } } }, /no member more/],
  [
    "another provider's identity",
    { aws: { ...good, identity: { ...identity, provider: "gcp" } } },
    /identity\.provider/,
  ],
  ["an identity with more", { aws: { ...good, identity: { ...identity, more: 1 } } }, /no member more/],
  [
    "an expiration as text",
    { aws: { ...good, identity: { ...identity, expirationSeconds: "1" } } },
    /expirationSeconds/,
  ],
  ["an origin that is no text", { aws: { ...good, identity: { ...identity, from: { a: 1 } } } }, /identity\.from\.a/],
  ["a subject that is a number", { aws: { ...good, identity: { ...identity, subject: 1 } } }, /identity\.subject/],
  ["a finding without code", { aws: { ...skip, findings: [{ path: [], params: {} }] } }, /findings\[0\]\.code/],
  [
    "a finding with a severity",
    { aws: { ...skip, findings: [{ code: "x", path: [], params: {}, severity: "error" }] } },
    /no member severity/,
  ],
  [
    "a path with a fraction",
    { aws: { ...skip, findings: [{ code: "x", path: [1.5], params: {} }] } },
    /findings\[0\]\.path/,
  ],
];
for (const [title, given, expected] of bad) t.match(messageOf(given), expected, title);

const badEdits: readonly (readonly [title: string, edit: Members, expected: RegExp])[] = [
  ["an unknown edit", { edit: "removeEnv", list: "containers", container: 0, index: 0 }, /removeEnv/],
  ["the name of an object's own member", { edit: "constructor" }, /constructor/],
  ["a member too many", { ...edits[4], more: 1 }, /exactly edit, at, value/],
  ["a member too few", { edit: "addVolume", value }, /exactly edit, at, value/],
  ["ephemeral containers", { ...edits[0], list: "ephemeralContainers" }, /list: expected containers or initContainers/],
  ["another place", { ...edits[4], at: "middle" }, /at: expected first or last/],
  ["a negative index", { ...edits[5], index: -1 }, /whole number/],
  ["a value that is a text", { ...edits[4], value: "x" }, /value: expected an object/],
  ["a label that is a number", { ...edits[8], value: 1 }, /value: expected a string/],
];
for (const [title, edit, expected] of badEdits)
  t.match(messageOf({ aws: { ...good, edits: [edit] } }), expected, title);

function messageOf(given: unknown): string {
  try {
    parseDecisions(given, ["aws"]);
  } catch (error) {
    return error instanceof PodgraftError && error.code === "internal.decision"
      ? error.message
      : `untyped: ${String(error)}`;
  }
  return "no error";
}
