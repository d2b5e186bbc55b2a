import { isJsonList, member } from "../../engine/json.ts";
import type { ApiAnswer, ApiClient } from "./api/client.ts";
import type { Resource } from "./resource.ts";
import type { Item } from "./shelf.ts";

/** The version that all objects of a kind were read of; or why they could not be had. */
export type Listed =
  | { readonly kind: "listed"; readonly version: string }
  | { readonly kind: "failed"; readonly message: string; readonly status?: number; readonly retryAfterMs: number };

const usualPage = 500;

/**
 * Lists by pages, and gives each object to `put`. No resourceVersion is named: the answer is then as new as the store of the cluster (`0` would be cheaper for the API server,
 * but after its restart may be older than what is known already). A page that is too large is asked for again in smaller ones; any other failure, and a continue token that is too old, fails the
 * list.
 */
export async function listAll(
  client: ApiClient,
  resource: Resource,
  pageTimeoutMs: number,
  put: (item: Item) => void,
): Promise<Listed> {
  let next = "";
  let limit = usualPage;
  for (;;) {
    const continued = next === "" ? "" : `&continue=${encodeURIComponent(next)}`;
    const answer = await client.request({
      method: "GET",
      path: `${resource.listPath}?limit=${limit}${continued}`,
      deadline: performance.now() + pageTimeoutMs,
    });
    if (answer.kind === "failed" && answer.failure === "too_large" && limit > 1) {
      limit = Math.max(1, Math.floor(limit / 5));
      continue;
    }
    const page = readPage(answer, resource);
    if (page.kind === "failed") return page;
    for (const item of page.items) put(item);
    if (page.next === "") return { kind: "listed", version: page.version };
    next = page.next;
  }
}

type Failed = Extract<Listed, { kind: "failed" }>;
type Page = { readonly kind: "page"; readonly items: Item[]; readonly version: string; readonly next: string };

function readPage(answer: ApiAnswer, resource: Resource): Page | Failed {
  if (answer.kind === "failed") return failed(answer.message);
  if (answer.status !== 200) {
    const message = `the API server answered ${answer.status}: ${statusMessage(answer)}`;
    return { kind: "failed", message, status: answer.status, retryAfterMs: answer.retryAfterMs };
  }
  const listed = member(answer.body, "items");
  const metadata = member(answer.body, "metadata");
  const version = member(metadata, "resourceVersion");
  const next = member(metadata, "continue") ?? "";
  if (typeof version !== "string" || version === "" || typeof next !== "string") return failed("the answer is no list");
  // Go writes an empty list without items as null.
  if (!isJsonList(listed) && listed !== null && listed !== undefined) return failed("the answer is no list");
  const items: Item[] = [];
  for (const object of isJsonList(listed) ? listed : []) {
    const read = resource.read(object);
    if (read === undefined) return failed("the list holds something without name or resourceVersion");
    items.push(read.item);
  }
  return { kind: "page", items, version, next };
}

/** The sentence of a Kubernetes Status, cut to what a line of the log can hold. */
export function statusMessage(answer: Extract<ApiAnswer, { kind: "answer" }>): string {
  const message = member(answer.body, "message");
  return typeof message === "string" ? message.slice(0, 300) : "no message";
}

function failed(message: string): Failed {
  return { kind: "failed", message, retryAfterMs: 0 };
}
