import { isJsonList, isJsonObject, member, parseJson, type Json, type JsonObject } from "../../../engine/json.ts";
import { waitFor } from "../cluster/wait.ts";
import { createDiscovery, pathOf, referenceTo, type Reference } from "./resources.ts";
import { createTransport, readBody, readLines, warningsOf, type Access, type ApiRequest } from "./transport.ts";

/** An answer of whatever status; `warnings` are what kubectl would print after `Warning:`. */
export type Answer = { readonly status: number; readonly body: JsonObject; readonly warnings: readonly string[] };

/** One event of a watch. */
export type WatchEvent = {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  readonly object: JsonObject;
};

/** The forms of a patch, by content type. */
const patchTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
} as const;

/** What tests ask of an API server. All but `send` and `attempt` reject with an ApiError where the answer is no success. */
export type Client = {
  /** One request to a path, as it is. */
  readonly send: (request: ApiRequest) => Promise<Answer>;
  /** Creates an object and gives the answer, also where it is a refusal. With `dryRun` everything happens but the storing. */
  readonly attempt: (object: JsonObject, options?: { readonly dryRun?: boolean }) => Promise<Answer>;
  readonly create: (object: JsonObject, options?: { readonly dryRun?: boolean }) => Promise<JsonObject>;
  /** Server-side apply, one after the other in the order given. */
  readonly apply: (objects: readonly JsonObject[]) => Promise<JsonObject[]>;
  readonly get: (reference: Reference) => Promise<JsonObject>;
  /** Like get, but undefined where there is none. */
  readonly find: (reference: Reference) => Promise<JsonObject | undefined>;
  readonly list: (apiVersion: string, kind: string, namespace: string, selector?: string) => Promise<JsonObject[]>;
  readonly patch: (reference: Reference, type: keyof typeof patchTypes, patch: Json) => Promise<JsonObject>;
  readonly delete: (reference: Reference) => Promise<void>;
  /** Changes to the objects of a kind in a namespace, those that exist first; until the server, the caller or `limit` (milliseconds) ends it. */
  readonly watch: (apiVersion: string, kind: string, namespace: string, limit: number) => AsyncGenerator<WatchEvent>;
  /** Creates a namespace and waits until Pods can be created in it, which needs a controller manager. */
  readonly createNamespace: (name: string, labels?: JsonObject) => Promise<void>;
  readonly close: () => void;
};

/** The API server's refusal of a request. */
export class ApiError extends Error {
  readonly answer: Answer;

  constructor(request: string, answer: Answer) {
    super(`${request}: ${answer.status} ${String(answer.body.message ?? "")}`);
    this.name = "ApiError";
    this.answer = answer;
  }
}

/** Makes a client of the API server at `access`. */
export function createClient(access: Access): Client {
  const transport = createTransport(access);
  const discover = createDiscovery((path) => succeed({ method: "GET", path }));

  async function send(request: ApiRequest): Promise<Answer> {
    const response = await transport.send(request);
    const text = await readBody(response);
    return { status: response.statusCode ?? 0, body: bodyOf(text), warnings: warningsOf(response) };
  }

  async function succeed(request: ApiRequest): Promise<JsonObject> {
    const answer = await send(request);
    if (answer.status >= 300) throw new ApiError(`${request.method} ${request.path}`, answer);
    return answer.body;
  }

  async function pathTo({ apiVersion, kind, metadata: { name, namespace } }: Reference): Promise<string> {
    if (name === undefined) throw new Error(`a ${kind} without a name`);
    return pathOf(await discover(apiVersion, kind), namespace, name);
  }

  async function creation(object: JsonObject, dryRun: boolean): Promise<ApiRequest> {
    const { apiVersion, kind, metadata } = referenceTo(object);
    const path = pathOf(await discover(apiVersion, kind), metadata.namespace);
    return { method: "POST", path: path + (dryRun ? "?dryRun=All" : ""), body: JSON.stringify(object) };
  }

  async function find(reference: Reference): Promise<JsonObject | undefined> {
    const path = await pathTo(reference);
    const answer = await send({ method: "GET", path });
    if (answer.status === 404) return undefined;
    if (answer.status >= 300) throw new ApiError(`GET ${path}`, answer);
    return answer.body;
  }

  async function create(object: JsonObject, { dryRun = false } = {}): Promise<JsonObject> {
    return succeed(await creation(object, dryRun));
  }

  return {
    send,
    attempt: async (object, { dryRun = false } = {}) => send(await creation(object, dryRun)),
    create,
    async apply(objects) {
      const applied: JsonObject[] = [];
      for (const object of objects) {
        const path = `${await pathTo(referenceTo(object))}?fieldManager=e2e&force=true`;
        const contentType = "application/apply-patch+yaml";
        applied.push(await succeed({ method: "PATCH", path, body: JSON.stringify(object), contentType }));
      }
      return applied;
    },
    get: async (reference) => succeed({ method: "GET", path: await pathTo(reference) }),
    find,
    async list(apiVersion, kind, namespace, selector = "") {
      const path = pathOf(await discover(apiVersion, kind), namespace);
      const { items } = await succeed({ method: "GET", path: `${path}?labelSelector=${encodeURIComponent(selector)}` });
      return isJsonList(items) ? items.filter(isJsonObject) : [];
    },
    patch: async (reference, type, patch) =>
      succeed({
        method: "PATCH",
        path: await pathTo(reference),
        body: JSON.stringify(patch),
        contentType: patchTypes[type],
      }),
    async delete(reference) {
      await succeed({ method: "DELETE", path: await pathTo(reference) });
    },
    async *watch(apiVersion, kind, namespace, limit) {
      const path = `${pathOf(await discover(apiVersion, kind), namespace)}?watch=1`;
      const response = await transport.send({ method: "GET", path, signal: AbortSignal.timeout(limit) });
      if (response.statusCode !== 200) {
        const body = bodyOf(await readBody(response));
        throw new ApiError(`GET ${path}`, { status: response.statusCode ?? 0, body, warnings: [] });
      }
      for await (const line of readLines(response)) yield eventOf(parseJson(line));
    },
    async createNamespace(name, labels = {}) {
      await create({ apiVersion: "v1", kind: "Namespace", metadata: { name, labels } });
      const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default", namespace: name } };
      await waitFor(`the default ServiceAccount of namespace ${name}`, () => find(account));
    },
    close: transport.close,
  };
}

/** Some refusals are plain text. */
function bodyOf(text: string): JsonObject {
  try {
    const body = parseJson(text);
    return isJsonObject(body) ? body : { message: text };
  } catch {
    return { message: text };
  }
}

function eventOf(event: Json): WatchEvent {
  const type = member(event, "type");
  const object = member(event, "object");
  if (!isJsonObject(object)) throw new Error(`an event without an object: ${JSON.stringify(event)}`);
  switch (type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
    case "BOOKMARK":
    case "ERROR":
      return { type, object };
    default:
      throw new Error(`an event of no known type: ${JSON.stringify(event)}`);
  }
}
