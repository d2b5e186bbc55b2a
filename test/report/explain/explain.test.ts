import t from "tap";
import { collectKnownObjects } from "../../../engine/context/known-objects.ts";
import type { Source } from "../../../engine/config/source.ts";
import type { Decision } from "../../../engine/decision.ts";
import { decideDocument, type DecidedPod, type Rules } from "../../../engine/document/decide-document.ts";
import type { Json } from "../../../engine/json.ts";
import { locatePods } from "../../../engine/locate/locate-pods.ts";
import { pathText } from "../../../engine/typed/path-text.ts";
import { explainPod, withoutPlaces, type ExplainContext } from "../../../report/explain/explain-pod.ts";
import { decisionsText, explanationText } from "../../../report/explain/explanation-text.ts";
import { originOf, type OriginContext } from "../../../report/explain/origin.ts";
import { deployment, list, pod, role, serviceAccount } from "../../cli/manifests.ts";
import { moduleThatAnswers, rulesOf } from "../../engine/document/rules-of.ts";

const aws = rulesOf({ providers: { aws: { awsDefaultRegion: "eu-west-1" } } });

function decided(document: Json, rules: Rules = aws): DecidedPod {
  const known = collectKnownObjects(locatePods(document, rules.table).objects, "shop");
  const [first] = decideDocument(document, rules, known).pods;
  if (first === undefined) throw new Error("no Pod");
  return first;
}

const plain = (_style: "bold" | "dim", text: string): string => text;
const context: ExplainContext = {
  ...withoutPlaces(["aws"]),
  source: "c/templates/a.yaml",
  provenance: [
    { path: ["providers", "aws", "awsDefaultRegion"], value: "eu-west-1", source: { kind: "set", argument: "a=b" } },
    { path: ["providers", "aws", "tokenAudience"], value: "x", source: { kind: "default" } },
  ],
  placeOf: (holder, path) => (holder === "namespace" ? null : `${holder}:${pathText(path)}`),
};

t.test("each value with its origin", async (t) => {
  const text = explanationText(explainPod(decided(list(serviceAccount(), deployment())), context), plain);
  for (const line of [
    "Deployment shop/d at pod:(root) (from c/templates/a.yaml)",
    "  runs as ServiceAccount orders (serviceAccount:(root))",
    "  AWS: identity – ServiceAccount names a role (aws.role_arn)",
    "    subject                      system:serviceaccount:shop:orders",
    `    principal                    ${role}`,
    '                                   ← the ServiceAccount\'s annotation eks.amazonaws.com/role-arn (serviceAccount:metadata.annotations["eks.amazonaws.com/role-arn"])',
    "                                   ← setting providers.aws.tokenAudience, the default",
    "    expiration                   86400 s",
    "    AWS_REGION                   eu-west-1",
    "                                   ← setting providers.aws.awsDefaultRegion, from --set a=b",
    "  off in the configuration: Azure, Google Cloud, Alibaba Cloud",
  ]) {
    t.ok(text.split("\n").includes(line), line);
  }
});

t.test("variables that are there already, and that differ between containers", async (t) => {
  const containers = [
    {
      name: "app",
      env: [
        { name: "AWS_REGION", value: "us-west-2" },
        { name: "OTHER", value: "confidential" },
      ],
    },
    { name: "side", env: [{ name: "AWS_WEB_IDENTITY_TOKEN_FILE", valueFrom: { fieldRef: { fieldPath: "x" } } }] },
  ];
  const one = decided(list(serviceAccount(), pod({ spec: { serviceAccountName: "orders", containers } })));
  const text = decisionsText(explainPod(one, withoutPlaces(["aws"])), plain);
  t.match(text, "  us-west-2 (app)\n");
  t.match(text, "  eu-west-1 (side)\n");
  t.match(text, "← in the manifest already; else from: setting providers.aws.awsDefaultRegion\n");
  t.match(text, "  (valueFrom) (side)\n");
  t.notMatch(text, "confidential");
});

t.test("why nothing happened", async (t) => {
  const text = explanationText(explainPod(decided(pod()), withoutPlaces(["aws"])), plain);
  t.match(text, "Pod shop/p\n  runs as ServiceAccount orders, which is not known\n");
  t.match(
    text,
    "  AWS: nothing – ServiceAccount not known (context.service_account_unknown)\n    The Pod's ServiceAccount is not",
  );
});

