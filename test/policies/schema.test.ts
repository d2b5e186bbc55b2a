import { readFileSync } from "node:fs";
import { Ajv, type AnySchema } from "ajv";
import t from "tap";
import { providers, type Decision, type Edit, type RuleInput } from "../../engine/decision.ts";

const schemas = new Ajv({
  strict: true,
  strictRequired: false,
  schemas: ["edit", "finding", "input", "decision"].map(readSchema),
});

function readSchema(name: string): AnySchema {
  const schema: unknown = JSON.parse(readFileSync(`policies/schema/${name}.json`, "utf8"));
  return schema as AnySchema;
}

function accepts(name: string, value: unknown): boolean {
  return schemas.validate(`https://podgraft.dev/schema/v1alpha1/${name}.json`, value);
}

const edits: { readonly [edit in Edit["edit"]]: Edit } = {
  addEnv: { edit: "addEnv", list: "containers", container: 0, at: "last", value: { name: "A", value: "" } },
  replaceEnv: { edit: "replaceEnv", list: "initContainers", container: 1, index: 2, value: { name: "A", value: "" } },
  addMount: { edit: "addMount", list: "containers", container: 0, at: "first", value: { name: "v", mountPath: "/v" } },
  replaceMount: {
    edit: "replaceMount",
    list: "containers",
    container: 0,
    index: 0,
    value: { name: "v", mountPath: "/v" },
  },
  addVolume: { edit: "addVolume", at: "first", value: { name: "v" } },
  replaceVolume: { edit: "replaceVolume", index: 0, value: { name: "v" } },
  addContainer: { edit: "addContainer", list: "initContainers", at: "first", value: { name: "c" } },
  replaceContainer: { edit: "replaceContainer", list: "containers", container: 0, value: { name: "c" } },
  setLabel: { edit: "setLabel", key: "k", value: "" },
  setAnnotation: { edit: "setAnnotation", key: "k", value: "v" },
};

const skipped: Decision = { outcome: "skip", reason: { code: "x.y", params: {} }, edits: [], findings: [] };
const injected: Decision = {
  outcome: "inject",
  reason: { code: "x.y", params: {} },
  edits: Object.values(edits),
  identity: {
    provider: "aws",
    subject: null,
    principal: "p",
    audience: "a",
    expirationSeconds: 86400,
    tokenFile: "/t",
    from: { audience: "rule" },
  },
  findings: [{ code: "x.y", path: ["spec", "containers", 0], params: {} }],
};
const denied: Decision = { ...skipped, outcome: "deny", denial: { message: "no", status: 400 } };

const input: RuleInput = {
  evaluate: [...providers],
  pod: { metadata: {}, spec: { containers: null } },
  namespace: { name: null, labels: null },
  serviceAccount: { name: "default", found: null, metadata: {} },
  owner: { apiVersion: "v1", kind: "Pod", name: "", path: [], nameIsFinal: false },
  declared: { gcp: ["gcloud-setup"] },
};

t.test("every edit of the vocabulary fits its schema, and none with a member too many or too few", async (t) => {
  for (const [name, edit] of Object.entries(edits)) {
    t.ok(accepts("edit", edit), name);
    t.notOk(accepts("edit", { ...edit, extra: 1 }), `${name} with a member too many`);
    const { value, ...rest } = edit;
    t.notOk(accepts("edit", rest), `${name} without ${JSON.stringify(value)}`);
  }
  t.notOk(accepts("edit", { edit: "removeEnv", list: "containers", container: 0, index: 0 }), "not in the vocabulary");
});

t.test("decisions", async (t) => {
  const { identity, ...anonymous } = injected;
  const { denial, ...mute } = denied;
  const cases: { name: string; value: unknown; fits: boolean }[] = [
    { name: "inject", value: injected, fits: true },
    { name: "skip", value: skipped, fits: true },
    { name: "deny", value: denied, fits: true },
    { name: "inject without identity", value: anonymous, fits: false },
    { name: "skip with identity", value: { ...skipped, identity }, fits: false },
    { name: "skip with edits", value: { ...skipped, edits: injected.edits }, fits: false },
    { name: "skip with denial", value: { ...skipped, denial }, fits: false },
    { name: "deny without denial", value: mute, fits: false },
    { name: "unknown outcome", value: { ...skipped, outcome: "warn" }, fits: false },
    {
      name: "severity in a finding",
      value: { ...skipped, findings: [{ code: "x", path: [], params: {}, severity: "error" }] },
      fits: false,
    },
  ];
  for (const { name, value, fits } of cases) t.equal(accepts("decision", value), fits, name);
});

t.test("inputs", async (t) => {
  const cases: { name: string; value: unknown; fits: boolean }[] = [
    { name: "nothing known", value: input, fits: true },
    {
      name: "all known",
      value: {
        ...input,
        namespace: { name: "shop", labels: { a: "b" } },
        serviceAccount: { name: "cart", found: true, metadata: { annotations: {} } },
      },
      fits: true,
    },
    { name: "unknown provider", value: { ...input, evaluate: ["ibm"] }, fits: false },
    { name: "unknown provider declares", value: { ...input, declared: { ibm: [] } }, fits: false },
    { name: "label that is no text", value: { ...input, namespace: { name: "shop", labels: { a: 1 } } }, fits: false },
    { name: "Pod that is no object", value: { ...input, pod: [] }, fits: false },
    {
      name: "unnamed ServiceAccount",
      value: { ...input, serviceAccount: { name: "", found: null, metadata: {} } },
      fits: false,
    },
  ];
  for (const { name, value, fits } of cases) t.equal(accepts("input", value), fits, name);
});
