import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { configDigest } from "../../../engine/config/digest.ts";
import { resolveConfig } from "../../../engine/config/resolve.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { kubeconfig } from "../cluster/kubeconfig.ts";
import { freePorts } from "../cluster/ports.ts";
import { startProcess, type Running } from "../cluster/processes.ts";
import { waitFor } from "../cluster/wait.ts";
import type { Context } from "../suite.ts";

const main = fileURLToPath(new URL("../../../cli/main.js", import.meta.url));

/** The rights that the chart gives, and no others. */
const rights = [{ apiGroups: [""], resources: ["serviceaccounts", "namespaces"], verbs: ["get", "list", "watch"] }];

/** A `podgraft serve` of its own process, which reaches the cluster with the chart's rights. */
export type AdmissionServer = {
  readonly url: string;
  /** Puts another configuration in place of the one before, and waits until it is taken. */
  readonly configure: (config: JsonObject) => Promise<void>;
  /** Writes a new certificate into the mounted folder, as the kubelet would. */
  readonly renewCertificate: () => Promise<void>;
  /** The value of a metric's first line with this beginning, undefined where there is none. */
  readonly metric: (beginning: string) => Promise<number | undefined>;
  readonly start: () => Promise<void>;
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Promise<void>;
  readonly log: () => string;
};

/** Starts the server and waits until it is ready. `name` is new in the cluster: its account and its folder are called so. */
export async function startAdmissionServer(
  context: Context,
  name: string,
  config: JsonObject,
  flags: readonly string[] = [],
): Promise<AdmissionServer> {
  const { cluster, client } = context;
  const folder = join(cluster.folder, name);
  const configFile = join(folder, "podgraft.yaml");
  const log = join(folder, "server.log");
  const [port = 0, plainPort = 0] = await freePorts(2);
  mkdirSync(join(folder, "tls"), { recursive: true });
  await grantRights(context, name);
  const { body } = await client.send({
    method: "POST",
    path: `/api/v1/namespaces/default/serviceaccounts/${name}/token`,
    body: JSON.stringify({ apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} }),
  });
  const { status } = body;
  const token = typeof status === "object" && status !== null && "token" in status ? String(status.token) : "";
  writeFileSync(join(folder, "ca.crt"), cluster.ca);
  writeFileSync(join(folder, "kubeconfig"), kubeconfig(cluster.url, join(folder, "ca.crt"), token));
  await renewCertificate();
  write(config);
  let running: Running | undefined;
  await start();
  const refused = refusals(await metrics());

  function write(value: JsonObject): void {
    const text = JSON.stringify({ ...head, ...value });
    writeFileSync(`${configFile}.new`, text);
    renameSync(`${configFile}.new`, configFile);
  }

  async function renewCertificate(): Promise<void> {
    const { certificate, key } = await cluster.issueCertificate(["127.0.0.1"]);
    writeFileSync(join(folder, "tls/tls.crt"), certificate);
    writeFileSync(join(folder, "tls/tls.key"), key);
  }

  async function start(): Promise<void> {
    running = startProcess(
      name,
      process.execPath,
      [
        main,
        "serve",
        `--config=${configFile}`,
        "--config-reload=50ms",
        `--kubeconfig=${join(folder, "kubeconfig")}`,
        `--certificate-dir=${join(folder, "tls")}`,
        `--listen=127.0.0.1:${port}`,
        `--metrics-listen=127.0.0.1:${plainPort}`,
        ...flags,
      ],
      log,
    );
    await waitFor(
      `${name} to be ready`,
      async () => {
        const outcome = running?.outcome();
        if (outcome !== undefined) throw new Error(`${name}: ${outcome}\n${running?.tail(20) ?? ""}`);
        return (await statusOf(port, cluster.ca)) === 200 ? true : undefined;
      },
      { every: 25, describe: () => running?.tail(20) ?? "" },
    );
  }

  async function metrics(): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${plainPort}/metrics`);
    return response.text();
  }

  return {
    url: `https://127.0.0.1:${port}`,
    renewCertificate,
    start,
    async configure(value) {
      write(value);
      const config = resolveConfig({ file: configFile, value: { ...head, ...value } });
      const wanted = `config_digest="${configDigest(config)}"`;
      await waitFor(
        "the configuration to be taken",
        async () => {
          const text = await metrics();
          if (refusals(text) > refused) throw new Error(`refused: ${running?.tail(3) ?? ""}`);
          return text.includes(wanted) ? true : undefined;
        },
        { every: 20 },
      );
    },
    async metric(beginning) {
      const line = (await metrics()).split("\n").find((one) => one.startsWith(beginning));
      return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ")));
    },
    end: async (signal) => running?.end(signal),
    log: () => running?.tail(40) ?? "",
  };
}

const head = { apiVersion: "podgraft.dev/v1alpha1", kind: "Config" };

function refusals(text: string): number {
  return Number(/^podgraft_config_reload_failures_total (\d+)$/m.exec(text)?.[1] ?? 0);
}

async function grantRights({ client }: Context, name: string): Promise<void> {
  const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name }, rules: rights };
  await client.apply([
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace: "default" } },
    role,
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
      subjects: [{ kind: "ServiceAccount", name, namespace: "default" }],
    },
  ]);
}

function statusOf(port: number, ca: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = request({ host: "127.0.0.1", port, path: "/readyz", ca, agent: false, timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on("error", () => resolve(undefined));
    asked.on("timeout", () => asked.destroy());
    asked.end();
  });
}
