import t from "tap";
import { isJsonObject, parseJson, type Json, type JsonObject } from "../../../engine/json.ts";
import { holdsSecret, redacted } from "../../../report/diff/redact.ts";

const copy = "kubectl.kubernetes.io/last-applied-configuration";

function secret(value: Json, more: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, data: { key: value }, ...more };
}

const around: { readonly [where: string]: (inner: JsonObject) => JsonObject } = {
  itself: (inner) => inner,
  "a List": (inner) => ({ kind: "List", items: [{ kind: "ConfigMap", metadata: { name: "c" } }, inner] }),
  "a List in a List": (inner) => ({ kind: "List", items: [{ kind: "List", items: [inner] }] }),
  "a list of Secrets that do not say so": (inner) => ({
    kind: "SecretList",
    items: [Object.fromEntries(Object.entries(inner).filter(([key]) => key !== "kind")), null],
  }),
  "an OpenShift Template": (inner) => ({ kind: "Template", metadata: { name: "t" }, objects: [inner], parameters: [] }),
  "what an operator makes objects of": (inner) => ({ kind: "Object", spec: { forProvider: { manifest: inner } } }),
};

for (const [where, wrap] of Object.entries(around)) {
  t.test(`a Secret in ${where}`, (t) => {
    const [before, after] = [wrap(secret("hidden-1")), wrap(secret("hidden-2"))];
    t.ok(holdsSecret(before));
    t.same(redacted(before, undefined), wrap(secret("(redacted)")));
    t.same(redacted(before, before), wrap(secret("(redacted)")));
    t.same(redacted(after, before), wrap(secret("(redacted, changed)")));
    t.end();
  });
}

t.test("values of any shape, in both maps; keys stay, also those that objects inherit", (t) => {
  const data = parseJson('{"__proto__": "hidden", "list": ["hidden"], "map": {"a": "hidden"}, "none": null}');
  const text = JSON.stringify(redacted(secret("", { data, stringData: "hidden" }), undefined));
  t.notMatch(text, /hidden/);
  t.match(
    text,
    /"data":\{"__proto__":"\(redacted\)","list":"\(redacted\)","map":"\(redacted\)","none":"\(redacted\)"\}/,
  );
  t.match(text, /"stringData":"\(redacted\)"/);
  t.end();
});

t.test("copies that kubectl keeps: of a Secret, of one without data, of what has one in it", (t) => {
  const annotated = (value: string): JsonObject => ({
    metadata: { name: "s", annotations: { [copy]: value, a: "seen" } },
  });
  const objects = (value: string): JsonObject[] => [
    secret("x", annotated(value)),
    { kind: "Secret", ...annotated(value) },
    { kind: "Template", ...annotated(value), objects: [secret("x")] },
  ];
  for (const [index, after] of objects("hidden-2").entries()) {
    const text = JSON.stringify(redacted(after, objects("hidden-1")[index]));
    t.notMatch(text, /hidden/);
    t.match(text, /configuration":"\(redacted, changed\)","a":"seen"/);
  }
  t.end();
});

t.test("items of a list are compared by name, those without one by place", (t) => {
  const named = (name: string, value: string): JsonObject => secret(value, { metadata: { name } });
  const list = (...items: Json[]): JsonObject => ({ kind: "List", items });
  t.same(
    redacted(list(named("new", "1"), named("b", "2"), named("a", "x")), list(named("a", "1"), named("b", "2"))),
    list(named("new", "(redacted)"), named("b", "(redacted)"), named("a", "(redacted, changed)")),
  );
  t.same(
    redacted(list(secret("2", { metadata: {} }), 1), list(secret("1", { metadata: {} }), 1)),
    list(secret("(redacted, changed)", { metadata: {} }), 1),
  );
  t.same(redacted(list(secret("2")), { kind: "List", items: null }), list(secret("(redacted)")));
  t.end();
});

const harmless: readonly Json[] = [
  { kind: "ConfigMap", metadata: { annotations: { [copy]: "{}" } }, data: { key: "seen" } },
  { kind: "RoleBinding", subjects: [{ kind: "Secret", name: "s" }] },
  "Secret",
  null,
];

for (const value of harmless) {
  t.test(`nothing to hide: ${JSON.stringify(value)}`, (t) => {
    t.notOk(holdsSecret(value));
    if (isJsonObject(value)) t.equal(redacted(value, undefined), value);
    t.end();
  });
}
