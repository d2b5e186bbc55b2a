import type { Provider } from "../../../../engine/decision.ts";
import { isJsonObject, member, type Json, type JsonObject } from "../../../../engine/json.ts";

/** What a test varies about how flags are written. */
type FlagStyle = "equals" | "words" | "one-dash";

const images: { readonly [provider in Provider]: string } = {
  aws: "public.ecr.aws/eks/amazon-eks-pod-identity-webhook",
  azure: "mcr.microsoft.com/oss/azure/workload-identity/webhook",
  gcp: "ghcr.io/pfnet-research/gcp-workload-identity-federation-webhook",
  alibaba: "registry-cn-hangzhou-vpc.ack.aliyuncs.com/acs/ack-pod-identity-webhook",
};

/** Azure takes these as variables, all else as flags. */
const azureVariables = /^(?:azureTenantId|azureEnvironment|proxy.*Image|azureKubernetes.*)$/;

/** What no manifest of an installation holds. */
const elsewhere: ReadonlySet<string> = new Set([
  "profile",
  "instanceIdentity",
  "kubernetesVersion",
  "mutatingWebhookNamespaceSelector",
  "configMap",
  "containerCredentials",
  "jitter",
  "acceptEquivalentLayout",
]);

/** The objects of an installation whose webhook has the settings: workload, ConfigMaps, registration. */
export function officialManifests(provider: Provider, settings: JsonObject, style: FlagStyle): JsonObject[] {
  const namespace = `${provider}-system`;
  const args: string[] = [];
  const data: { [name: string]: string } = {};
  const plain = Object.entries(settings).filter(([name]) => !elsewhere.has(name));
  for (const [name, value] of plain) {
    if (provider === "azure" && azureVariables.test(name)) data[snake(name)] = String(value);
    else args.push(...flag(name, value ?? null, style));
  }
  const credentials = member(settings, "containerCredentials");
  for (const [name, value] of isJsonObject(credentials) ? Object.entries(credentials) : []) {
    if (name !== "identities") args.push(...flag(`containerCredentials-${name}`, value ?? null, style));
  }
  const identities = member(credentials, "identities");
  if (identities !== undefined) args.push("--watch-container-credentials-config=/etc/credentials/list/config.json");
  if (provider === "aws") args.push(`--namespace=${namespace}`, "--in-cluster=false");
  const version = String(settings.profile ?? "").replace("next", "0.8.0");
  return [
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "webhook", namespace },
      spec: {
        template: {
          spec: {
            containers: [
              {
                name: "webhook",
                image: `${images[provider]}:v${version}`,
                command: ["/webhook"],
                args,
                envFrom: [{ configMapRef: { name: "variables" } }],
                volumeMounts: [
                  { name: "certs", mountPath: "/etc" },
                  { name: "list", mountPath: "/etc/credentials/" },
                ],
              },
            ],
            volumes: [
              { name: "certs", secret: { secretName: "certs" } },
              { name: "list", configMap: { name: "list", items: [{ key: "identities", path: "list/config.json" }] } },
            ],
          },
        },
      },
    },
    configMap(namespace, "variables", data),
    configMap(namespace, "list", { identities: JSON.stringify({ identities: identities ?? [] }) }),
    configMap(namespace, "pod-identity-webhook", { config: JSON.stringify(settings.configMap ?? {}) }),
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "MutatingWebhookConfiguration",
      metadata: { name: `${provider}-webhook` },
      webhooks: [
        {
          name: provider === "alibaba" ? "alibabacloud.com" : `${provider}.example.com`,
          clientConfig: { service: { namespace, name: "webhook" } },
          namespaceSelector: settings.mutatingWebhookNamespaceSelector ?? {},
        },
      ],
    },
  ];
}

/** A ConfigMap with data. */
export function configMap(namespace: string, name: string, data: JsonObject): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name }, data };
}

function flag(name: string, value: Json, style: FlagStyle): string[] {
  const dashed = name.replaceAll(/(?<=[a-z])-?([A-Z]+)/g, "-$1").toLowerCase();
  if (value === true) return [style === "equals" ? `--${dashed}=true` : `--${dashed}`];
  if (style === "words" && typeof value !== "boolean") return [`--${dashed}`, String(value)];
  return [`${style === "one-dash" ? "-" : "--"}${dashed}=${String(value)}`];
}

function snake(name: string): string {
  return name.replaceAll(/(?<=[a-z])([A-Z])/g, "_$1").toUpperCase();
}
