// What docs/parity.md claims, tried on the committed module. The rows that only say what the official webhooks do are not tested here.
import t from "tap";
import { resolveConfig } from "../../engine/config/resolve.ts";
import { ruleSettings } from "../../engine/config/rule-settings.ts";
import type { Owner } from "../../engine/decision.ts";
import { createChain, decide, type ChainResult } from "../../engine/decide.ts";
import { isJsonList, isJsonObject, member, type Json, type JsonObject } from "../../engine/json.ts";
import { loadRuleModule } from "../../engine/wasm/load.ts";

const rules = loadRuleModule();
const role = "arn:aws:iam::111122223333:role/orders";
const awsRole = { "eks.amazonaws.com/role-arn": role };
const google = {
  "cloud.google.com/workload-identity-provider": "projects/1/locations/global/workloadIdentityPools/a/providers/b",
  "cloud.google.com/service-account-email": "orders@shop.iam.gserviceaccount.com",
};
const azure: JsonObject = { azureTenantId: "tenant" };
const azureUse = { labels: { "azure.workload.identity/use": "true" } };
const alibaba: JsonObject = { accountUid: "1", clusterId: "c", region: "cn-shanghai" };
const alibabaOn = { labels: { "pod-identity.alibabacloud.com/injection": "on" } };
const ramRole = { "pod-identity.alibabacloud.com/role-name": "orders" };
const listed = { containerCredentials: { identities: [{ namespace: "shop", serviceAccount: "orders" }] } };

const barePod: Owner = { apiVersion: "v1", kind: "Pod", name: "orders", path: [], nameIsFinal: true };
const deployment: Owner = {
  ...barePod,
  apiVersion: "apps/v1",
  kind: "Deployment",
  path: ["spec", "template"],
  nameIsFinal: false,
};
const app: JsonObject = { name: "app", image: "orders:1" };

type Given = {
  readonly providers: JsonObject;
  readonly order?: readonly string[];
  readonly annotations?: JsonObject;
  readonly metadata?: JsonObject;
  readonly spec?: JsonObject;
  readonly pod?: JsonObject;
  readonly found?: boolean | null;
  readonly namespace?: { readonly name: string | null; readonly labels: JsonObject | null };
  readonly owner?: Owner;
};

function run(given: Given): ChainResult {
  const { providers, order, annotations = {}, metadata, spec, found = true, owner = barePod } = given;
  const value: JsonObject = {
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Config",
    providers,
    ...(order === undefined ? {} : { order }),
  };
  const config = resolveConfig({ file: "podgraft.yaml", value });
  const enabled = config.order.filter((provider) => config.providers[provider] !== undefined);
  const pod = given.pod ?? {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "orders", ...metadata },
    spec: { serviceAccountName: "orders", containers: [app], ...spec },
  };
  const serviceAccount = { name: "orders", found, metadata: found === true ? { annotations } : {} };
  const namespace = given.namespace ?? { name: "shop", labels: {} };
  return decide({ pod, namespace, serviceAccount, owner }, rules, createChain(enabled, ruleSettings(config)));
}

function reasons(result: ChainResult): string[] {
  return result.decisions.map(({ decision }) => decision.reason.code);
}

function codes(result: ChainResult): string[] {
  return result.findings.map(({ code }) => code);
}

function paths(result: ChainResult): string[] {
  return result.patch.map(({ path }) => path);
}

function items(value: Json | undefined): JsonObject[] {
  return isJsonList(value) ? value.filter((item) => isJsonObject(item)) : [];
}

function names(value: Json | undefined): Json[] {
  return items(value).map((item) => item.name ?? null);
}

function containers(result: ChainResult, list = "containers"): JsonObject[] {
  return items(member(result.pod.spec, list));
}

function volumes(result: ChainResult): JsonObject[] {
  return items(member(result.pod.spec, "volumes"));
}

function lifetime(result: ChainResult): Json | undefined {
  const [source] = items(member(volumes(result)[0]?.projected, "sources"));
  return member(source?.serviceAccountToken, "expirationSeconds");
}

