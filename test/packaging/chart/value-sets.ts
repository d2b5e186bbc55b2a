import type { JsonObject } from "../../../engine/json.ts";

const certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

/** Values that the chart is rendered with, by what they are for; together they reach every branch of the templates. */
export const valueSets: { readonly [title: string]: JsonObject } = {
  "no values": {},
  "every webhook": { webhooks: { mutate: { enabled: true } } },
  "mutation everywhere": {
    config: { providers: { aws: {} }, admission: { mode: "mutate" } },
    webhooks: { mutate: { enabled: true, namespaces: "all", failurePolicy: "Fail" } },
  },
  "after the roll-out": { webhooks: { verify: { failurePolicy: "Fail", timeoutSeconds: 3 } } },
  "only labelled Namespaces": { webhooks: { verify: { namespaces: "labelled" } } },
  "no webhooks": { webhooks: { verify: { enabled: false }, workloads: { enabled: false } } },
  "warnings for workloads alone": { webhooks: { verify: { enabled: false } } },
  "mutation alone": {
    webhooks: { verify: { enabled: false }, workloads: { enabled: false }, mutate: { enabled: true } },
  },
  "cert-manager": { certificates: { mode: "certManager" }, webhooks: { mutate: { enabled: true } } },
  "an issuer of one's own": {
    certificates: { mode: "certManager", certManager: { issuerRef: { name: "corporate", kind: "ClusterIssuer" } } },
  },
  OpenShift: {
    certificates: { mode: "serviceCa" },
    openshift: { excludeRunLevels: true },
    webhooks: { mutate: { enabled: true } },
  },
  "a Secret of one's own": {
    certificates: { mode: "existingSecret", existingSecret: { name: "serving", caBundle: certificate } },
    webhooks: { annotations: { "example.com/owner": "platform" } },
  },
  "a Secret whose CA comes from elsewhere": {
    certificates: { mode: "existingSecret", existingSecret: { name: "serving" } },
  },
  "client certificates": { clientCertificates: { configMap: "api-server-ca", names: ["one", "two"] } },
  "all of monitoring": {
    monitoring: {
      serviceMonitor: { enabled: true, labels: { release: "prometheus" } },
      podMonitor: { enabled: true, labels: { release: "prometheus" } },
      prometheusRule: { enabled: true, labels: { release: "prometheus" }, disabled: ["PodgraftDenies"] },
      dashboard: { enabled: true, annotations: { folder: "platform" } },
    },
  },
  "a closed network": {
    networkPolicy: {
      apiServerCidrs: ["10.0.0.0/28"],
      metricsFrom: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } }],
      dns: true,
    },
  },
  "one replica, bare": {
    replicas: 1,
    networkPolicy: { enabled: false },
    topologySpread: { enabled: false },
    priorityClass: { name: "" },
    tests: { enabled: false },
    server: {
      preStopSeconds: 0,
      http2: true,
      extraArgs: ["--log-level=debug"],
      extraEnv: [{ name: "TZ", value: "UTC" }],
    },
    rbac: { create: false },
    serviceAccount: { create: false, name: "ours" },
    hostNetwork: true,
  },
  "everything named": {
    nameOverride: "identity",
    fullnameOverride: "identity-webhook",
    commonLabels: { team: "platform" },
    image: { repository: "registry.example/podgraft", digest: `sha256:${"0".repeat(64)}` },
    imagePullSecrets: [{ name: "pull" }],
    existingConfigMap: "identities",
    environment: "prod",
    module: { file: "/rules/own.wasm", digest: `sha256:${"1".repeat(64)}` },
    webhooks: {
      excludedNamespaces: ["kube-system", "cert-manager"],
      namespaceMatchExpressions: [{ key: "team", operator: "Exists" }],
      matchConditions: [{ name: "not-ours", expression: "request.operation != 'DELETE'" }],
      workloads: {
        extraRules: [{ apiGroups: ["argoproj.io"], apiVersions: ["v1alpha1"], resources: ["rollouts"] }],
      },
      mutate: { enabled: true },
    },
    service: { annotations: { a: "b" }, port: 8443 },
    serviceAccount: { name: "identity", annotations: { c: "d" } },
    podAnnotations: { e: "f" },
    podLabels: { g: "h" },
    nodeSelector: { "kubernetes.io/os": "linux" },
    tolerations: [{ key: "critical", operator: "Exists" }],
    affinity: { nodeAffinity: {} },
    extraVolumes: [{ name: "rules", configMap: { name: "rules" } }],
    extraVolumeMounts: [{ name: "rules", mountPath: "/rules" }],
  },
};
