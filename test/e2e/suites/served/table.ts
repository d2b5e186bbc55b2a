import type { JsonObject } from "../../../../engine/json.ts";

const image = "registry.example/app:1";
const hex = "0123456789abcdef".repeat(4);

/** Images with whatever decides when they are pulled. */
const images = [
  "app",
  "app:latest",
  "app:1",
  "app:Latest",
  "registry.example:5000/team/app",
  "registry.example:5000/team/app:latest",
  "localhost/app",
  "Registry/app",
  "team/App",
  "APP:latest",
  "app@sha256:0",
  `app@sha256:${hex}`,
  `app:latest@sha256:${hex}`,
  `app:1@sha256:${hex}`,
  `app@sha512:${hex}${hex}`,
  `app:latest@md5:${hex}`,
  hex,
  `${hex}a`,
  "app:",
  "app:-1",
  "a__b/c--d/e.f",
  "a___b:latest",
  "a..b",
  "-a.example/b",
  "[::1]:5000/app",
  "not an image:latest",
];

/** Quantities in forms that are not the one in which they are stored. */
const quantities = [
  "0",
  "00",
  "0.0",
  "1",
  "01",
  "1.5",
  "0.5",
  "1000m",
  "1500m",
  "1500000u",
  "100u",
  "1n",
  "0.0001",
  "1024Ki",
  "1536Mi",
  "0.5Gi",
  "1.5Gi",
  "1000Ki",
  "500Ki",
  "1e3",
  "1E3",
  "1e-3",
  "15e2",
  "100k",
  "1000k",
  "1M",
  "0.1M",
  "1.0",
  "+1",
  "128974848",
  "129e6",
  "123Mi",
];

const containers: { readonly [title: string]: JsonObject } = {
  "explicit empty values": {
    imagePullPolicy: "",
    terminationMessagePath: "",
    terminationMessagePolicy: null,
    workingDir: "",
    command: [],
    args: null,
    env: [],
    envFrom: [],
    ports: null,
    volumeMounts: [],
    stdin: false,
    tty: false,
    securityContext: {},
    lifecycle: {},
    resources: { limits: {}, requests: null, claims: [] },
  },
  "values that are no defaults": {
    imagePullPolicy: "Never",
    terminationMessagePath: "/dev/log",
    terminationMessagePolicy: "FallbackToLogsOnError",
    stdin: true,
    tty: true,
    args: ["", "0"],
  },
  "an HTTP probe": { livenessProbe: { httpGet: { port: 80 } } },
  "an HTTP probe with everything": {
    startupProbe: {
      httpGet: { port: "web", path: "/healthz", scheme: "HTTPS", host: "", httpHeaders: [{ name: "A", value: "" }] },
      initialDelaySeconds: 5,
      timeoutSeconds: 2,
      periodSeconds: 3,
      successThreshold: 1,
      failureThreshold: 30,
      terminationGracePeriodSeconds: 10,
    },
    ports: [{ name: "web", containerPort: 80, protocol: "", hostIP: "" }],
  },
  "a probe with zeros": {
    readinessProbe: {
      tcpSocket: { port: 80, host: "" },
      initialDelaySeconds: 0,
      timeoutSeconds: 0,
      periodSeconds: 0,
      successThreshold: 0,
      failureThreshold: 0,
    },
  },
  "gRPC probes": {
    livenessProbe: { grpc: { port: 80, service: "" } },
    readinessProbe: { grpc: { port: 80, service: "a" } },
    startupProbe: { grpc: { port: 80, service: null } },
  },
  hooks: {
    lifecycle: {
      postStart: { exec: { command: ["a", ""] } },
      preStop: { httpGet: { port: 80, path: "", scheme: "" } },
    },
  },
  "a hook that sleeps": { lifecycle: { preStop: { sleep: { seconds: 1 } } } },
  ports: {
    ports: [
      { containerPort: 80, hostPort: 0 },
      { containerPort: 81, protocol: "UDP", name: "" },
    ],
  },
  "a security context": {
    securityContext: {
      privileged: false,
      runAsUser: 0,
      runAsNonRoot: false,
      readOnlyRootFilesystem: false,
      capabilities: { add: [], drop: ["ALL"] },
      seccompProfile: { type: "RuntimeDefault", localhostProfile: null },
      seLinuxOptions: { level: "" },
      procMount: null,
    },
  },
  variables: {
    env: [
      { name: "A", value: "" },
      { name: "B", value: null },
      { name: "C", valueFrom: { fieldRef: { fieldPath: "metadata.name", apiVersion: "" } } },
      { name: "D", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } },
      { name: "E", valueFrom: { resourceFieldRef: { resource: "limits.cpu", divisor: "1000m", containerName: "" } } },
      { name: "F", valueFrom: { secretKeyRef: { name: "s", key: "k", optional: false } } },
      { name: "G", valueFrom: { configMapKeyRef: { name: "s", key: "k" } } },
    ],
    envFrom: [{ prefix: "", configMapRef: { name: "c", optional: false } }, { secretRef: { name: "" } }],
  },
  mounts: {
    volumeMounts: [
      { name: "v", mountPath: "/a", readOnly: false, subPath: "" },
      { name: "v", mountPath: "/b", readOnly: true, subPathExpr: "$(A)", mountPropagation: null },
      { name: "v", mountPath: "/c", mountPropagation: "None", readOnly: true, recursiveReadOnly: "Disabled" },
    ],
  },
  "resources that are null": { resources: { limits: { cpu: null }, requests: { memory: null, cpu: 0 } } },
  "a resource without requests": { resources: { limits: { cpu: 1, memory: "1024Mi" }, requests: { cpu: "100m" } } },
};

