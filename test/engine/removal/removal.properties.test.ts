import fastJsonPatch from "fast-json-patch";
import fc from "fast-check";
import t from "tap";
import { collectKnownObjects, type KnownObjects } from "../../../engine/context/known-objects.ts";
import { subjectOfLocated } from "../../../engine/context/subject.ts";
import { decideChecked, type ChainResult } from "../../../engine/decide.ts";
import { providers, type Provider } from "../../../engine/decision.ts";
import { isJsonList, isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../../../engine/json.ts";
import { locatePods } from "../../../engine/locate/locate-pods.ts";
import type { LocatedPod } from "../../../engine/locate/located-pod.ts";
import { documentRemoval } from "../../../engine/removal/document-removal.ts";
import { rulesOf } from "../document/rules-of.ts";

const settings: { readonly [provider in Provider]: JsonObject } = {
  aws: { awsDefaultRegion: "eu-west-1", stsRegionalEndpoint: true },
  azure: { azureTenantId: "t" },
  gcp: {},
  alibaba: { accountUid: "1", clusterId: "c", region: "cn-shanghai" },
};

/** Annotations of an account before and after its role changed. */
const roles: { readonly [provider in Provider]: readonly [before: JsonObject, after: JsonObject] } = {
  aws: [
    { "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/before" },
    { "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/after" },
  ],
  azure: [{ "azure.workload.identity/client-id": "before" }, { "azure.workload.identity/client-id": "after" }],
  gcp: [gcpAccount("before"), gcpAccount("after")],
  alibaba: [
    { "pod-identity.alibabacloud.com/role-name": "before" },
    { "pod-identity.alibabacloud.com/role-name": "after" },
  ],
};

function gcpAccount(name: string): JsonObject {
  return {
    "cloud.google.com/workload-identity-provider": "projects/1/locations/global/workloadIdentityPools/p/providers/p",
    "cloud.google.com/service-account-email": `${name}@p.iam.gserviceaccount.com`,
  };
}

const variableNames: { readonly [provider in Provider]: readonly string[] } = {
  aws: ["AWS_REGION", "AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_STS_REGIONAL_ENDPOINTS"],
  azure: ["AZURE_CLIENT_ID", "AZURE_TENANT_ID", "AZURE_AUTHORITY_HOST"],
  gcp: ["GOOGLE_APPLICATION_CREDENTIALS", "CLOUDSDK_CONFIG", "CLOUDSDK_CORE_PROJECT"],
  alibaba: ["ALIBABA_CLOUD_ROLE_ARN", "ALIBABA_CLOUD_STS_REGION"],
};
const own: JsonObject = { name: "OWN", value: "1" };
const allNames = Object.values(variableNames).flat();

const variable = fc.record({ name: fc.constantFrom(...allNames), value: fc.constantFrom("mine", "/mine", "regional") });
/** Behind variables of a provider's names stands one of another: what stands right before injected ones cannot be told from them. */
const env = fc.option(
  fc.uniqueArray(variable, { maxLength: 3, selector: ({ name }) => name }).map((list): Json => [...list, own]),
  { nil: undefined },
);
const mounts = fc.option(fc.constantFrom<Json>([{ name: "data", mountPath: "/data" }], [], null), { nil: undefined });
const containers = fc
  .array(fc.record({ env, volumeMounts: mounts }), { minLength: 1, maxLength: 3 })
  .map((list) => list.map((container, index) => present({ name: `c${index}`, image: "a:1", ...container })));
const annotations = fc.constantFrom<JsonObject | undefined>(
  undefined,
  {},
  { own: "x" },
  { "cloud.google.com/token-expiration": "7200" },
  { "eks.amazonaws.com/skip-containers": "c1" },
);
const specs = fc.record({
  containers,
  initContainers: fc.option(containers, { nil: undefined }),
  volumes: fc.constantFrom<Json | undefined>(undefined, [], null, [{ name: "data", emptyDir: {} }]),
});

/** Pods with what selects them for every provider. */
const pods = fc.record({ spec: specs, annotations }).map(({ spec, annotations: given }): JsonObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: present({ name: "p", labels: { "azure.workload.identity/use": "true" }, annotations: given }),
  spec: { serviceAccountName: "orders", ...present(spec) },
}));

function present(object: { readonly [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

type Rules = ReturnType<typeof rulesOf>;

function located(pod: JsonObject, rules: Rules): LocatedPod {
  const [found] = locatePods(pod, rules.table).pods;
  if (found === undefined) throw new Error("no Pod");
  return found;
}

function knownWith(account: JsonObject, rules: Rules): KnownObjects {
  const objects = [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "orders", namespace: "shop", annotations: account } },
    {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "shop", labels: { "pod-identity.alibabacloud.com/injection": "on" } },
    },
  ];
  return collectKnownObjects(
    objects.flatMap((object) => locatePods(object, rules.table).objects),
    "shop",
  );
}

function decided(pod: JsonObject, account: JsonObject, rules: Rules): ChainResult {
  const { subject } = subjectOfLocated(located(pod, rules), knownWith(account, rules), rules.config);
  return decideChecked(subject, rules.module, rules.chain);
}

function stripped(pod: JsonObject, account: JsonObject, rules: Rules): JsonObject {
  const patch = documentRemoval(pod, located(pod, rules), rules, knownWith(account, rules));
  return fastJsonPatch.applyPatch(structuredClone(pod), patch as fastJsonPatch.Operation[], true).newDocument;
}

