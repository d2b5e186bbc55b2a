import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { request, type RequestOptions } from "node:https";
import { request as requestPlainly } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Test } from "tap";
import { isJsonObject, member, parseJson, type Json, type JsonObject } from "../../../engine/json.ts";
import { issueAuthority, issueServing, type Pair } from "../../../plugin/certificates/issue.ts";
import { eventually } from "../lookup/eventually.ts";
import { StandIn } from "../lookup/stand-in.ts";

const main = fileURLToPath(new URL("../../../cli/main.js", import.meta.url));
const hour = 3_600_000;

export type Answer = {
  readonly status: number;
  readonly text: string;
  readonly headers: { readonly [name: string]: unknown };
};

/** What `podgraft serve` finds on its disk: a certificate of `authority`, a kubeconfig of the stand-in, a configuration. */
export type Desk = { readonly folder: string; readonly authority: Pair; readonly api: StandIn };

/** A folder with everything that the server needs, and the API server that knows the ServiceAccount shop/orders. */
export async function desk(t: Test, configuration: JsonObject = {}): Promise<Desk> {
  const folder = t.testdir({});
  const api = await StandIn.start();
  t.teardown(() => api.kill());
  api.space("shop", { "podgraft.dev/mode": "mutate" });
  api.account("shop", "orders", { "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/orders" });
  const authority = await issueAuthority("test", validity());
  mkdirSync(join(folder, "tls"));
  await writeCertificate({ folder, authority });
  writeKubeconfig(folder, api);
  writeConfiguration(folder, configuration);
  return { folder, authority, api };
}

function validity(): { readonly notBefore: number; readonly notAfter: number } {
  return { notBefore: Date.now() - hour, notAfter: Date.now() + hour };
}

/** Issues a new certificate and puts it in the place of the one before. */
export async function writeCertificate({ folder, authority }: Pick<Desk, "folder" | "authority">): Promise<void> {
  const { certificate, key } = await issueServing(authority, ["127.0.0.1"], validity());
  writeFileSync(join(folder, "tls/tls.crt"), certificate);
  writeFileSync(join(folder, "tls/tls.key"), key);
}

function writeKubeconfig(folder: string, { port, ca }: StandIn): void {
  const cluster = {
    server: `https://127.0.0.1:${port}`,
    "certificate-authority-data": Buffer.from(ca).toString("base64"),
  };
  const kubeconfig = {
    "current-context": "c",
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user: { token: "secret-token" } }],
  };
  writeFileSync(join(folder, "kubeconfig"), JSON.stringify(kubeconfig));
}

export function writeConfiguration(folder: string, more: JsonObject): void {
  const configuration = { apiVersion: "podgraft.dev/v1alpha1", kind: "Config", providers: { aws: {} }, ...more };
  writeFileSync(join(folder, "podgraft.yaml"), JSON.stringify(configuration));
}

/** A `podgraft serve` that runs. */
export class Serve {
  readonly log: JsonObject[] = [];
  /** All that was said, word for word. */
  said = "";
  readonly exit: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #ca: string;

  /** Starts one on free ports. It is killed with the test. */
  constructor(t: Test, { folder, authority }: Desk, more: readonly string[] = [], nodeOptions = "") {
    const options = [
      "--listen=127.0.0.1:0",
      "--metrics-listen=127.0.0.1:0",
      `--config=${join(folder, "podgraft.yaml")}`,
      `--kubeconfig=${join(folder, "kubeconfig")}`,
      ...(more.includes("--self-managed-certificate") ? [] : [`--certificate-dir=${join(folder, "tls")}`]),
      "--config-reload=50ms",
    ];
    this.#ca = authority.certificate;
    this.#child = spawn(process.execPath, [main, "serve", ...options, ...more], {
      env: { PATH: process.env.PATH, ...(nodeOptions === "" ? {} : { NODE_OPTIONS: nodeOptions }) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.exit = once(this.#child, "exit").then(([status]: (number | null)[]) => status ?? null);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on("line", (line) => this.#hear(line));
    }
    t.teardown(async () => {
      this.#child.kill("SIGKILL");
      await this.exit;
    });
  }

  #hear(line: string): void {
    this.said += `${line}\n`;
    if (!line.startsWith("{")) return;
    const entry = parseJson(line);
    if (isJsonObject(entry)) this.log.push(entry);
  }

  /** Waits for a line of the log. */
  async told(message: string, after = 0): Promise<JsonObject> {
    const find = (): JsonObject | undefined => this.log.slice(after).find((entry) => entry.message === message);
    await eventually(message, () => find() !== undefined || this.#child.exitCode !== null);
    const entry = find();
    if (entry === undefined) throw new Error(`the server ended before it said ${message}: ${this.said}`);
    return entry;
  }

  get port(): number {
    return Number(this.log.find((entry) => entry.message === "Listening")?.port);
  }

  get metricsPort(): number {
    return Number(this.log.find((entry) => entry.message === "Listening")?.metricsPort);
  }

  /** Waits until it listens and says that it is ready. */
  async ready(): Promise<this> {
    await this.told("Listening");
    while ((await this.ask("GET", "/readyz")).status !== 200) await new Promise((resolve) => setTimeout(resolve, 10));
    return this;
  }

  ask(method: string, path: string, body = "", more: RequestOptions = {}): Promise<Answer> {
    return exchange({ host: "127.0.0.1", port: this.port, ca: this.#ca, method, path, ...more }, body, true);
  }

  askPlainly(port: string, path: string, method = "GET"): Promise<Answer> {
    return exchange({ host: "127.0.0.1", port, method, path }, "", false);
  }

  async metrics(): Promise<string> {
    const { text } = await exchange(
      { host: "127.0.0.1", port: this.metricsPort, method: "GET", path: "/metrics" },
      "",
      false,
    );
    return text;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }
}

function exchange(options: RequestOptions, body: string, secure: boolean): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers =
      body === "" ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const call = (secure ? request : requestPlainly)({ agent: false, headers, ...options }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
      answer.on("error", reject);
    });
    call.on("error", reject);
    call.end(body);
  });
}

/** A review of the creation of a Pod in the Namespace `shop` that runs as `orders`. */
export function review(uid: string, changes: JsonObject = {}): string {
  return JSON.stringify({
    kind: "AdmissionReview",
    apiVersion: "admission.k8s.io/v1",
    request: {
      uid,
      kind: { group: "", version: "v1", kind: "Pod" },
      resource: { group: "", version: "v1", resource: "pods" },
      namespace: "shop",
      operation: "CREATE",
      object: {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { generateName: "orders-" },
        spec: {
          serviceAccountName: "orders",
          containers: [{ name: "app", image: "app:1", env: [{ name: "PASSWORD", value: "not-for-the-log" }] }],
        },
      },
      ...changes,
    },
  });
}

/** What was answered to a review; fails where it was none. */
export function responseOf({ status, text }: Answer): Json | undefined {
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return member(parseJson(text), "response");
}
