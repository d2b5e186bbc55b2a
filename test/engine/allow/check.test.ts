import t from "tap";
import { checkEdits } from "../../../engine/allow/check.ts";
import { declarationOf } from "../../../engine/allow/providers.ts";
import type { Edit, Provider, RuleSettings } from "../../../engine/decision.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import type { JsonObject } from "../../../engine/json.ts";

const settings: RuleSettings = {
  aws: { containerCredentials: { tokenVolumeName: "eks-pod-identity-token" } },
  azure: { profile: "1.6.0", proxyImage: "", proxyInitImage: "registry.example.com/init:1" },
  gcp: { annotationPrefix: "cloud.google.com", gcloudImage: "gcloud:1" },
  alibaba: {},
};

const inApp = { list: "containers", container: 0, at: "last" } as const;
const token: JsonObject = { sources: [{ serviceAccountToken: { path: "token" } }] };
const setup: JsonObject = {
  name: "gcloud-setup",
  image: "gcloud:1",
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] }, runAsUser: 1000 },
  env: [{ name: "GCP_SERVICE_ACCOUNT", value: "a" }],
  volumeMounts: [{ name: "gcloud-config", mountPath: "/c" }],
};
const proxyInit: JsonObject = {
  name: "azwi-proxy-init",
  image: "registry.example.com/init:1",
  securityContext: {
    capabilities: { add: ["NET_ADMIN"], drop: ["ALL"] },
    privileged: true,
    runAsNonRoot: false,
    runAsUser: 0,
  },
};
const proxy: JsonObject = {
  name: "azwi-proxy",
  image: "mcr.microsoft.com/oss/azure/workload-identity/proxy:v1.6.0",
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ["ALL"] },
    privileged: false,
    readOnlyRootFilesystem: true,
    runAsNonRoot: true,
  },
};

const permitted: readonly (readonly [Provider, Edit])[] = [
  ["aws", { edit: "addEnv", ...inApp, value: { name: "AWS_ROLE_ARN", value: "r" } }],
  ["aws", { edit: "addMount", ...inApp, value: { name: "aws-iam-token", mountPath: "/t", readOnly: true } }],
  ["aws", { edit: "addVolume", at: "first", value: { name: "aws-iam-token", projected: token } }],
  ["aws", { edit: "addVolume", at: "first", value: { name: "eks-pod-identity-token", projected: token } }],
  ["aws", { edit: "setLabel", key: "eks.amazonaws.com/pod-identity", value: "enabled" }],
  [
    "azure",
    {
      edit: "replaceVolume",
      index: 0,
      value: { name: `azure-workload-identity-reserved-${"0a".repeat(15)}`, projected: token },
    },
  ],
  ["azure", { edit: "addContainer", list: "initContainers", at: "last", value: proxyInit }],
  ["azure", { edit: "addContainer", list: "containers", at: "first", value: proxy }],
  ["gcp", { edit: "addContainer", list: "initContainers", at: "first", value: setup }],
  ["gcp", { edit: "replaceContainer", list: "initContainers", container: 0, value: setup }],
  ["gcp", { edit: "addVolume", at: "last", value: { name: "gcloud-config", emptyDir: {} } }],
  ["gcp", { edit: "addVolume", at: "last", value: { name: "external-credential-config", downwardAPI: { items: [] } } }],
  ["gcp", { edit: "setAnnotation", key: "cloud.google.com/audience", value: "a" }],
  ["alibaba", { edit: "addVolume", at: "last", value: { name: "rrsa-oidc-token", projected: token } }],
  [
    "alibaba",
    {
      edit: "replaceEnv",
      list: "containers",
      container: 0,
      index: 0,
      value: { name: "ALIBABA_CLOUD_ROLE_ARN", value: "a" },
    },
  ],
];