/** Without empty lists and maps, which mean what nothing means. */
function withoutEmpties(value: Json): Json {
  if (isJsonList(value)) return value.map(withoutEmpties);
  if (!isJsonObject(value)) return value;
  return present(
    Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, isEmpty(inner) ? undefined : withoutEmpties(inner ?? null)]),
    ),
  );
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Whether injection wrote over something of the user's, which no removal can give back. */
function isReplacing(pod: JsonObject, { decisions }: ChainResult): boolean {
  const before = member(pod.metadata, "annotations");
  return decisions.some(({ decision }) =>
    decision.edits.some(
      (edit) =>
        edit.edit.startsWith("replace") ||
        (edit.edit === "setAnnotation" && ![undefined, edit.value].includes(asText(member(before, edit.key)))),
    ),
  );
}

function asText(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** All variables of the user's, by container: those that injection never writes over are the same before and after. */
function ownVariables(pod: JsonObject): Json {
  const lists = ["initContainers", "containers"].map((list) => member(pod.spec, list));
  return lists.flatMap((list) =>
    (isJsonList(list) ? list : []).map((container) => {
      const variables = member(container, "env");
      return (isJsonList(variables) ? variables : []).filter((one) => member(one, "name") === "OWN");
    }),
  );
}

for (const provider of providers) {
  const rules = rulesOf({ providers: { [provider]: settings[provider] } });
  const [before, after] = roles[provider];

  t.test(`${provider}: stripping gives back the Pod, refreshing gives the injection of today`, async (t) => {
    const seen = { exact: 0, replacing: 0 };
    fc.assert(
      fc.property(pods, (pod) => {
        const first = decided(pod, before, rules);
        if (first.outcome !== "changed") throw new Error(`nothing injected: ${first.outcome}`);
        const back = stripped(first.pod, before, rules);
        equal(ownVariables(back), ownVariables(pod), "the user's other variables stay");
        const today = decided(pod, after, rules).pod;
        const refreshed = decided(stripped(first.pod, after, rules), after, rules);
        equal(stripped(refreshed.pod, after, rules), stripped(today, after, rules), "as stripped of today's injection");
        if (isReplacing(pod, first)) {
          seen.replacing += 1;
          return;
        }
        seen.exact += 1;
        equal(withoutEmpties(back), withoutEmpties(pod), "the Pod before");
        equal(withoutEmpties(refreshed.pod), withoutEmpties(today), "the injection of today");
      }),
      { numRuns: 150, seed: 20_261_201 },
    );
    t.ok(seen.exact > 20, `${seen.exact} Pods compared exactly, ${seen.replacing} in part`);
  });

  t.test(`${provider}: a Pod without injection stays as it is`, async (t) => {
    fc.assert(
      fc.property(pods, (pod) => equal(stripped(pod, before, rules), pod, "nothing to take out")),
      { numRuns: 50, seed: 7 },
    );
    t.pass("held");
  });
}

function equal(actual: Json, expected: Json, what: string): void {
  if (jsonEqual(actual, expected)) return;
  throw new Error(`${what}:\n${JSON.stringify(actual)}\nwanted:\n${JSON.stringify(expected)}`);
}

const expirationKey = "cloud.google.com/token-expiration";

t.test("Google: whose lifetime the annotation is", async (t) => {
  const rules = rulesOf({ providers: { gcp: {} } });
  const [account] = roles.gcp;
  const cases: readonly (readonly [
    title: string,
    own: string | undefined,
    account: JsonObject,
    left: string | undefined,
  ])[] = [
    ["the user's, another than the default", "7200", account, "7200"],
    ["the user's, the same as the default", "86400", account, undefined],
    ["the user's, as it was raised to an hour", "60", account, "3600"],
    ["injection's", undefined, account, undefined],
    ["the ServiceAccount's", undefined, { ...account, [expirationKey]: "9000" }, undefined],
    ["the user's over the ServiceAccount's", "7200", { ...account, [expirationKey]: "9000" }, "7200"],
  ];
  for (const [title, value, annotated, left] of cases) {
    const pod: JsonObject = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p", ...(value === undefined ? {} : { annotations: { [expirationKey]: value } }) },
      spec: { serviceAccountName: "orders", containers: [{ name: "app" }] },
    };
    const injected = decided(pod, annotated, rules).pod;
    const metadata = stripped(injected, annotated, rules).metadata;
    t.strictSame(
      metadata,
      { name: "p", ...(left === undefined ? {} : { annotations: { [expirationKey]: left } }) },
      title,
    );
    t.strictSame(stripped(injected, {}, rules).metadata, { name: "p" }, `${title}: not told without an identity`);
    const off = documentRemoval(injected, located(injected, rulesOf({})), rulesOf({}), knownWith(annotated, rules));
    t.ok(off.length > 0, "without any provider all is taken out");
  }
});

t.test("a Pod that does not decode tells nothing", async (t) => {
  const rules = rulesOf({ providers: { gcp: {} } });
  const pod: JsonObject = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p", annotations: { [expirationKey]: "7200" } },
    spec: {
      serviceAccountName: 5,
      volumes: [{ name: "gcp-iam-token", projected: { sources: [{ serviceAccountToken: { path: "token" } }] } }],
      containers: [{ name: "app", volumeMounts: [{ name: "gcp-iam-token", mountPath: "/x" }] }],
    },
  };
  t.strictSame(stripped(pod, roles.gcp[0], rules).metadata, { name: "p" });
});

t.test("a Pod without metadata", async (t) => {
  const rules = rulesOf({ providers: { aws: {} } });
  const pod: JsonObject = {
    apiVersion: "v1",
    kind: "Pod",
    spec: { serviceAccountName: "orders", containers: [{ name: "app" }] },
  };
  const [account] = roles.aws;
  t.strictSame(stripped(decided(pod, account, rules).pod, account, rules), pod);
});
