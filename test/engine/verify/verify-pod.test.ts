import t from "tap";
import { collectKnownObjects } from "../../../engine/context/known-objects.ts";
import type { Decision, Edit } from "../../../engine/decision.ts";
import { decideDocument, type DecidedPod, type Rules } from "../../../engine/document/decide-document.ts";
import type { Finding } from "../../../engine/document/finding.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../../engine/json.ts";
import { locatePods } from "../../../engine/locate/locate-pods.ts";
import { verifyPod } from "../../../engine/verify/verify-pod.ts";
import { deployment, list, pod, serviceAccount } from "../../cli/manifests.ts";
import { moduleThatAnswers, rulesOf } from "../document/rules-of.ts";

const aws = rulesOf({ providers: { aws: { awsDefaultRegion: "eu-west-1" } } });

function decided(document: Json, rules: Rules = aws): DecidedPod {
  const known = collectKnownObjects(locatePods(document, rules.table).objects, "shop");
  const [first] = decideDocument(document, rules, known).pods;
  if (first === undefined) throw new Error("no Pod");
  return first;
}

function verify(document: Json, rules: Rules = aws): Finding[] {
  return verifyPod(decided(document, rules));
}

const variables = ["AWS_DEFAULT_REGION", "AWS_REGION", "AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE"];

t.test("a Pod with nothing of its identity", async (t) => {
  t.strictSame(verify(list(serviceAccount(), deployment())), [
    {
      code: "verify.pod_incomplete",
      severity: "error",
      provider: "aws",
      path: ["items", 1, "spec", "template"],
      params: {
        provider: "aws",
        volumes: ["aws-iam-token"],
        labels: [],
        annotations: [],
        containers: [],
        others: [],
      },
    },
    {
      code: "verify.container_incomplete",
      severity: "error",
      provider: "aws",
      path: ["items", 1, "spec", "template", "spec", "containers", 0],
      params: {
        provider: "aws",
        container: "app",
        variables,
        mounts: ["/var/run/secrets/eks.amazonaws.com/serviceaccount"],
        others: [],
      },
    },
  ]);
});

t.test("a Pod that is complete, wants nothing or is refused", async (t) => {
  const injected = decided(list(serviceAccount(), pod())).result.pod;
  t.strictSame(verify(list(serviceAccount(), injected)), []);
  t.strictSame(verify(pod()), [], "an unknown ServiceAccount");
  const denial: Decision = {
    outcome: "deny",
    reason: { code: "azure.proxy_port", params: {} },
    denial: { message: "no" },
    edits: [],
    findings: [],
  };
  t.strictSame(verify(pod(), { ...aws, module: moduleThatAnswers({ aws: denial }) }), []);
});

/** The injected Pod with one more container that has nothing. */
function withLateContainer(changes: JsonObject = {}): JsonObject {
  const injected = decided(list(serviceAccount(), pod())).result.pod;
  const { spec } = injected;
  if (!isJsonObject(spec) || !isJsonList(spec.containers)) throw new Error("no containers");
  return { ...injected, spec: { ...spec, containers: [...spec.containers, { name: "mesh", image: "m" }], ...changes } };
}

for (const lateContainers of ["warn", "deny", "ignore"]) {
  t.test(`a container that came late is the rules' own finding: ${lateContainers}`, async (t) => {
    const rules = rulesOf({
      providers: { aws: { awsDefaultRegion: "eu-west-1" } },
      verify: { lateContainers },
    });
    const late = decided(list(serviceAccount(), withLateContainer()), rules);
    t.equal(late.result.outcome, "changed");
    t.strictSame(verifyPod(late), []);
    const severities = late.findings.map(({ code, severity }) => `${code} ${severity}`);
    const severity = { warn: ["warning"], deny: ["error"], ignore: [] }[lateContainers] ?? [];
    t.strictSame(
      severities,
      severity.map((one) => `container.not_injected ${one}`),
    );
  });
}

t.test("what else is missing is told beside a late container", async (t) => {
  const volumes: readonly Json[] = [];
  const found = verify(list(serviceAccount(), withLateContainer({ volumes })));
  t.ok(found.some(({ code }) => code === "verify.pod_incomplete"));
});

/** A Pod that a provider's edits would make into `wanted`. */
function changedTo(present: JsonObject, wanted: JsonObject, decisions: DecidedPod["result"]["decisions"]): DecidedPod {
  const result = decided(present, { ...aws, module: moduleThatAnswers({}) });
  return { ...result, result: { ...result.result, outcome: "changed", pod: wanted, decisions } };
}