t.test("what is written", (t) => {
  const unknown = run({
    providers: { aws: {} },
    annotations: awsRole,
    spec: { future: 1, containers: [{ ...app, future: 2 }] },
  });
  t.equal(member(unknown.pod.spec, "future"), 1, "an unknown field stays");
  t.equal(containers(unknown)[0]?.future, 2, "in a container too");
  t.notOk(
    paths(unknown).some((path) => path.includes("namespace")),
    "the namespace is not written",
  );
  t.same(
    Object.keys(containers(unknown)[0] ?? {}).sort(),
    ["env", "future", "image", "name", "volumeMounts"],
    "no artefacts",
  );

  const foreign = run({
    providers: { gcp: {} },
    annotations: google,
    spec: { volumes: [{ name: "gcp-iam-token", emptyDir: {}, future: 1 }] },
  });
  t.notOk(Object.hasOwn(volumes(foreign)[0] ?? {}, "future"), "a replaced item loses it");
  const token = { audience: "sts.googleapis.com", expirationSeconds: 86400, path: "token" };
  const equal = {
    name: "gcp-iam-token",
    future: 1,
    projected: { defaultMode: 288, sources: [{ serviceAccountToken: token }] },
  };
  t.equal(
    volumes(run({ providers: { gcp: {} }, annotations: google, spec: { volumes: [equal] } }))[0]?.future,
    1,
    "an equal one is not replaced",
  );
  t.end();
});

t.test("what is not known", (t) => {
  const unknown: readonly Given[] = [
    { providers: { aws: {} } },
    { providers: { aws: listed } },
    { providers: { aws: { watchConfigMap: true, configMap: { "shop/orders": { RoleARN: role } } } } },
    { providers: { azure }, metadata: azureUse },
    { providers: { gcp: {} } },
    { providers: { alibaba }, metadata: alibabaOn },
  ];
  for (const given of unknown) {
    const result = run({ ...given, found: null });
    t.same(
      [result.outcome, ...reasons(result)],
      ["unchanged", "context.service_account_unknown"],
      Object.keys(given.providers).join(),
    );
  }
  t.equal(
    run({ providers: { azure }, metadata: azureUse, found: false }).outcome,
    "denied",
    "Azure, known not to exist",
  );

  const nameless = { name: null, labels: null };
  const elsewhere = { containerCredentials: { identities: [{ namespace: "other", serviceAccount: "orders" }] } };
  t.same(reasons(run({ providers: { aws: elsewhere }, annotations: awsRole, namespace: nameless })), [
    "context.namespace_unknown",
  ]);
  const without = run({ providers: { aws: {} }, annotations: awsRole, namespace: nameless });
  t.same(without.decisions[0]?.decision.identity?.subject, null, "the name is not needed");

  const unlabelled = { name: "shop", labels: null };
  const selector = (labels: JsonObject): JsonObject => ({
    ...azure,
    mutatingWebhookNamespaceSelector: { matchLabels: labels },
  });
  const select = (labels: JsonObject): string[] =>
    reasons(run({ providers: { azure: selector(labels) }, metadata: azureUse, namespace: unlabelled }));
  t.same(select({ team: "shop" }), ["context.namespace_unknown"]);
  t.same(select({ "kubernetes.io/metadata.name": "shop" }), ["azure.selected"]);
  t.same(reasons(run({ providers: { alibaba }, annotations: ramRole, namespace: unlabelled })), [
    "context.namespace_unknown",
  ]);
  const own = { ...app, env: [{ name: "ALIBABA_CLOUD_ROLE_ARN", value: "own" }] };
  const kept = run({
    providers: { alibaba },
    annotations: ramRole,
    metadata: alibabaOn,
    spec: { containers: [own] },
    namespace: unlabelled,
  });
  t.same(reasons(kept), ["alibaba.pod_label"]);
  t.same(items(containers(kept)[0]?.env)[0]?.value, "own");

  const proxy = { ...azureUse, annotations: { "azure.workload.identity/inject-proxy-sidecar": "true" } };
  const sidecars = (kubernetesVersion: string): Json[] =>
    names(
      member(
        run({ providers: { azure: { ...azure, kubernetesVersion } }, metadata: proxy }).pod.spec,
        "initContainers",
      ),
    );
  t.same(sidecars(""), ["azwi-proxy", "azwi-proxy-init"]);
  t.same(sidecars("v1.31.0"), ["azwi-proxy-init"]);
  t.end();
});