const volumes: { readonly [title: string]: JsonObject } = {
  "no source": {},
  emptyDir: { emptyDir: { medium: "", sizeLimit: "1024Mi" } },
  "emptyDir without limit": { emptyDir: { sizeLimit: null } },
  hostPath: { hostPath: { path: "/a" } },
  "hostPath with a type": { hostPath: { path: "/a", type: "Directory" } },
  secret: {
    secret: { secretName: "s", optional: false, defaultMode: null, items: [{ key: "k", path: "p", mode: 0 }] },
  },
  configMap: { configMap: { name: "c", items: [] } },
  "configMap without a name": { configMap: { name: "", optional: true } },
  downwardAPI: {
    downwardAPI: {
      defaultMode: 0,
      items: [
        { path: "a", fieldRef: { fieldPath: "metadata.labels" } },
        { path: "b", resourceFieldRef: { containerName: "c", resource: "limits.memory" } },
        {
          path: "c",
          resourceFieldRef: { containerName: "c", resource: "limits.memory", divisor: "1024Ki" },
          mode: 256,
        },
      ],
    },
  },
  projected: {
    projected: {
      sources: [
        { serviceAccountToken: { path: "t", audience: "", expirationSeconds: null } },
        { serviceAccountToken: { path: "u", audience: "a", expirationSeconds: 600 } },
        { configMap: { name: "c", items: [], optional: false } },
        { secret: { name: "s" } },
        { downwardAPI: { items: [{ path: "n", fieldRef: { fieldPath: "metadata.name" } }] } },
      ],
    },
  },
  "projected without sources": { projected: { sources: [], defaultMode: 292 } },
  image: { image: { reference: "registry.example/models" } },
  "image with a tag": { image: { reference: "registry.example/models:1", pullPolicy: "" } },
  claim: { persistentVolumeClaim: { claimName: "c", readOnly: false } },
  nfs: { nfs: { server: "s", path: "/p", readOnly: true } },
  csi: { csi: { driver: "d.example", volumeAttributes: { a: "" } } },
  iscsi: { iscsi: { targetPortal: "127.0.0.1", iqn: "iqn.2026-01.example:a", lun: 0 } },
  rbd: { rbd: { monitors: ["a"], image: "i", pool: "" } },
  azureDisk: { azureDisk: { diskName: "d", diskURI: "https://d.example/d" } },
  scaleIO: { scaleIO: { gateway: "g", system: "s", secretRef: { name: "s" }, volumeName: "v" } },
};

/** Pods for the defaults that the conformance cases do not happen to need. */
export const tablePods: readonly { readonly id: string; readonly pod: JsonObject }[] = [
  ...images.map((reference) => podWith(`table: image ${reference}`, { image: reference })),
  ...quantities.map((quantity) =>
    podWith(`table: quantity ${quantity}`, {
      resources: { limits: { "example.com/a": "9", cpu: quantity }, requests: { memory: quantity } },
      env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "limits.cpu", divisor: "1m" } } }],
    }),
  ),
  ...Object.entries(containers).map(([title, container]) => podWith(`table: container with ${title}`, container)),
  ...Object.entries(volumes).map(([title, volume]) => ({
    id: `table: volume of ${title}`,
    pod: {
      metadata: { name: "table" },
      spec: { containers: [{ name: "c", image }], volumes: [{ name: "v", ...volume }] },
    },
  })),
];

function podWith(id: string, container: JsonObject): { readonly id: string; readonly pod: JsonObject } {
  return { id, pod: { metadata: { name: "table" }, spec: { containers: [{ name: "c", image, ...container }] } } };
}
