import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A comment as the stand-in keeps it. */
export type StoredComment = { id: number; body: string; user: { login: string; type: string } };

/** A request that came in. */
export type SeenRequest = { readonly method: string; readonly path: string; readonly body: unknown };

/** An answer out of the ordinary. */
export type Refusal = {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
};

/** A stand-in of the part of GitHub's REST API that comments need, on loopback. */
export type GithubApi = {
  readonly url: string;
  readonly comments: StoredComment[];
  readonly requests: readonly SeenRequest[];
  /** What was wrong with requests that GitHub would not have taken. */
  readonly complaints: readonly string[];
  /** Answers the next requests of a method so, one after the other; the last one for good with `always`. */
  readonly refuse: (method: string, refusals: readonly Refusal[], always?: boolean) => void;
  readonly stop: () => Promise<void>;
};

const token = "ghs_0123456789";

/** The token that the stand-in takes. */
export const apiToken: string = token;

const pattern = /^\/repos\/shop\/manifests\/issues\/(?:7\/comments|comments\/(\d+))$/;
const longest = 65_536;

/** Starts it on a free port of loopback, with pull request 7 of shop/manifests. */
export async function startGithubApi(comments: readonly Omit<StoredComment, "id">[] = []): Promise<GithubApi> {
  const stored = comments.map((comment, index) => ({ id: index + 1, ...comment }));
  const requests: SeenRequest[] = [];
  const complaints: string[] = [];
  const refusals = new Map<string, { list: Refusal[]; always: boolean }>();

  function nextRefusal(method: string): Refusal | undefined {
    const planned = refusals.get(method);
    if (planned === undefined) return undefined;
    return planned.always && planned.list.length === 1 ? planned.list[0] : planned.list.shift();
  }

  function answer(request: IncomingMessage, text: string, response: ServerResponse): void {
    const { method = "", url = "", headers } = request;
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    requests.push({ method, path: pathname + (url.includes("?") ? url.slice(url.indexOf("?")) : ""), body });
    if (headers.authorization !== `token ${token}`) complaints.push(`authorization ${headers.authorization ?? "none"}`);
    if (!/application\/(?:vnd\.github[^,]*\+)?json/.test(headers.accept ?? ""))
      complaints.push(`accept ${headers.accept ?? "none"}`);
    if ((headers["user-agent"] ?? "") === "") complaints.push("no user agent");
    const refusal = nextRefusal(method);
    if (refusal !== undefined)
      return send(response, refusal.status, refusal.body ?? { message: "refused" }, refusal.headers);
    if (pathname === "/user") return send(response, 200, { login: "shop-robot", type: "User" });
    const [matched, id] = pattern.exec(pathname) ?? [];
    if (matched === undefined) {
      complaints.push(`${method} ${pathname}`);
      return send(response, 404, { message: "Not Found" });
    }
    if (method === "GET" && id === undefined) return send(response, 200, page(searchParams));
    const written = textIn(body);
    if (written === undefined || written.length > longest) {
      return send(response, 422, { message: "Validation Failed: body is too long (maximum is 65536 characters)" });
    }
    if (method === "POST" && id === undefined) {
      stored.push({ id: stored.length + 1, body: written, user: { login: "github-actions[bot]", type: "Bot" } });
      return send(response, 201, stored.at(-1) ?? {});
    }
    const comment = stored.find((one) => one.id === Number(id));
    if (method !== "PATCH" || comment === undefined) return send(response, 404, { message: "Not Found" });
    comment.body = written;
    send(response, 200, comment);
  }

  function page(parameters: URLSearchParams): StoredComment[] {
    const size = Number(parameters.get("per_page") ?? "30");
    if (size > 100) complaints.push(`per_page ${size}`);
    const start = (Number(parameters.get("page") ?? "1") - 1) * size;
    return stored.slice(start, start + size);
  }

  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (text += chunk));
    request.on("end", () => answer(request, text, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    comments: stored,
    requests,
    complaints,
    refuse: (method, list, always = false) => void refusals.set(method, { list: [...list], always }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function textIn(body: unknown): string | undefined {
  return typeof body === "object" && body !== null && "body" in body && typeof body.body === "string"
    ? body.body
    : undefined;
}

function send(response: ServerResponse, status: number, body: object | string, headers: Refusal["headers"] = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
