import { fork, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { isJsonObject, member, parseJson, type Json } from "../../engine/json.ts";
import { issueAuthority, issueServing } from "../../plugin/certificates/issue.ts";
import { configuration } from "./completed.ts";
import type { Asked } from "./load.ts";
import { accounts, createReviews } from "./reviews.ts";

/** A server in a process of its own. */
export type Server = Asked & { readonly pid: number; readonly stop: () => void };

type Pem = { readonly ca: string; readonly cert: string; readonly key: string };

/** A certificate for loopback. */
export async function loopbackCertificate(): Promise<Pem> {
  const validity = { notBefore: Date.now() - 60_000, notAfter: Date.now() + 3_600_000 };
  const authority = await issueAuthority("bench", validity);
  const serving = await issueServing(authority, ["127.0.0.1"], validity);
  return { ca: authority.certificate, cert: serving.certificate, key: serving.key };
}

/** The stand-in of an API server with annotated ServiceAccounts and their Namespaces. */
export async function startApiServer(): Promise<{ readonly kubeconfig: string; readonly stop: () => void }> {
  const file = fileURLToPath(new URL("../lookup-server.js", import.meta.url));
  const child = fork(file, [String(accounts), "namespaces"], { stdio: "inherit" });
  const { port, ca } = await new Promise<{ port: number; ca: string }>((resolve) => child.once("message", resolve));
  const kubeconfig = {
    "current-context": "bench",
    contexts: [{ name: "bench", context: { cluster: "bench", user: "bench" } }],
    clusters: [
      {
        name: "bench",
        cluster: {
          server: `https://127.0.0.1:${port}`,
          "certificate-authority-data": Buffer.from(ca).toString("base64"),
        },
      },
    ],
    users: [{ name: "bench", user: { token: "bench" } }],
  };
  return { kubeconfig: JSON.stringify(kubeconfig), stop: () => child.kill() };
}

/** `podgraft serve` as users run it, ready. */
export async function startServe(pem: Pem, kubeconfig: string): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "podgraft-bench-"));
  mkdirSync(join(folder, "tls"));
  const files = {
    "podgraft.json": JSON.stringify(configuration),
    kubeconfig,
    "tls/tls.crt": pem.cert,
    "tls/tls.key": pem.key,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  const child = spawn(
    process.execPath,
    [
      program(),
      "serve",
      "--listen=127.0.0.1:0",
      "--metrics-listen=127.0.0.1:0",
      `--config=${join(folder, "podgraft.json")}`,
      `--kubeconfig=${join(folder, "kubeconfig")}`,
      `--certificate-dir=${join(folder, "tls")}`,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const server = {
    target: targetAt(await portOf(child), "/mutate", pem.ca),
    pid: child.pid ?? 0,
    stop: () => child.kill(),
  };
  await untilReady(server);
  return server;
}

/** The bundle, where there is one beside this benchmark. */
function program(): string {
  const bundle = fileURLToPath(new URL("../../bundle/cli/main.js", import.meta.url));
  return existsSync(bundle) ? bundle : fileURLToPath(new URL("../../cli/main.js", import.meta.url));
}

/** The line of the log that tells the port; everything else that is said goes on to this process' own. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("exit", (status) => reject(new Error(`podgraft serve ended with status ${String(status)}`)));
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on("line", (line) => {
        const port = lineMember(line, "port");
        if (typeof port === "number") resolve(port);
        else if (lineMember(line, "level") !== "info" && !child.killed) console.error(line);
      });
    }
  });
}

function lineMember(line: string, key: string): Json | undefined {
  try {
    return member(parseJson(line), key);
  } catch {
    return undefined;
  }
}

async function untilReady({ target }: Asked): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { status } = await exchange(target, "GET", "/readyz");
    if (status === 200) return;
    await sleep(20);
  }
  throw new Error("podgraft serve is not ready after ten seconds");
}

/** The bare server, which answers with as much as `like` does. */
export async function startFloor(pem: Pem, like: Asked): Promise<Server> {
  const child = fork(fileURLToPath(new URL("../floor-server.js", import.meta.url)));
  child.send({ ...pem, patch: await patchOf(like) });
  const { port } = await new Promise<{ port: number }>((resolve) => child.once("message", resolve));
  return { target: targetAt(port, "/mutate", pem.ca), pid: child.pid ?? 0, stop: () => child.kill() };
}

/** The patch in base64 that a server answers to the first review. */
async function patchOf({ target }: Asked): Promise<string> {
  const { text } = await exchange(target, "POST", target.path, createReviews("known")().text);
  const answer = parseJson(text);
  const patch = member(member(answer, "response"), "patch");
  if (!isJsonObject(answer) || typeof patch !== "string")
    throw new Error(`no patch was answered: ${text.slice(0, 500)}`);
  return patch;
}

function targetAt(port: number, path: string, ca: string): Asked["target"] {
  return { host: "127.0.0.1", port, path, ca };
}

function exchange(
  { host, port, ca }: Asked["target"],
  method: string,
  path: string,
  body = "",
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = body === "" ? {} : { "content-type": "application/json" };
    const sent = request(
      { host, port, path, method, headers, agent: false, ...(ca === null ? {} : { ca }) },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