t.test("which Pods are refused", (t) => {
  const aws = { providers: { aws: {} }, annotations: awsRole };
  const refused = { code: "input.pod_invalid" };
  t.throws(() => run({ ...aws, spec: { containers: [{ ...app, env: [null] }] } }), refused, "a null item");
  t.throws(() => run({ providers: { aws: {} }, spec: { hostNetwork: "yes" } }), refused, "whether or not anyone looks");
  t.equal(run({ ...aws, spec: { containers: [{ ...app, args: [null] }] } }).outcome, "changed", "null among texts");
  const large = (seconds: string): ChainResult =>
    run({ ...aws, metadata: { annotations: { "eks.amazonaws.com/token-expiration": seconds } } });
  t.same([lifetime(large("4294967296")), codes(large("4294967296"))], [4294967296, []]);
  t.same([lifetime(large("4294967297")), codes(large("4294967297"))], [4294967297, ["expiration.too_large"]]);
  const exact = run({
    providers: { gcp: {} },
    annotations: { ...google, "cloud.google.com/token-expiration": "9007199254740993" },
  });
  t.equal(member(member(exact.pod.metadata, "annotations"), "cloud.google.com/token-expiration"), "9007199254740993");
  t.end();
});

t.test("several clouds on one Pod", (t) => {
  const annotations = { ...google, ...awsRole };
  const setUp = { initContainers: [{ name: "gcloud-setup", image: "own:1" }] };
  const variables = (result: ChainResult): Json[] => names(containers(result, "initContainers")[0]?.env);
  t.notOk(
    variables(run({ providers: { aws: {}, gcp: {} }, order: ["gcp", "aws"], annotations })).includes("AWS_ROLE_ARN"),
    "just added",
  );
  t.same(
    variables(run({ providers: { aws: {}, gcp: {} }, annotations: awsRole, spec: setUp })),
    [],
    "of a cloud that does not act",
  );
  t.ok(
    variables(run({ providers: { aws: {} }, annotations: awsRole, spec: setUp })).includes("AWS_ROLE_ARN"),
    "of a cloud that is off",
  );
  const only = { containers: [{ name: "gcloud-setup", image: "own:1" }] };
  t.same(reasons(run({ providers: { gcp: {}, alibaba }, annotations: ramRole, metadata: alibabaOn, spec: only })), [
    "gcp.not_selected",
    "alibaba.no_container",
  ]);
  const denied = run({
    providers: { aws: {}, gcp: {} },
    annotations: { ...awsRole, "cloud.google.com/token-expiration": "1h" },
  });
  t.same([denied.outcome, denied.denial?.provider, denied.patch], ["denied", "gcp", []]);
  t.end();
});

