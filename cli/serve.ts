import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { PodgraftError } from "../engine/errors.ts";
import { mountedAuthorities } from "../plugin/certificates/client-authorities.ts";
import { mountedCertificate } from "../plugin/certificates/mounted.ts";
import { servingNames } from "../plugin/certificates/renew.ts";
import { selfManagedCertificate } from "../plugin/certificates/self-managed.ts";
import type { TlsSource } from "../plugin/certificates/tls-source.ts";
import { createApiClient } from "../plugin/lookup/api/client.ts";
import type { ApiAccess } from "../plugin/lookup/api/access.ts";
import { inClusterAccess, ownNamespace, runsInCluster } from "../plugin/lookup/api/in-cluster.ts";
import { kubeconfigAccess } from "../plugin/lookup/api/kubeconfig.ts";
import { createCluster } from "../plugin/lookup/create-cluster.ts";
import type { Log } from "../plugin/log.ts";
import { createLog } from "../plugin/server/create-log.ts";
import { runServer } from "../plugin/server/run-server.ts";
import { readYaml } from "../renderer/yaml/read.ts";
import { switchOption, textOption, textOptions, type Call, type Command, type Outcome } from "./command.ts";
import { configurationOptions } from "./configuration.ts";
import { packageVersion } from "./package/version.ts";
import { ruleSource } from "./serve/rule-source.ts";
import { addressOption, choiceOption, countOption, durationOption } from "./serve/values.ts";

/** `podgraft serve`: the admission server. */
export const serveCommand: Command = {
  name: "serve",
  summary: "Run the admission server: verify or complete Pods as they are created, by the same rules",
  operands: "[OPTIONS]",
  description:
    "Answers the webhooks /verify and /mutate over HTTPS, by the modes that Namespaces' labels choose. Runs until SIGTERM or SIGINT, then\n" +
    "answers what has been asked and ends. An API server that cannot be reached keeps it from being ready, not from starting.\n" +
    "Logs are JSON lines on standard error.",
  options: [
    ...configurationOptions,
    { name: "listen", value: "ADDRESS:PORT", description: "Where the webhooks listen (default: :8443)" },
    {
      name: "metrics-listen",
      value: "ADDRESS:PORT|off",
      description: "Where /metrics, /healthz and /readyz are had without TLS (default: :8080)",
    },
    { name: "http2", description: "Speak HTTP/2 too" },
    {
      name: "certificate-dir",
      value: "DIR",
      description: "Folder with tls.crt and tls.key, read again when they change",
    },
    {
      name: "self-managed-certificate",
      description: "Make and renew the certificate, in a Secret that all replicas share",
    },
    { name: "certificate-secret", value: "NAME", description: "That Secret (default: podgraft-certificate)" },
    { name: "service", value: "NAME", description: "The Service that the certificate is for (default: podgraft)" },
    {
      name: "namespace",
      short: "n",
      value: "NAME",
      description: "Namespace of Secret and Service (default: the Pod's own)",
    },
    {
      name: "webhook-configuration",
      value: "NAME",
      description: "Webhook configurations, mutating and validating, that get the caBundle (default: podgraft)",
    },
    {
      name: "kubeconfig",
      value: "FILE",
      description: "How to reach the API server (default: the Pod's own account, else $KUBECONFIG)",
    },
    {
      name: "client-ca",
      value: "FILE",
      description: "Only callers with a certificate of these authorities may ask; read again when it changes",
    },
    {
      name: "client-name",
      value: "NAME",
      repeatable: true,
      description: "Names that such a certificate may carry (default: kube-apiserver)",
    },
    { name: "max-body", value: "BYTES", description: "Largest body that is read (default: 8388608)" },
    {
      name: "max-concurrent",
      value: "NUMBER",
      description: "Reviews at the same time; more get 503 at once (default: 64)",
    },
    {
      name: "deadline",
      value: "DURATION",
      description: "Time for one review, below the webhook's timeoutSeconds (default: 2s)",
    },
    { name: "lookup-deadline", value: "DURATION", description: "Time for one request to the API server (default: 1s)" },
    {
      name: "cache-max-age",
      value: "DURATION",
      description: "How old the cache may get while the API server is away (default: 10m)",
    },
    { name: "drain", value: "DURATION", description: "Time to end after SIGTERM (default: 20s)" },
    {
      name: "config-reload",
      value: "DURATION",
      description: "How often configuration and module are looked at (default: 10s; 0 never)",
    },
    { name: "module", value: "FILE", description: "Compiled rules in place of the built-in ones" },
    { name: "module-digest", value: "sha256:HEX", description: "Refuse rules of another digest" },
    { name: "log-level", value: "debug|info|warn|error", description: "How much is logged (default: info)" },
    { name: "log-format", value: "json", description: "How it is logged (default: json)" },
  ],
  examples: [
    {
      title: "In a cluster, with a certificate that is mounted",
      command: "podgraft serve --config /etc/podgraft/podgraft.yaml --certificate-dir /etc/podgraft/tls",
    },
    {
      title: "On a desk, against the cluster of a kubeconfig",
      command: "podgraft serve --kubeconfig ~/.kube/config --listen 127.0.0.1:8443 --certificate-dir tls",
    },
  ],
  run: runServe,
};

