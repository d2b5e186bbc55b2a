import t from "tap";
import { findings } from "../../engine/codes/codes.ts";
import { providers } from "../../engine/decision.ts";
import { isJsonList, isJsonObject, member, type Json, type JsonObject } from "../../engine/json.ts";
import { fillTemplate, findingMessage } from "../../report/finding-message.ts";
import { readFixtures } from "../policies/read-fixtures.ts";

const templates: readonly (readonly [template: string, params: JsonObject, filled: string | undefined])[] = [
  ["no placeholder", {}, "no placeholder"],
  ["{a} and {b}", { a: "x", b: 3 }, '"x" and 3'],
  ["{a}", { a: ["x", null, true] }, '"x", (none), true'],
  ["{a}", { a: null }, "(none)"],
  ["{a}", { a: "" }, '""'],
  ["{a}", {}, undefined],
  ["{constructor}", {}, undefined],
  ["x[ of {a}]", { a: "y" }, 'x of "y"'],
  ["x[ of {a}]", {}, "x"],
  ["x[ of {a}]", { a: null }, "x"],
  ["x[ of {a}]", { a: "" }, "x"],
  ["x[ of {a}]", { a: [] }, "x"],
  ["x[ of {a} and {b}]", { a: 1 }, "x"],
  ["x[ of {a} and {b}]", { a: 0, b: false }, "x of 0 and false"],
  ["{a}[{b}]", { a: "[{b}]", b: "$&" }, '"[{b}]""$&"'],
  ["({holder})", { holder: "serviceAccount" }, "(ServiceAccount)"],
  ["({holder})", { holder: "constructor" }, "(constructor)"],
];

for (const [template, params, filled] of templates) {
  t.test(`${template} with ${JSON.stringify(params)}`, async (t) => t.equal(fillTemplate(template, params), filled));
}

const sentences: readonly (readonly [code: string, params: JsonObject, sentence: string])[] = [
  [
    "context.service_account_unknown",
    { serviceAccount: "orders", namespace: "inn", knownIn: ["shop", null] },
    'The ServiceAccount "orders" of namespace "inn" is neither in the input nor in the context; one of this name is there in namespace "shop", (none), which --namespace would name',
  ],
  [
    "context.service_account_unknown",
    { serviceAccount: "orders", namespace: null, knownIn: [] },
    'The ServiceAccount "orders" is neither in the input nor in the context',
  ],
  [
    "annotation.unknown",
    { holder: "pod", key: "a.b/skip-container", known: ["skip-containers", "x"] },
    'No rule reads the key "a.b/skip-container" of the Pod; "a.b/skip-containers" is probably meant',
  ],
  ["annotation.unknown", { holder: "pod", key: "a.b/q", known: [] }, 'No rule reads the key "a.b/q" of the Pod'],
  ["annotation.unknown", { key: "a.b/q", known: "q" }, 'No rule reads the key "a.b/q"'],
  ["mount.conflict", {}, findings["mount.conflict"].title],
  ["no.such", {}, "no.such"],
  ["constructor", {}, "constructor"],
];

for (const [code, params, sentence] of sentences) {
  t.test(sentence, async (t) => t.equal(findingMessage({ code, params }), sentence));
}

t.test("every finding of the rules' fixtures has a sentence, with all that it names", async (t) => {
  const seen = new Set<string>();
  for (const { expect, title } of providers.flatMap(readFixtures)) {
    for (const { code, params } of findingsIn(expect)) {
      seen.add(code);
      const said = findingMessage({ code, params });
      t.not(said, Object.entries(findings).find(([known]) => known === code)?.[1].title, `${code}: ${title}`);
      t.notMatch(said, /[{}[\]]|\(none\)/, `${code}: ${title}`);
    }
  }
  const others = Object.keys(findings).filter(
    (code) => !seen.has(code) && !/^(?:context|workload|verify)\./.test(code),
  );
  t.strictSame(others, [], "there are fixtures of every code");
});

t.test("sentences do not end in a full stop: the fix follows", async (t) => {
  for (const [code, { message }] of Object.entries(findings)) t.match(message, /^[A-Z{].*[^.]$/, code);
});

function findingsIn(decision: JsonObject): { code: string; params: JsonObject }[] {
  const list: Json | undefined = decision.findings;
  return (isJsonList(list) ? list : []).map((finding) => {
    const params = member(finding, "params");
    return { code: String(member(finding, "code")), params: isJsonObject(params) ? params : {} };
  });
}
