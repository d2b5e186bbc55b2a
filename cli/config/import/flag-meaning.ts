import type { Provider } from "../../../engine/decision.ts";
import type { FlagKind } from "./flags.ts";

/** Flags that say how the webhook is served, and nothing about Pods; those of switches apart, for they take no value. */
type Served = { readonly valued: readonly string[]; readonly switches: readonly string[] };

const logging: Served = {
  valued: ["v", "vmodule", "stderrthreshold", "log-dir", "log-file", "log-file-max-size", "log-backtrace-at"],
  switches: ["logtostderr", "alsologtostderr", "add-dir-header", "skip-headers", "skip-log-headers", "one-output"],
};

const served: { readonly [provider in Provider]: Served } = {
  aws: {
    valued: [
      ...logging.valued,
      "port",
      "metrics-port",
      "kubeconfig",
      "kube-api",
      "webhook-config",
      "cert-dir",
      "cert-duration",
      "tls-secret",
      "tls-cert",
      "tls-key",
      "service-name",
      "namespace",
      "resync-period",
    ],
    switches: [...logging.switches, "in-cluster", "enable-debugging-handlers"],
  },
  azure: {
    valued: ["webhook-cert-dir", "tls-min-version", "health-addr", "metrics-addr", "metrics-backend", "kubeconfig"],
    switches: ["disable-cert-rotation"],
  },
  gcp: {
    valued: [
      "metrics-bind-address",
      "health-probe-bind-address",
      "kubeconfig",
      "zap-encoder",
      "zap-log-level",
      "zap-stacktrace-level",
      "zap-time-encoding",
    ],
    switches: ["zap-devel"],
  },
  alibaba: logging,
};

/** Whether a flag is about serving the webhook only, and then whether it takes a value. klog writes some of its flags with underscores. */
export function servingKind(provider: Provider, flag: string): FlagKind {
  const { valued, switches } = served[provider];
  const name = flag.replaceAll("_", "-");
  if (switches.includes(name)) return "switch";
  return valued.includes(name) ? "valued" : "unknown";
}
