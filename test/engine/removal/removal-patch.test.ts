import fastJsonPatch from "fast-json-patch";
import t from "tap";
import { decideChecked, type Subject } from "../../../engine/decide.ts";
import { providers, type Provider, type RuleSettings } from "../../../engine/decision.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { removalPatch } from "../../../engine/removal/removal-patch.ts";
import { rulesOf } from "../document/rules-of.ts";

const rules = rulesOf({
  providers: {
    aws: { awsDefaultRegion: "eu-west-1", stsRegionalEndpoint: true },
    azure: { azureTenantId: "t" },
    gcp: {},
    alibaba: { accountUid: "1", clusterId: "c", region: "cn-shanghai" },
  },
});

function removed(
  pod: JsonObject,
  of: readonly Provider[] = providers,
  settings: RuleSettings = rules.chain.settings,
): JsonObject {
  const patch = removalPatch(pod, of, settings);
  return fastJsonPatch.applyPatch(structuredClone(pod), patch as fastJsonPatch.Operation[], true).newDocument;
}

/** Annotations of an account for each provider, and what selects a Pod for it. */
const accounts: { readonly [provider in Provider]: JsonObject } = {
  aws: { "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/orders" },
  azure: { "azure.workload.identity/client-id": "11111111-2222-3333-4444-555555555555" },
  gcp: {
    "cloud.google.com/workload-identity-provider": "projects/1/locations/global/workloadIdentityPools/p/providers/p",
    "cloud.google.com/service-account-email": "a@p.iam.gserviceaccount.com",
  },
  alibaba: { "pod-identity.alibabacloud.com/role-name": "orders" },
};
const selecting: { readonly [provider in Provider]?: JsonObject } = {
  azure: { "azure.workload.identity/use": "true" },
};

function withLabels(pod: JsonObject, labels: JsonObject | undefined): JsonObject {
  return labels === undefined ? pod : { ...pod, metadata: { ...(pod.metadata as JsonObject), labels } };
}

function injected(pod: JsonObject, annotations: JsonObject): JsonObject {
  const subject: Subject = {
    pod,
    namespace: { name: "shop", labels: { "pod-identity.alibabacloud.com/injection": "on" } },
    serviceAccount: { name: "orders", found: true, metadata: { name: "orders", annotations } },
    owner: {
      apiVersion: "apps/v1",
      kind: "Deployment",
      name: "orders",
      path: ["spec", "template"],
      nameIsFinal: false,
    },
  };
  const result = decideChecked(subject, rules.module, rules.chain);
  t.equal(result.outcome, "changed", Object.keys(annotations).join(" "));
  return result.pod;
}

const container = {
  name: "app",
  image: "a:1",
  env: [{ name: "OWN", value: "1" }],
  volumeMounts: [{ name: "data", mountPath: "/data" }],
};
const originals: readonly (readonly [title: string, pod: JsonObject])[] = [
  [
    "a Pod with lists of its own",
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p", annotations: { own: "x" } },
      spec: {
        serviceAccountName: "orders",
        initContainers: [{ ...container, name: "init" }],
        containers: [container, { name: "b", image: "b:1" }],
        volumes: [{ name: "data", emptyDir: {} }],
      },
    },
  ],
  [
    "a Pod without any",
    {
      apiVersion: "v1",
      kind: "Pod",

      spec: { serviceAccountName: "orders", containers: [{ name: "app", image: "a:1" }] },
    },
  ],
];

for (const [title, original] of originals) {
  for (const provider of providers) {
    const pod = withLabels(original, selecting[provider]);
    t.test(`${title}, of ${provider}`, async (t) => {
      const after = injected(pod, accounts[provider]);
      t.strictSame(removed(after), pod, "everything is taken out");
      t.strictSame(removed(after, [provider]), pod, "by its own provider too");
      t.strictSame(
        removalPatch(
          after,
          providers.filter((other) => other !== provider),
          rules.chain.settings,
        ),
        [],
        "by no other",
      );
      t.strictSame(removalPatch(pod, providers, rules.chain.settings), [], "where nothing is, nothing goes");
    });
  }
  t.test(`${title}, of all at once`, async (t) => {
    const pod = withLabels(original, selecting.azure);
    const after = injected(pod, Object.assign({}, ...Object.values(accounts)) as JsonObject);
    t.strictSame(removed(after), pod);
  });
}