t.test("a refusal, and who was not asked", async (t) => {
  const denial: Decision = {
    outcome: "deny",
    reason: { code: "azure.proxy_port", params: {} },
    denial: { message: "no\u001b" },
    edits: [],
    findings: [],
  };
  const one = decided(pod(), { ...aws, module: moduleThatAnswers({ aws: denial }) });
  const explanation = explainPod(one, withoutPlaces(["aws", "gcp"]));
  t.match(explanation, { outcome: "denied", notAsked: ["gcp"], off: ["azure", "alibaba"] });
  const text = decisionsText(explanation, (style, part) => `<${style}>${part}`);
  t.match(text, "<dim>  AWS: refused – Proxy port is not a number (azure.proxy_port): no\\u{1b}\n");
  t.match(text, "<dim>  Google Cloud: not asked, for the Pod is refused\n");
});

t.test("what the identity map gives", async (t) => {
  const rules = rulesOf({
    providers: { aws: {} },
    identities: [
      {
        match: { namespace: "shop", serviceAccount: "*" },
        annotations: { "eks.amazonaws.com/role-arn": role },
        namespaceLabels: { a: "b" },
      },
    ],
  });
  const explanation = explainPod(decided(pod(), rules), withoutPlaces(["aws"]));
  const text = explanationText(explanation, plain);
  t.match(text, "  runs as ServiceAccount orders; identities[0] gives eks.amazonaws.com/role-arn, a\n");
  t.match(text, "← identities[0] of podgraft.yaml, which fills in the ServiceAccount's eks.amazonaws.com/role-arn\n");
});

t.test("values that a cloud's rules do not have", async (t) => {
  const decision: Decision = {
    outcome: "inject",
    reason: { code: "no.such", params: {} },
    edits: [],
    identity: {
      provider: "aws",
      subject: null,
      principal: null,
      audience: null,
      expirationSeconds: null,
      tokenFile: null,
      from: {},
    },
    findings: [],
  };
  const one = decided(pod({ spec: { containers: [{ env: [{}] }] } }), {
    ...aws,
    module: moduleThatAnswers({ aws: decision }),
  });
  t.equal(
    decisionsText(explainPod(one, withoutPlaces(["aws", "azure", "gcp", "alibaba"])), plain).split("\n  Azure")[0],
    [
      "  AWS: identity – no.such (no.such)",
      "    subject     not known yet",
      "                  ← ServiceAccount default",
      "    principal   known to the cloud only",
      "    audience    the API server's own",
      "    expiration  not known",
      "    token file  none",
    ].join("\n"),
  );
});

const origins: readonly (readonly [from: string, words: string, place: string | null])[] = [
  ["serviceAccount:a/b", "the ServiceAccount's annotation a/b", 'serviceAccount:metadata.annotations["a/b"]'],
  ["serviceAccount:mapped", "identities[3] of p.yaml, which fills in the ServiceAccount's mapped", null],
  ["namespace:a/b", "the Namespace's label a/b", 'namespace:metadata.labels["a/b"]'],
  ["namespace:mapped", "identities[3] of p.yaml, which fills in the Namespace's mapped", null],
  ["pod:a/b", "the Pod's own a/b", 'pod:metadata.annotations["a/b"]'],
  ["pod:spec.volumes", "the Pod's own spec.volumes", "pod:spec.volumes"],
  ["configMap:shop/orders", "the entry shop/orders of the ConfigMap", null],
  ["setting:tokenAudience", "setting providers.aws.tokenAudience, from preset eks", null],
  ["setting:containerCredentials.audience", "setting providers.aws.containerCredentials.audience, the default", null],
  ["setting:jitter", "setting providers.aws.jitter, from podgraft.yaml (environment prod)", null],
  ["setting:region", "setting providers.aws.region", null],
  ["rule", "fixed by AWS's rules", null],
  ["constructor", "fixed by AWS's rules", null],
];

const leaf = (key: string, source: Source): OriginContext["provenance"][number] => ({
  path: ["providers", "aws", key],
  value: "x",
  source,
});

for (const [from, words, place] of origins) {
  t.test(`origin ${from}`, async (t) => {
    const origin = originOf(from, {
      provider: "aws",
      fromMap: { rule: 3, annotations: ["mapped"], namespaceLabels: ["mapped"] },
      provenance: [
        leaf("tokenAudience", { kind: "preset", name: "eks" }),
        leaf("containerCredentials", { kind: "default" }),
        leaf("jitter", { kind: "environment", name: "prod", file: "podgraft.yaml" }),
        { path: ["providers", "aws"], value: {}, source: { kind: "default" } },
      ],
      configuration: "p.yaml",
      placeOf: (holder, path) => `${holder}:${pathText(path)}`,
    });
    t.strictSame(origin, { from, words, place });
  });
}

t.test("an account that does not exist", async (t) => {
  const explanation = explainPod(decided(pod()), withoutPlaces(["aws"]));
  const missing = { ...explanation, serviceAccount: { ...explanation.serviceAccount, found: false } };
  t.match(explanationText(missing, plain), "runs as ServiceAccount orders, which does not exist\n");
});
