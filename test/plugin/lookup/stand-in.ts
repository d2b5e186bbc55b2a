import { createServer, type Server } from "node:https";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import {
  isJsonList,
  isJsonObject,
  jsonEqual,
  member,
  parseJson,
  type Json,
  type JsonObject,
} from "../../../engine/json.ts";
import { issueAuthority, issueServing } from "../../../plugin/certificates/issue.ts";
import type { ApiAccess } from "../../../plugin/lookup/api/access.ts";

export type Request = { readonly method: string; readonly path: string; readonly query: URLSearchParams };

/** What the stand-in does instead of answering properly. */
export type Fault =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly message?: string;
      readonly headers?: { readonly [name: string]: string };
    }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "after"; readonly wait: Promise<unknown>; readonly status?: number }
  | { readonly kind: "reset" | "hang" | "cut" };

type Watcher = { readonly kind: string; readonly answer: ServerResponse };
type Event = { readonly version: number; readonly kind: string; readonly line: string };

/**
 * As much of an API server as look-ups and certificates talk to, on loopback with TLS: objects by path, lists by pages, watches with their history,
 * optimistic concurrency. Every fault is set by the test.
 */
export class StandIn {
  readonly requests: Request[] = [];
  /** The heads that clients sent, beside `requests`. */
  readonly authorizations: (string | undefined)[] = [];
  fault: (request: Request) => Fault | undefined = () => undefined;
  ca = "";
  port = 0;
  #server: Server | undefined;
  #tls = { cert: "", key: "" };
  #version = 100;
  /** Watches from before this version get a 410. */
  #oldest = 0;
  #history: Event[] = [];
  readonly #objects = new Map<string, JsonObject>();
  readonly #watchers = new Set<Watcher>();
  readonly #sockets = new Set<Socket>();

  static async start(): Promise<StandIn> {
    const standIn = new StandIn();
    const validity = { notBefore: Date.now() - 60_000, notAfter: Date.now() + 3_600_000 };
    const authority = await issueAuthority("stand-in", validity);
    const serving = await issueServing(authority, ["127.0.0.1", "api.test"], validity);
    standIn.ca = authority.certificate;
    standIn.#tls = { cert: serving.certificate, key: serving.key };
    await standIn.listen();
    return standIn;
  }