const tokenVolume = { name: "aws-iam-token", projected: { sources: [{ serviceAccountToken: { path: "token" } }] } };
const tokenMount = { name: "aws-iam-token", mountPath: "/var/run/token" };
const variables = [
  { name: "AWS_ROLE_ARN", value: "arn" },
  { name: "AWS_WEB_IDENTITY_TOKEN_FILE", value: "/var/run/token/token" },
];

function withSpec(spec: JsonObject, metadata?: JsonObject): JsonObject {
  return { apiVersion: "v1", kind: "Pod", ...(metadata === undefined ? {} : { metadata }), spec };
}

const rows: readonly (readonly [title: string, pod: JsonObject, after: JsonObject])[] = [
  ["a Pod without a spec", { apiVersion: "v1", kind: "Pod" }, { apiVersion: "v1", kind: "Pod" }],
  [
    "containers without the mount keep their variables",
    withSpec({ containers: [{ name: "a", env: variables }], volumes: [tokenVolume] }),
    withSpec({ containers: [{ name: "a", env: variables }] }),
  ],
  [
    "what has no name is nobody's",
    withSpec({ containers: [{ image: "a" }], volumes: [{ emptyDir: {} }, tokenVolume] }),
    withSpec({ containers: [{ image: "a" }], volumes: [{ emptyDir: {} }] }),
  ],
  [
    "a foreign volume of the name stays, with its mounts; the variables go",
    withSpec({
      containers: [{ name: "a", env: variables, volumeMounts: [tokenMount] }],
      volumes: [{ name: "aws-iam-token", emptyDir: {} }],
    }),
    withSpec({
      containers: [{ name: "a", volumeMounts: [tokenMount] }],
      volumes: [{ name: "aws-iam-token", emptyDir: {} }],
    }),
  ],
  [
    "a projected volume of the name without a token stays",
    withSpec({
      containers: [{ name: "a", volumeMounts: [tokenMount] }],
      volumes: [{ name: "aws-iam-token", projected: { sources: [{ configMap: {} }] } }],
    }),
    withSpec({
      containers: [{ name: "a", volumeMounts: [tokenMount] }],
      volumes: [{ name: "aws-iam-token", projected: { sources: [{ configMap: {} }] } }],
    }),
  ],
  [
    "metadata that held nothing else goes",
    withSpec({ containers: [], volumes: [tokenVolume] }, { labels: { "eks.amazonaws.com/pod-identity": "enabled" } }),
    withSpec({ containers: [] }),
  ],
  [
    "metadata that holds more stays",
    withSpec(
      { containers: [], volumes: [tokenVolume] },
      { name: "p", labels: { "eks.amazonaws.com/pod-identity": "enabled" } },
    ),
    withSpec({ containers: [] }, { name: "p" }),
  ],
  [
    "other labels stay",
    withSpec(
      { containers: [], volumes: [tokenVolume] },
      { labels: { a: "b", "eks.amazonaws.com/pod-identity": "enabled" } },
    ),
    withSpec({ containers: [] }, { labels: { a: "b" } }),
  ],
  [
    "a container of one's own with the name of Azure's proxy stays, with what it has",
    withSpec({ containers: [{ name: "azwi-proxy" }], volumes: [{ ...tokenVolume, name: "azure-identity-token" }] }),
    withSpec({ containers: [{ name: "azwi-proxy" }] }),
  ],
];

for (const [title, pod, after] of rows) {
  t.test(title, async (t) => t.strictSame(removed(pod), after));
}

t.test("Azure's proxies go where the Pod asks for them", async (t) => {
  const metadata = {
    labels: { "azure.workload.identity/use": "true" },
    annotations: { "azure.workload.identity/inject-proxy-sidecar": "true" },
  };
  const pod: JsonObject = {
    apiVersion: "v1",
    kind: "Pod",
    metadata,
    spec: { serviceAccountName: "orders", containers: [{ name: "app", image: "a:1" }] },
  };
  const after = injected(pod, accounts.azure);
  t.match(JSON.stringify(after), /azwi-proxy-init/);
  t.strictSame(removed(after), pod);
});

t.test("what was made with other settings than now is taken out as far as it is known", async (t) => {
  const pod = originals[0]?.[1] ?? {};
  const after = injected(pod, accounts.aws);
  const left = removed(after, ["aws"], { aws: {} });
  t.match(JSON.stringify(left), /AWS_DEFAULT_REGION/, "another region may be the container's own");
  t.notMatch(JSON.stringify(left), /AWS_ROLE_ARN|aws-iam-token/);
});
