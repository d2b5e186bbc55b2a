import t from "tap";
import { collectKnownObjects, type KnownObjects } from "../../../engine/context/known-objects.ts";
import type { Decision } from "../../../engine/decision.ts";
import { decideDocument, type Rules } from "../../../engine/document/decide-document.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { locatePods } from "../../../engine/locate/locate-pods.ts";
import { loadRuleModule } from "../../../engine/wasm/load.ts";
import { deployment, list, pod, role, serviceAccount } from "../../cli/manifests.ts";
import { foreignRules, moduleThatAnswers, rulesOf } from "./rules-of.ts";

const nothing = collectKnownObjects([], null);
const aws = rulesOf({ providers: { aws: {} } });

function knownFrom(rules: Rules, document: Json, namespace: string | null = null): KnownObjects {
  return collectKnownObjects(locatePods(document, rules.table).objects, namespace);
}

/** What an evaluation ends with: the number of operations, or the error's code and message. */
function outcomeOf(document: Json, rules: Rules, known: KnownObjects): string {
  try {
    return `${decideDocument(document, rules, known).patch.length} operations`;
  } catch (error) {
    return error instanceof PodgraftError
      ? `${error.code}: ${error.location.path ?? ""}: ${error.message}`
      : `untyped: ${String(error)}`;
  }
}

function nested(depth: number): Json {
  let value: Json = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}

t.test("after each fault the same rules serve a good Pod", (t) => {
  const known = knownFrom(aws, list(serviceAccount()));
  const containers = (value: Json): JsonObject => pod({ spec: { serviceAccountName: "orders", containers: value } });
  const faults: readonly (readonly [name: string, document: Json, expected: RegExp])[] = [
    [
      "null containers",
      containers(null),
      /^input\.pod_invalid: spec\.containers: spec\.containers: expected a list of at least one container, found null \(Pod p\)/,
    ],
    [
      "null containers of a template",
      deployment({ spec: { template: { spec: { containers: null } } } }),
      /^input\.pod_invalid: spec\.template\.spec\.containers: /,
    ],
    ["a null container", containers([null]), /^input\.pod_invalid: spec\.containers\[0\]: .*found null/],
    [
      "a wrong type",
      containers([{ name: 5 }]),
      /^input\.pod_invalid: spec\.containers\[0\]\.name: .*expected a string, found a number/,
    ],
    [
      "a wrong type in a List",
      list(containers([{ name: {} }])),
      /^input\.pod_invalid: items\[0\]\.spec\.containers\[0\]\.name: /,
    ],
    ["a template that is none", deployment({ spec: { template: 5 } }), /^input\.pod_invalid: spec\.template: /],
    ["a name that is none", pod({ metadata: { name: "a b" }, spec: { containers: {} } }), /\(Pod "a b"\)$/],
    ["no name", pod({ metadata: null, spec: { containers: {} } }), /\(Pod without a name\)$/],
    [
      "nesting beyond what Wasm can hold",
      pod({ spec: { containers: [{ name: "app" }], unknown: nested(100_000) } }),
      /^internal\.evaluation: : the rules failed/,
    ],
  ];
  for (const [name, document, expected] of faults) {
    t.match(outcomeOf(document, aws, known), expected, name);
    t.equal(outcomeOf(pod(), aws, known), "3 operations", `a good Pod after ${name}`);
  }
  t.end();
});

t.test("after each fault of a module the next evaluation is served", (t) => {
  const module = loadRuleModule(new URL("../../../../test/fixtures/modules/faulty.wasm", import.meta.url));
  const faults: readonly (readonly [fault: string, expected: RegExp])[] = [
    ["shape", /^internal\.decision: .*does not fit the schema: aws\.reason/],
    ["edit", /^internal\.decision: .*aws\.edits/],
    ["memory", /^internal\.evaluation: /],
    ["unheard of", /^internal\.decision: .*no decision/],
  ];
  for (const [fault, expected] of faults) {
    t.match(outcomeOf(pod(), foreignRules(module, { fault }), nothing), expected, fault);
    t.equal(outcomeOf(pod(), foreignRules(module, { fault: "none" }), nothing), "0 operations", `after ${fault}`);
  }
  t.equal(
    outcomeOf(pod(), aws, knownFrom(aws, serviceAccount())),
    "3 operations",
    "and so are the package's own rules",
  );
  t.end();
});

t.test("999 levels pass through the rules and stay as they were", (t) => {
  const spec = { serviceAccountName: "orders", containers: [{ name: "app" }], unknown: nested(997) };
  const document = pod({ spec });
  t.equal(outcomeOf(document, aws, knownFrom(aws, serviceAccount())), "3 operations");
  t.end();
});

t.test("every Pod of a document, paths counted in the document", (t) => {
  const document = list(serviceAccount(), pod(), { apiVersion: "v1", kind: "Service" }, deployment());
  const decided = decideDocument(document, aws, knownFrom(aws, document));
  t.strictSame(
    decided.patch.map(({ path }) => path),
    ["/items/1/spec", "/items/3/spec/template/spec"].flatMap((spec) =>
      ["containers/0/env", "containers/0/volumeMounts", "volumes"].map((rest) => `${spec}/${rest}`),
    ),
  );
  t.strictSame(
    decided.pods.map(({ patch, fromMap, result, subject }) => [
      patch.length,
      fromMap,
      result.outcome,
      subject.owner.kind,
    ]),
    [
      [3, null, "changed", "Pod"],
      [3, null, "changed", "Deployment"],
    ],
  );
  t.strictSame(decided.findings, []);
  t.match(decided.pods[0]?.result.decisions, [{ provider: "aws", decision: { identity: { principal: role } } }]);
  t.end();
});

