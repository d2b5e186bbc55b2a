import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pair } from "../../../plugin/certificates/issue.ts";
import { issueServerCertificate, writeClusterFiles, type ClusterFiles } from "./files.ts";
import { apiServerFlags, controllerManagerFlags, etcdFlags, type ClusterPorts } from "./flags.ts";
import { freePorts } from "./ports.ts";
import { startProcess, type Running } from "./processes.ts";
import type { ClusterTools } from "./tools.ts";
import { waitFor } from "./wait.ts";

/** A control plane on loopback without nodes: Pods are admitted and stored, and stay pending. */
export type Cluster = {
  readonly url: string;
  /** The certificate of the authority that signs everything here, in PEM. */
  readonly ca: string;
  readonly adminToken: string;
  /** The path of a kubeconfig for the administrator. */
  readonly kubeconfig: string;
  /** Who issues tokens, and the keys that sign and verify them, in PEM. */
  readonly serviceAccounts: { readonly issuer: string; readonly publicKey: string; readonly privateKey: string };
  /** The path of the audit log: one JSON object a line. */
  readonly auditLog: string;
  /** A folder for what a suite needs on disk; gone after the run. */
  readonly folder: string;
  /** A serving certificate for these names and addresses that `ca` vouches for. */
  readonly issueCertificate: (names: readonly string[]) => Promise<Pair>;
  /** Ends the API server at once, as a crash would; what was stored stays. */
  readonly killApiServer: () => Promise<void>;
  /** Starts the API server again where it was, and waits until it is ready. */
  readonly restartApiServer: () => Promise<void>;
  /** The last lines that every process printed. */
  readonly describe: () => string;
  /** Ends everything and removes the folder. */
  readonly stop: () => Promise<void>;
};

/** What a cluster is made of. `apiServerFlags` come after the usual ones and win over them. */
export type ClusterOptions = {
  readonly tools: ClusterTools;
  readonly controllerManager: boolean;
  readonly apiServerFlags?: readonly string[];
};

/** Starts a cluster of its own and waits until the API server is ready. If that fails, the error carries the ends of the logs. */
export async function startCluster(options: ClusterOptions, attempts = 3): Promise<Cluster> {
  try {
    return await startOnce(options);
  } catch (cause) {
    // Between choosing a free port and listening on it, another program may have been faster.
    const taken = cause instanceof Error && cause.message.includes("address already in use");
    if (!taken || attempts <= 1) throw cause;
    return startCluster(options, attempts - 1);
  }
}

async function startOnce(options: ClusterOptions): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "podgraft-e2e-"));
  process.once("exit", removeFolder);
  const ports = await choosePorts();
  const url = `https://127.0.0.1:${ports.apiServer}`;
  const files = await writeClusterFiles(folder, url);
  const running = new Map<string, Running>();

  function removeFolder(): void {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  function start(name: string, path: string, flags: readonly string[]): void {
    if (running.has(name) && running.get(name)?.outcome() === undefined) throw new Error(`${name} runs already`);
    running.set(name, startProcess(name, path, flags, join(files.logs, `${name}.log`)));
  }

  async function startApiServer(): Promise<void> {
    const flags = [...apiServerFlags(ports, files), ...(options.apiServerFlags ?? [])];
    start("kube-apiserver", options.tools.apiServer, flags);
    await waitFor("the API server's readiness", () => isReady(url, files, [...running.values()]));
  }

  function describe(): string {
    return [...running.values()]
      .map(({ name, outcome, tail }) => `--- ${name}: ${outcome() ?? "it runs"}\n${tail(8)}`)
      .join("\n");
  }

  async function stop(): Promise<void> {
    // Clients of the API server first. The server itself would wait for every open watch, so it is not asked.
    for (const name of ["kube-controller-manager", "kube-apiserver", "etcd"]) await running.get(name)?.end("SIGKILL");
    process.off("exit", removeFolder);
    removeFolder();
  }

  try {
    start("etcd", options.tools.etcd, etcdFlags(ports, files));
    await startApiServer();
    if (options.controllerManager)
      start("kube-controller-manager", options.tools.controllerManager, controllerManagerFlags(ports, files));
  } catch (cause) {
    const logs = describe();
    await stop();
    throw new Error(`The cluster does not start: ${cause instanceof Error ? cause.message : String(cause)}\n${logs}`, {
      cause,
    });
  }

  return {
    url,
    ca: files.authority.certificate,
    adminToken: files.adminToken,
    kubeconfig: files.adminKubeconfig,
    serviceAccounts: { issuer: url, ...files.serviceAccountKey },
    auditLog: files.auditLog,
    folder,
    issueCertificate: (names) => issueServerCertificate(files.authority, names),
    killApiServer: async () => running.get("kube-apiserver")?.end("SIGKILL"),
    restartApiServer: startApiServer,
    describe,
    stop,
  };
}

async function choosePorts(): Promise<ClusterPorts> {
  const [etcd = 0, etcdPeers = 0, apiServer = 0, controllerManager = 0] = await freePorts(4);
  return { etcd, etcdPeers, apiServer, controllerManager };
}

/** True when it is ready, undefined when not yet. With one of the processes gone it never will be. */
async function isReady(url: string, files: ClusterFiles, running: readonly Running[]): Promise<true | undefined> {
  for (const { name, outcome } of running) {
    const end = outcome();
    if (end !== undefined) throw new Error(`${name}: ${end}`);
  }
  const status = await statusOf(`${url}/readyz`, files.authority.certificate);
  return status === 200 ? true : undefined;
}

function statusOf(url: string, ca: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { ca, agent: false, timeout: 10_000 }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(undefined));
  });
}
