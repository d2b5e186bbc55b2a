import { Agent, request as startRequest } from "node:https";
import type { IncomingMessage } from "node:http";
import { once } from "node:events";

/** Where an API server is, and how to be let in. */
export type Access = { readonly url: string; readonly ca: string; readonly token: string };

/** One request. `body` is text of the type `contentType`. */
export type ApiRequest = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
};

/** Sends requests over kept connections. */
export type Transport = {
  /** Resolves when the head of the answer is there, whatever its status. */
  readonly send: (request: ApiRequest) => Promise<IncomingMessage>;
  readonly close: () => void;
};

/** No single answer takes longer, on the busiest machine; in milliseconds. */
const answerLimit = 120_000;

/** Makes a transport; without a token the caller is anonymous. */
export function createTransport({ url, ca, token }: Access): Transport {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    async send({ method, path, body, contentType = "application/json", signal }) {
      const request = startRequest(url + path, {
        method,
        ca,
        agent,
        timeout: answerLimit,
        ...(signal === undefined ? {} : { signal }),
        headers: {
          accept: "application/json",
          ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-type": contentType, "content-length": Buffer.byteLength(body) }),
        },
      });
      request.on("timeout", () =>
        request.destroy(new Error(`${method} ${path}: no answer in ${answerLimit / 1000} s`)),
      );
      const answered = once(request, "response");
      request.end(body);
      const [response] = (await answered) as [IncomingMessage];
      return response;
    },
    close: () => agent.destroy(),
  };
}

/** The whole body of an answer. */
export async function readBody(response: IncomingMessage): Promise<string> {
  response.setEncoding("utf8");
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return text;
}

/** The lines of an answer, as they come, until the server ends it. */
export async function* readLines(response: IncomingMessage): AsyncGenerator<string, void, void> {
  response.setEncoding("utf8");
  let rest = "";
  for await (const chunk of response) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** The texts of an answer's `Warning` headers, in their order. */
export function warningsOf({ rawHeaders }: IncomingMessage): string[] {
  const warnings: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const quoted = /^\d{3} \S+ "(.*)"$/s.exec(rawHeaders[index + 1] ?? "")?.[1];
    const isWarning = rawHeaders[index]?.toLowerCase() === "warning";
    if (isWarning && quoted !== undefined) warnings.push(quoted.replaceAll(/\\(.)/gs, "$1"));
  }
  return warnings;
}