t.test("a document without Pods, and one that is no object", (t) => {
  for (const document of [serviceAccount(), null, "text", [], 5]) {
    t.strictSame(decideDocument(document, aws, nothing), { pods: [], findings: [], patch: [] });
  }
  t.end();
});

t.test("absent containers are taken: manifests may be parts", (t) => {
  for (const spec of [undefined, null, {}, { containers: [] }, { containers: [], initContainers: null }]) {
    t.equal(outcomeOf(pod(spec === undefined ? { spec: null } : { spec }), aws, nothing), "0 operations");
  }
  t.end();
});

t.test("what is not known is told once a Pod, with what the user may have meant", (t) => {
  const rules = rulesOf({
    providers: { aws: {}, gcp: {}, alibaba: { accountUid: "1", clusterId: "c", region: "cn-shanghai" } },
  });
  const document = list(
    serviceAccount("shop"),
    serviceAccount("bakery"),
    deployment({ metadata: { name: "d", namespace: "inn" } }),
  );
  const { pods } = decideDocument(document, rules, knownFrom(rules, document));
  t.strictSame(pods[0]?.findings, [
    {
      code: "context.service_account_unknown",
      severity: "warning",
      provider: null,
      path: ["items", 2, "spec", "template", "spec", "serviceAccountName"],
      params: { serviceAccount: "orders", namespace: "inn", knownIn: ["shop", "bakery"] },
    },
  ]);
  t.end();
});

t.test("an unknown Namespace is told at the owner's metadata", (t) => {
  const rules = rulesOf({ providers: { alibaba: { accountUid: "1", clusterId: "c", region: "cn-shanghai" } } });
  const annotated = {
    ...serviceAccount("shop"),
    metadata: { name: "orders", namespace: "shop", annotations: { "pod-identity.alibabacloud.com/role-name": "r" } },
  };
  const document = list(annotated, deployment({ metadata: { name: "d", namespace: "shop" } }));
  const { pods } = decideDocument(document, rules, knownFrom(rules, document));
  t.strictSame(pods[0]?.findings, [
    {
      code: "context.namespace_unknown",
      severity: "warning",
      provider: null,
      path: ["items", 1, "metadata", "namespace"],
      params: { namespace: "shop" },
    },
  ]);
  t.end();
});

t.test("severities come from the configuration; none is not reported", (t) => {
  for (const [setting, expected] of [
    ["error", ["error"]],
    ["warn", ["warning"]],
    ["skip", []],
  ] as const) {
    const rules = rulesOf({ providers: { aws: {} }, render: { unknownServiceAccount: setting } });
    const { pods } = decideDocument(pod(), rules, nothing);
    t.strictSame(
      pods[0]?.findings.map(({ severity }) => severity),
      expected,
      setting,
    );
  }
  t.end();
});

t.test("findings of a document: kinds that are not reached", (t) => {
  const workflow = { apiVersion: "argoproj.io/v1alpha1", kind: "Workflow", metadata: { name: "w" } };
  t.match(decideDocument(list(workflow), aws, nothing).findings, [
    { code: "workload.not_reachable", severity: "info", provider: null, path: ["items", 0], params: { name: "w" } },
  ]);
  t.end();
});

t.test("findings of rules are placed in the document; where the owner has no such place, at the template", (t) => {
  const answer: Decision = {
    outcome: "skip",
    reason: { code: "aws.no_role", params: {} },
    edits: [],
    findings: [
      { code: "container.unknown", path: ["spec", "containers", 0], params: {} },
      { code: "container.unknown", path: ["apiVersion"], params: {} },
    ],
  };
  const rules = { ...aws, module: moduleThatAnswers({ aws: answer }) };
  const { pods } = decideDocument(deployment(), rules, nothing);
  t.match(pods[0]?.findings, [
    { provider: "aws", path: ["spec", "template", "spec", "containers", 0] },
    { provider: "aws", path: ["spec", "template"] },
  ]);
  t.end();
});

t.test("parameters of an OpenShift Template stand for scalars there, and nowhere else", (t) => {
  const ported = (port: Json): JsonObject =>
    pod({ spec: { containers: [{ name: "app", ports: [{ containerPort: port }] }] } });
  const template = (object: JsonObject): JsonObject => ({
    apiVersion: "template.openshift.io/v1",
    kind: "Template",
    objects: [object],
  });
  t.equal(outcomeOf(template(ported("${{PORT}}")), aws, nothing), "0 operations");
  t.match(
    outcomeOf(template(ported("${PORT}")), aws, nothing),
    /^input\.pod_invalid: objects\[0\]\.spec\.containers\[0\]\.ports\[0\]\.containerPort: /,
  );
  t.match(outcomeOf(ported("${{PORT}}"), aws, nothing), /^input\.pod_invalid: /);
  const parameterName = pod({ metadata: { name: "${NAME}" }, spec: { containers: null } });
  t.match(outcomeOf(template(parameterName), aws, nothing), /\(Pod \$\{NAME\}\)$/);
  t.end();
});

t.test("a denial changes nothing", (t) => {
  const denial: Decision = {
    outcome: "deny",
    reason: { code: "azure.proxy_port", params: {} },
    denial: { message: "no" },
    edits: [],
    findings: [],
  };
  const { pods, patch } = decideDocument(pod(), { ...aws, module: moduleThatAnswers({ aws: denial }) }, nothing);
  t.strictSame(patch, []);
  t.match(pods[0]?.result, { outcome: "denied", denial: { provider: "aws", message: "no" } });
  t.end();
});