const forbidden: readonly (readonly [reason: string, Provider, Edit])[] = [
  ["LD_PRELOAD is not declared", "aws", { edit: "addEnv", ...inApp, value: { name: "LD_PRELOAD", value: "/evil.so" } }],
  ["a variable without a name", "aws", { edit: "addEnv", ...inApp, value: {} }],
  [
    "valueFrom",
    "aws",
    { edit: "addEnv", ...inApp, value: { name: "AWS_ROLE_ARN", valueFrom: { secretKeyRef: { name: "s", key: "k" } } } },
  ],
  ["another provider's variable", "gcp", { edit: "addEnv", ...inApp, value: { name: "AWS_ROLE_ARN", value: "r" } }],
  [
    "a mount of another volume",
    "aws",
    { edit: "replaceMount", list: "containers", container: 0, index: 0, value: { name: "host", mountPath: "/" } },
  ],
  ["a mount without a name", "aws", { edit: "addMount", ...inApp, value: { mountPath: "/" } }],
  [
    "a propagating mount",
    "aws",
    {
      edit: "addMount",
      ...inApp,
      value: { name: "aws-iam-token", mountPath: "/t", mountPropagation: "Bidirectional" },
    },
  ],
  ["another volume", "aws", { edit: "addVolume", at: "last", value: { name: "host", hostPath: { path: "/" } } }],
  ["a volume without a name", "aws", { edit: "addVolume", at: "last", value: { projected: token } }],
  [
    "a host path under a declared name",
    "aws",
    { edit: "addVolume", at: "last", value: { name: "aws-iam-token", hostPath: { path: "/" } } },
  ],
  ["a volume without its source", "aws", { edit: "addVolume", at: "last", value: { name: "aws-iam-token" } }],
  [
    "a projected Secret",
    "aws",
    {
      edit: "addVolume",
      at: "last",
      value: { name: "aws-iam-token", projected: { sources: [{ secret: { name: "s" } }] } },
    },
  ],
  [
    "an emptyDir with a medium",
    "gcp",
    { edit: "addVolume", at: "last", value: { name: "gcloud-config", emptyDir: { medium: "Memory" } } },
  ],
  [
    "a reserved name that is no hash",
    "azure",
    { edit: "addVolume", at: "last", value: { name: "azure-workload-identity-reserved-x", projected: token } },
  ],
  [
    "a volume named like a member of every object",
    "gcp",
    { edit: "addVolume", at: "last", value: { name: "constructor", emptyDir: {} } },
  ],
  ["another label", "aws", { edit: "setLabel", key: "app", value: "x" }],
  ["another annotation", "aws", { edit: "setAnnotation", key: "a", value: "x" }],
  ["any container of aws", "aws", { edit: "addContainer", list: "containers", at: "last", value: setup }],
  [
    "a container without a name",
    "gcp",
    { edit: "addContainer", list: "initContainers", at: "first", value: { image: "gcloud:1" } },
  ],
  [
    "another image",
    "gcp",
    { edit: "addContainer", list: "initContainers", at: "first", value: { ...setup, image: "evil:1" } },
  ],
  [
    "no securityContext",
    "gcp",
    { edit: "addContainer", list: "initContainers", at: "first", value: { name: "gcloud-setup", image: "gcloud:1" } },
  ],
  [
    "a privileged setup",
    "gcp",
    {
      edit: "addContainer",
      list: "initContainers",
      at: "first",
      value: { ...setup, securityContext: { privileged: true } },
    },
  ],
  [
    "a user that is no number",
    "gcp",
    {
      edit: "addContainer",
      list: "initContainers",
      at: "first",
      value: {
        ...setup,
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] }, runAsUser: "root" },
      },
    },
  ],
  [
    "a privileged proxy",
    "azure",
    {
      edit: "addContainer",
      list: "containers",
      at: "first",
      value: { ...proxy, securityContext: { privileged: true } },
    },
  ],
  [
    "a foreign variable in an added container",
    "gcp",
    { edit: "addContainer", list: "initContainers", at: "first", value: { ...setup, env: [{ name: "X" }] } },
  ],
  [
    "a foreign mount in an added container",
    "gcp",
    { edit: "addContainer", list: "initContainers", at: "first", value: { ...setup, volumeMounts: [{ name: "X" }] } },
  ],
  [
    "envFrom in an added container",
    "gcp",
    { edit: "addContainer", list: "initContainers", at: "first", value: { ...setup, envFrom: [] } },
  ],
  [
    "env that is no list",
    "gcp",
    { edit: "addContainer", list: "initContainers", at: "first", value: { ...setup, env: {} } },
  ],
  [
    "env with a scalar",
    "gcp",
    { edit: "addContainer", list: "initContainers", at: "first", value: { ...setup, env: ["X"] } },
  ],
];

function refusalOf(provider: Provider, edit: Edit): string | undefined {
  try {
    checkEdits(provider, [edit], declarationOf(provider, settings));
  } catch (error) {
    return error instanceof PodgraftError && error.code === "internal.forbidden_edit" ? error.message : String(error);
  }
  return undefined;
}

for (const [provider, edit] of permitted) {
  t.equal(refusalOf(provider, edit), undefined, `${provider} may ${edit.edit} ${JSON.stringify(edit)}`);
}

for (const [reason, provider, edit] of forbidden) {
  t.match(refusalOf(provider, edit), /rules may not/, `${provider} may not ${edit.edit}: ${reason}`);
}

t.test("Google's annotation keys follow its path rules", (t) => {
  for (const [prefix, key] of [
    ["example.com/", "example.com/audience"],
    ["", "audience"],
    ["/a//b", "/a/b/audience"],
  ]) {
    const declaration = declarationOf("gcp", { gcp: { annotationPrefix: prefix ?? "" } });
    t.ok(declaration.annotations.has(key ?? ""), `${prefix} → ${key}`);
  }
  t.strictSame(
    declarationOf("gcp", { gcp: {} }).annotations,
    declarationOf("gcp", { gcp: { annotationPrefix: "" } }).annotations,
    "no prefix is an empty one",
  );
  t.equal(declarationOf("aws", {}).volume("x"), undefined, "a provider without settings still has its declaration");
  t.end();
});