t.test("AWS: the ConfigMap", (t) => {
  const roleOf = (configMap: JsonObject): Json | undefined => {
    const result = run({ providers: { aws: { watchConfigMap: true, configMap } } });
    return items(containers(result)[0]?.env).find(({ name }) => name === "AWS_ROLE_ARN")?.value;
  };
  const codesOf = (configMap: JsonObject, annotations: JsonObject = {}): string[] =>
    codes(run({ providers: { aws: { watchConfigMap: true, configMap } }, annotations }));
  t.equal(roleOf({ "shop/orders": null, "*/orders": { RoleARN: role } }), role);
  t.same(codesOf({ "shop/orders": null }), ["aws.config_map_entry_ignored"]);
  t.same(codesOf({ orders: { RoleARN: role } }), ["aws.config_map_entry_ignored"]);
  t.same(codesOf({ "shop/orders": null }, awsRole), [], "the ServiceAccount decides");
  t.same(codesOf({ "shop/orders": { RoleARN: role }, "a/b": { RoleARN: 7 } }), ["aws.config_map_invalid"]);
  t.equal(roleOf({ "shop/orders/b": { RoleARN: "b" }, "shop/orders/a": { RoleARN: "a" } }), "a");
  t.equal(roleOf({ "shop/orders/a": { RoleARN: "a" }, "shop/orders": { RoleARN: "exact" } }), "exact");
  t.equal(roleOf({ "shop/orders": { rolearn: "b", ROLEARN: "a" } }), "a");
  t.equal(roleOf({ "shop/orders": { rolearn: "a", RoleARN: "b" } }), "b");
  t.end();
});

t.test("AWS: container credentials", (t) => {
  const stable = (owner: Owner): Json | undefined => lifetime(run({ providers: { aws: listed }, owner }));
  const range = [stable(barePod), stable(deployment)];
  t.ok(range.every((seconds) => Number(seconds) >= 79200 && Number(seconds) <= 86400));
  t.not(range[0], range[1], "differs by owner");
  t.equal(stable(deployment), stable(deployment));
  t.equal(lifetime(run({ providers: { aws: { ...listed, jitter: "pinned" } } })), 79200);
  const rendered = run({ providers: { aws: listed }, owner: deployment });
  t.equal(run({ providers: { aws: listed }, pod: rendered.pod }).outcome, "unchanged", "the rendered lifetime is kept");

  const outside = run({ providers: { aws: {} }, annotations: awsRole, pod: rendered.pod });
  t.same(
    [outside.outcome, ...reasons(outside), ...codes(outside)],
    ["unchanged", "aws.external_association", "aws.external_association"],
  );
  const skipped = { labels: { "eks.amazonaws.com/skip-pod-identity-webhook": "" } };
  t.same(reasons(run({ providers: { aws: {} }, annotations: awsRole, metadata: skipped })), ["aws.skip_label"]);
  t.end();
});

t.test("Azure: layouts", (t) => {
  const hashed = /^azure-workload-identity-reserved-[0-9a-f]{30}$/;
  const at = (result: ChainResult): Json[] =>
    items(containers(result)[0]?.volumeMounts).map(({ mountPath }) => mountPath ?? null);
  const pod = run({ providers: { azure }, metadata: azureUse });
  t.match(volumes(pod)[0]?.name, hashed);
  t.same(at(pod), ["/var/run/secrets/azure/wi"]);
  const rendered = run({ providers: { azure }, metadata: azureUse, owner: deployment });
  t.same([names(volumes(rendered)), at(rendered)], [["azure-identity-token"], ["/var/run/secrets/azure/tokens"]]);
  for (const owner of [barePod, deployment]) {
    const older = run({ providers: { azure: { ...azure, profile: "1.5.1" } }, metadata: azureUse, owner });
    t.same(names(volumes(older)), ["azure-identity-token"], owner.kind);
  }

  const named = (result: ChainResult): JsonObject => ({
    ...result.pod,
    metadata: { ...azureUse, name: "orders-5f-x7" },
  });
  const strict = { ...azure, acceptEquivalentLayout: false };
  t.equal(run({ providers: { azure }, pod: named(rendered) }).outcome, "unchanged");
  t.equal(run({ providers: { azure }, pod: named(pod) }).outcome, "unchanged");
  const beside = run({ providers: { azure: strict }, pod: named(rendered) });
  t.same(at(beside), ["/var/run/secrets/azure/tokens", "/var/run/secrets/azure/wi"]);
  const file = items(containers(beside)[0]?.env).find(({ name }) => name === "AZURE_FEDERATED_TOKEN_FILE");
  t.equal(file?.value, "/var/run/secrets/azure/tokens/azure-identity-token");
  t.same(at(run({ providers: { azure: strict }, pod: named(pod) })), [
    "/var/run/secrets/azure/wi",
    "/var/run/secrets/azure/wi",
  ]);
  t.same(paths(run({ providers: { azure: { ...azure, audience: "api://other" } }, pod: named(rendered) })), [
    "/spec/volumes/0",
  ]);
  t.end();
});

