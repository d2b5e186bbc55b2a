import type { JsonObject } from "../engine/json.ts";
import { accessMount, accessVolume } from "../test/conformance/serve.ts";

/** A two-container Pod of about 3 KB as an API server hands it to admission: defaults filled in, the API access volume mounted. */
export function servedPod(serviceAccountName: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      generateName: "orders-7c9f6bd5d8-",
      namespace: "shop",
      labels: { app: "orders", "pod-template-hash": "7c9f6bd5d8" },
      annotations: { "kubectl.kubernetes.io/restartedAt": "2026-01-01T00:00:00Z" },
    },
    spec: {
      serviceAccountName,
      serviceAccount: serviceAccountName,
      containers: [container("app", 8080), container("exporter", 9100)],
      volumes: [accessVolume],
      restartPolicy: "Always",
      terminationGracePeriodSeconds: 30,
      dnsPolicy: "ClusterFirst",
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      schedulerName: "default-scheduler",
      tolerations: ["not-ready", "unreachable"].map((taint) => ({
        key: `node.kubernetes.io/${taint}`,
        operator: "Exists",
        effect: "NoExecute",
        tolerationSeconds: 300,
      })),
      priority: 0,
      enableServiceLinks: true,
      preemptionPolicy: "PreemptLowerPriority",
    },
  };
}

function container(name: string, port: number): JsonObject {
  const probe = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
  return {
    name,
    image: `registry.example.com/shop/${name}:1.4.2`,
    args: ["--config=/etc/app/config.yaml", "--log-level=info"],
    ports: [{ name: "http", containerPort: port, protocol: "TCP" }],
    env: [
      { name: "DATABASE_HOST", value: "orders-db.shop.svc.cluster.local" },
      { name: "DATABASE_PASSWORD", valueFrom: { secretKeyRef: { name: "orders-db", key: "password" } } },
      { name: "LOG_FORMAT", value: "json" },
      { name: "FEATURES", value: "a,b,c" },
    ],
    resources: { limits: { cpu: "1", memory: "512Mi" }, requests: { cpu: "100m", memory: "128Mi" } },
    volumeMounts: [accessMount],
    livenessProbe: { httpGet: { path: "/healthz", port, scheme: "HTTP" }, ...probe },
    readinessProbe: { httpGet: { path: "/readyz", port, scheme: "HTTP" }, ...probe },
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    imagePullPolicy: "IfNotPresent",
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
  };
}