function decisionWith(...edits: readonly Edit[]): Decision {
  return { outcome: "inject", reason: { code: "gcp.gcloud_mode", params: {} }, edits, findings: [] };
}

const key = "cloud.google.com/external-credentials-json";
const volume = { name: "gcp-iam-token", projected: {} };
const config = { name: "CLOUDSDK_CONFIG", value: "x" };
const mount = { name: "gcp-iam-token", mountPath: "/t" };
const setup = { name: "gcloud-setup", image: "sdk" };

const wanted = pod({
  metadata: { labels: { use: "true" }, annotations: { [key]: "{}" } },
  spec: {
    initContainers: [setup],
    containers: [{ name: "app", env: [config], volumeMounts: [mount] }],
    volumes: [volume],
  },
});

t.test("edits of every kind have their words and their provider", async (t) => {
  const at = { list: "containers", container: 0, at: "last" } as const;
  const decision = decisionWith(
    { edit: "addVolume", at: "last", value: volume },
    { edit: "addContainer", list: "initContainers", at: "last", value: setup },
    { edit: "setAnnotation", key, value: "{}" },
    { edit: "setLabel", key: "use", value: "true" },
    { edit: "addEnv", ...at, value: config },
    { edit: "addMount", ...at, value: mount },
  );
  const present = pod({ spec: { containers: [{ name: "app" }] } });
  t.match(verifyPod(changedTo(present, wanted, [{ provider: "gcp", decision }])), [
    {
      provider: "gcp",
      params: {
        volumes: ["gcp-iam-token"],
        labels: ["use"],
        annotations: [key],
        containers: ["gcloud-setup"],
        others: [],
      },
    },
    { provider: "gcp", path: ["spec", "containers", 0], params: { variables: ["CLOUDSDK_CONFIG"], mounts: ["/t"] } },
  ]);
  const nobodys = verifyPod(changedTo(present, wanted, []));
  t.strictSame(
    nobodys.map(({ provider }) => provider),
    [null, null],
  );
});

t.test("what is there with another content", async (t) => {
  const variable = { name: "X", value: "new" };
  const at = { list: "containers", container: 0, index: 0 } as const;
  const decision = decisionWith(
    { edit: "replaceVolume", index: 0, value: volume },
    { edit: "replaceContainer", list: "initContainers", container: 0, value: { ...setup, env: [variable] } },
    { edit: "setAnnotation", key, value: "{}" },
    { edit: "replaceEnv", ...at, value: config },
    { edit: "replaceMount", ...at, value: mount },
  );
  const present = pod({
    metadata: { labels: { use: "true" }, annotations: { [key]: "old" } },
    spec: {
      initContainers: [{ ...setup, env: [{ name: "X", value: "old" }] }],
      containers: [{ name: "app", env: [{ ...config, value: "y" }], volumeMounts: [{ ...mount, name: "v" }] }],
      volumes: [{ name: "gcp-iam-token", emptyDir: {} }],
    },
  });
  const spec = { ...(isJsonObject(wanted.spec) ? wanted.spec : {}), initContainers: [{ ...setup, env: [variable] }] };
  t.match(verifyPod(changedTo(present, { ...wanted, spec }, [{ provider: "gcp", decision }])), [
    { provider: "gcp", params: { others: ["volume gcp-iam-token", `annotation ${key}`] } },
    { provider: "gcp", path: ["spec", "initContainers", 0], params: { others: ["variable X"] } },
    { provider: "gcp", params: { container: "app", others: ["variable CLOUDSDK_CONFIG", "mount /t"] } },
  ]);
});

t.test("a change without a name of its own is a change nevertheless", async (t) => {
  t.match(verifyPod(changedTo(pod(), pod(), [])), [
    { code: "verify.pod_incomplete", provider: null, path: [], params: { others: [] } },
  ]);
});

t.test("a container that the owner has no place for is told at the template", async (t) => {
  const changed = changedTo(pod(), pod({ spec: { containers: [{ name: "app", env: [config] }] } }), []);
  const nowhere = { ...changed, located: { ...changed.located, places: [], templatePath: ["spec", "job"] } };
  t.match(verifyPod(nowhere), [{ code: "verify.container_incomplete", path: ["spec", "job"] }]);
});