t.test("what the configuration refuses", (t) => {
  const invalid = { code: "config.invalid" };
  t.throws(() => run({ providers: { azure: { ...azure, azureEnvironment: "AzureStackCloud" } } }), invalid);
  t.throws(
    () => run({ providers: { gcp: { setupContainerResources: '{"limits":{"cpu":"1234567890123456789e1001"}}' } } }),
    invalid,
  );
  t.equal(
    run({ providers: { aws: { serviceAccountLookupGracePeriod: "10s" } }, annotations: awsRole }).outcome,
    "changed",
  );
  t.end();
});

t.test("faults that are kept", (t) => {
  const cases: readonly (Given & { readonly code: string })[] = [
    {
      code: "volume.conflict",
      providers: { aws: {} },
      annotations: awsRole,
      spec: { volumes: [{ name: "aws-iam-token", emptyDir: {} }] },
    },
    {
      code: "aws.token_mounted_elsewhere",
      providers: { aws: {} },
      annotations: awsRole,
      spec: { containers: [{ ...app, volumeMounts: [{ name: "aws-iam-token", mountPath: "/other" }] }] },
    },
    {
      code: "aws.expiration_too_small",
      providers: { aws: { watchConfigMap: true, configMap: { "shop/orders": { RoleARN: role, TokenExpiration: 5 } } } },
    },
    { code: "aws.role_arn_malformed", providers: { aws: {} }, annotations: { "eks.amazonaws.com/role-arn": "orders" } },
    {
      code: "azure.proxy_annotation_value",
      providers: { azure },
      metadata: { ...azureUse, annotations: { "azure.workload.identity/inject-proxy-sidecar": "false" } },
    },
    {
      code: "azure.duplicate_container",
      providers: { azure },
      metadata: { ...azureUse, annotations: { "azure.workload.identity/inject-proxy-sidecar": "true" } },
      spec: { containers: [app, { name: "azwi-proxy", image: "own:1" }] },
    },
    {
      code: "azure.dangling_mount",
      providers: { azure: { ...azure, profile: "1.5.1" } },
      metadata: azureUse,
      spec: {
        volumes: [{ name: "own", projected: { sources: [{ serviceAccountToken: { path: "azure-identity-token" } }] } }],
      },
    },
    {
      code: "azure.duplicate_volume",
      providers: { azure: { ...azure, profile: "1.5.1" } },
      metadata: azureUse,
      spec: { volumes: [{ name: "azure-identity-token", emptyDir: {} }] },
    },
    {
      code: "gcp.project_unknown",
      providers: { gcp: {} },
      annotations: { ...google, "cloud.google.com/service-account-email": "a@b.example" },
    },
    {
      code: "gcp.other_mode_leftover",
      providers: { gcp: {} },
      annotations: { ...google, "cloud.google.com/injection-mode": "direct" },
      spec: { initContainers: [{ name: "gcloud-setup", image: "own:1" }] },
    },
  ];
  for (const { code, ...given } of cases) {
    const result = run(given);
    t.equal(result.outcome, "changed", code);
    t.ok(codes(result).includes(code), `${code}: ${codes(result).join(", ")}`);
  }
  for (const [list, code] of [
    ["other, app", "aws.skip_containers_spaces"],
    ['a"pp', "aws.skip_containers_invalid"],
  ] as const) {
    const result = run({
      providers: { aws: {} },
      annotations: awsRole,
      metadata: { annotations: { "eks.amazonaws.com/skip-containers": list } },
    });
    t.same([names(containers(result)[0]?.volumeMounts), codes(result).includes(code)], [["aws-iam-token"], true], list);
  }
  t.end();
});