async function runServe(call: Call): Promise<Outcome> {
  if (call.operands.length > 0) {
    throw new PodgraftError("usage.invalid", `serve takes no operands, found ${JSON.stringify(call.operands[0])}`);
  }
  const logLevel = choiceOption(call, "log-level", ["debug", "info", "warn", "error"], "info");
  const log = createLog(logLevel);
  choiceOption(call, "log-format", ["json"], "json");
  const stopping = new AbortController();
  const ended = untilSignal(stopping, log);
  const access = apiAccess(call);
  const clientCa = textOption(call, "client-ca");
  const drainMs = durationOption(call, "drain", "20s");
  const clientNames = textOptions(call, "client-name");
  const starting = runServer({
    version: packageVersion(),
    listen: addressOption(call, "listen", ":8443"),
    metricsListen:
      textOption(call, "metrics-listen") === "off" ? undefined : addressOption(call, "metrics-listen", ":8080"),
    http2: switchOption(call, "http2"),
    clientCa: clientCa === undefined ? undefined : mountedAuthorities({ file: clientCa, log }),
    clientNames: clientCa === undefined ? undefined : clientNames.length > 0 ? clientNames : ["kube-apiserver"],
    limits: {
      maxBody: countOption(call, "max-body", 8 * 1024 * 1024),
      maxConcurrent: countOption(call, "max-concurrent", 64),
      deadlineMs: durationOption(call, "deadline", "2s"),
    },
    drainMs,
    reloadEveryMs: durationOption(call, "config-reload", "10s"),
    source: ruleSource(call),
    openCluster: (wanted) =>
      createCluster({
        access,
        wanted,
        log,
        maxAgeMs: durationOption(call, "cache-max-age", "10m"),
        lookupTimeoutMs: durationOption(call, "lookup-deadline", "1s"),
      }),
    openCertificate: certificateSource(call, access, log, stopping.signal),
    log,
    logLevel,
    remembers: textOption(call, "module") === undefined,
  });
  // A signal that comes before everything is open ends the wait for a certificate, and then all of it.
  const server = await starting.catch((error: unknown) => {
    if (stopping.signal.aborted) return undefined;
    throw error;
  });
  const status = await ended;
  await server?.drain();
  return { status };
}

/**
 * Settles with the exit status when the process is to end: 0 after a signal, 4 after an exception that nobody caught, since whatever it came
 * out of is in an unknown state; what has been asked is still answered. A promise that nobody waited for is logged and no more.
 */
function untilSignal(stopping: AbortController, log: Log): Promise<number> {
  return new Promise((resolve) => {
    const end = (status: number): void => {
      stopping.abort();
      resolve(status);
    };
    process.on("SIGTERM", () => end(0));
    process.on("SIGINT", () => end(0));
    process.on("unhandledRejection", (cause) =>
      log("error", "A promise was rejected unheard", { cause: String(cause) }),
    );
    process.on("uncaughtException", (error) => {
      log("error", "An exception was not caught; the server ends", { cause: error.stack ?? String(error) });
      end(4);
    });
  });
}

function apiAccess(call: Call): ApiAccess {
  const file = textOption(call, "kubeconfig") ?? (runsInCluster(process.env) ? undefined : process.env.KUBECONFIG);
  if (file === undefined || file === "") return inClusterAccess(process.env);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new PodgraftError("config.unreadable", `cannot be read: ${String(cause)}`, { file }, { cause });
  }
  return kubeconfigAccess(readYaml(text, { file }).value ?? null, { file, folder: dirname(file) });
}

function certificateSource(call: Call, access: ApiAccess, log: Log, signal: AbortSignal): () => Promise<TlsSource> {
  const folder = textOption(call, "certificate-dir");
  const isSelfManaged = switchOption(call, "self-managed-certificate");
  if ((folder === undefined) === !isSelfManaged) {
    throw new PodgraftError("usage.invalid", "expected --certificate-dir or --self-managed-certificate, one of them");
  }
  if (folder !== undefined) return () => Promise.resolve(mountedCertificate({ folder, log }));
  const namespace = textOption(call, "namespace") ?? ownNamespace();
  return () =>
    selfManagedCertificate({
      client: createApiClient(access),
      namespace,
      secret: textOption(call, "certificate-secret") ?? "podgraft-certificate",
      names: servingNames(textOption(call, "service") ?? "podgraft", namespace),
      webhookConfiguration: textOption(call, "webhook-configuration") ?? "podgraft",
      log,
      signal,
    });
}