  async listen(): Promise<void> {
    const server = createServer(this.#tls, (request, answer) => void this.#handle(request, answer));
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    server.on("tlsClientError", () => undefined);
    server.listen(this.port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (typeof address === "object" && address !== null) this.port = address.port;
    this.#server = server;
  }

  /** As with SIGKILL: all connections are gone, the objects stay. */
  async kill(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = once(server, "close");
    server.close();
    this.breakConnections();
    await closed;
  }

  breakConnections(): void {
    this.#watchers.clear();
    for (const socket of this.#sockets) socket.destroy();
  }

  access(): ApiAccess {
    return { host: "127.0.0.1", port: this.port, basePath: "", credentials: () => ({ ca: this.ca, token: "secret" }) };
  }

  count(method: string, path: string | RegExp, watches = false): number {
    return this.requests.filter(
      (request) =>
        request.method === method &&
        (typeof path === "string" ? request.path === path : path.test(request.path)) &&
        request.query.has("watch") === watches,
    ).length;
  }

  /** The number of open watches on objects of a kind, such as `serviceaccounts`. */
  watchers(kind: string): number {
    return [...this.#watchers].filter((watcher) => watcher.kind === kind).length;
  }

  version(): string {
    return String(this.#version);
  }

  get(path: string): JsonObject | undefined {
    return this.#objects.get(path);
  }

  /** Writes the object at a path, with the name that the path ends in. `silent` leaves the watches out, as if the event were late. */
  put(path: string, object: JsonObject = {}, silent = false): void {
    const version = (this.#version += 1);
    const isNew = !this.#objects.has(path);
    const stored = {
      ...object,
      metadata: { ...place(path), ...asObject(object.metadata), resourceVersion: String(version) },
    };
    this.#objects.set(path, stored);
    if (!silent) this.#emit(path, isNew ? "ADDED" : "MODIFIED", stored, version);
  }

  account(namespace: string, name: string, annotations: JsonObject = {}, silent = false): void {
    this.put(`/api/v1/namespaces/${namespace}/serviceaccounts/${name}`, { metadata: { annotations } }, silent);
  }

  space(name: string, labels: JsonObject = {}): void {
    this.put(`/api/v1/namespaces/${name}`, { metadata: { labels } });
  }

  remove(path: string, silent = false): void {
    const object = this.#objects.get(path);
    if (object === undefined) return;
    this.#objects.delete(path);
    const version = (this.#version += 1);
    const last = { ...object, metadata: { ...asObject(object.metadata), resourceVersion: String(version) } };
    if (!silent) this.#emit(path, "DELETED", last, version);
  }

  /** Forgets the events so far, as a store that is compacted does. */
  compact(): void {
    this.#oldest = this.#version;
    this.#history = [];
  }

  /** As a store that is restored from a backup: it counts on from an older version. */
  rewind(version: number): void {
    this.#version = version;
    this.#history = [];
  }

  bookmark(): void {
    this.#version += 1;
    const object = { metadata: { resourceVersion: String(this.#version) } };
    this.send(JSON.stringify({ type: "BOOKMARK", object }) + "\n");
  }

  /** Sends text or bytes as they are to all open watches. */
  send(text: string | Buffer): void {
    for (const { answer } of this.#watchers) answer.write(text);
  }

  endWatches(): void {
    for (const { answer } of this.#watchers) answer.end();
    this.#watchers.clear();
  }

  #emit(path: string, type: string, object: JsonObject, version: number): void {
    const kind = kindOf(path);
    const line = JSON.stringify({ type, object }) + "\n";
    this.#history.push({ version, kind, line });
    for (const watcher of this.#watchers) if (watcher.kind === kind) watcher.answer.write(line);
  }

  async #handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? "/", "https://api.test");
    const request = { method: incoming.method ?? "", path: url.pathname, query: url.searchParams };
    this.requests.push(request);
    this.authorizations.push(incoming.headers.authorization);
    const fault = this.fault(request);
    if (fault?.kind === "after") await fault.wait;
    this.#answer(request, await readBody(incoming), fault, answer);
  }

  #answer(request: Request, body: string, fault: Fault | undefined, answer: ServerResponse): void {
    if (fault !== undefined && (fault.kind !== "after" || fault.status !== undefined)) return commit(fault, answer);
    if (request.query.has("watch")) return this.#watch(request, answer);
    if (request.method === "GET") return this.#read(request, answer);
    this.#write(request, body, answer);
  }

  #read({ path, query }: Request, answer: ServerResponse): void {
    const object = this.#objects.get(path);
    if (object !== undefined) return reply(answer, 200, object);
    const kind = /^\/api\/v1\/(serviceaccounts|namespaces)$/.exec(path)?.[1];
    if (kind === undefined) return reply(answer, 404, status(404, `${path} not found`));
    const all = [...this.#objects].filter(([key]) => kindOf(key) === kind).map(([, value]) => value);
    const from = Number(query.get("continue") ?? "0");
    const limit = Number(query.get("limit") ?? all.length);
    const rest = from + limit < all.length ? { continue: String(from + limit) } : {};
    reply(answer, 200, {
      metadata: { resourceVersion: this.version(), ...rest },
      items: all.slice(from, from + limit),
    });
  }

  #watch({ path, query }: Request, answer: ServerResponse): void {
    const kind = path.slice(path.lastIndexOf("/") + 1);
    const from = Number(query.get("resourceVersion"));
    answer.writeHead(200, { "content-type": "application/json" });
    answer.flushHeaders();
    if (from < this.#oldest) {
      answer.end(JSON.stringify({ type: "ERROR", object: status(410, "too old resource version") }) + "\n");
      return;
    }
    for (const event of this.#history) if (event.kind === kind && event.version > from) answer.write(event.line);
    const watcher = { kind, answer };
    this.#watchers.add(watcher);
    answer.on("close", () => this.#watchers.delete(watcher));
  }

  #write({ method, path }: Request, text: string, answer: ServerResponse): void {
    const body = parseJson(text);
    const target = method === "POST" ? `${path}/${String(member(member(body, "metadata"), "name"))}` : path;
    const present = this.#objects.get(target);
    if (method === "POST" && present !== undefined) return reply(answer, 409, status(409, "already exists"));
    if (method !== "POST" && present === undefined) return reply(answer, 404, status(404, "not found"));
    const patched = method === "PATCH" && isJsonList(body) ? applyPatch(present ?? {}, body) : body;
    if (!isJsonObject(patched)) return reply(answer, 422, status(422, "the patch does not apply"));
    if (method === "PUT" && versionOf(patched) !== versionOf(present))
      return reply(answer, 409, status(409, "changed"));
    this.put(target, patched, true);
    reply(answer, method === "POST" ? 201 : 200, this.#objects.get(target) ?? null);
  }
}

function commit(fault: Fault, answer: ServerResponse): void {
  switch (fault.kind) {
    case "status":
      reply(answer, fault.status, status(fault.status, fault.message ?? "as the test wants it"), fault.headers);
      break;
    case "text":
      answer.writeHead(200);
      answer.end(fault.text);
      break;
    case "reset":
      answer.socket?.destroy();
      break;
    case "cut":
      answer.writeHead(200, { "content-length": "1000" });
      answer.write("{");
      setTimeout(() => answer.socket?.destroy(), 20);
      break;
    case "after":
      reply(answer, fault.status ?? 500, status(fault.status ?? 500, "after a while"));
      break;
    case "hang":
      break;
  }
}

function reply(
  answer: ServerResponse,
  code: number,
  body: Json,
  headers: { readonly [name: string]: string } = {},
): void {
  answer.writeHead(code, { "content-type": "application/json", ...headers });
  answer.end(JSON.stringify(body));
}

function status(code: number, message: string): JsonObject {
  return { kind: "Status", code, message };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of incoming) text += String(chunk);
  return text;
}

function place(path: string): JsonObject {
  const [, namespace] = /\/namespaces\/([^/]+)\/[^/]+\/[^/]+$/.exec(path) ?? [];
  const name = path.slice(path.lastIndexOf("/") + 1);
  return namespace === undefined ? { name } : { name, namespace };
}

function kindOf(path: string): string {
  const parts = path.split("/");
  return parts[parts.length - 2] ?? "";
}

/** `test` and `add` on existing parents are all that is patched here; undefined where one does not apply. */
function applyPatch(object: JsonObject, operations: readonly Json[]): Json | undefined {
  let patched: Json | undefined = object;
  for (const operation of operations) {
    const keys = String(member(operation, "path")).split("/").slice(1);
    patched = patch(patched, keys, member(operation, "op"), member(operation, "value"));
  }
  return patched;
}

function patch(
  holder: Json | undefined,
  [key, ...rest]: string[],
  op: Json | undefined,
  value: Json | undefined,
): Json | undefined {
  if (key === undefined) return op === "add" || jsonEqual(holder, value) ? value : undefined;
  const child = isJsonList(holder) ? holder[Number(key)] : member(holder, key);
  const changed = patch(child, rest, op, value);
  if (changed === undefined) return undefined;
  if (isJsonList(holder)) return holder.map((item, index) => (index === Number(key) ? changed : item));
  return isJsonObject(holder) ? { ...holder, [key]: changed } : undefined;
}

function versionOf(object: Json | undefined): Json | undefined {
  return member(member(object, "metadata"), "resourceVersion");
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
