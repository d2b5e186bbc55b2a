// A process beside the benchmark of look-ups, so that its memory is not counted: lists and watches of so many ServiceAccounts, each with an identity.
// With a second argument `namespaces`, their Namespaces too. Started with fork(); sends {port, ca} when it listens.
import { createServer } from "node:https";
import type { ServerResponse } from "node:http";
import { issueAuthority, issueServing } from "../plugin/certificates/issue.ts";

const count = Number(process.argv[2] ?? 0);
const perNamespace = 20;
const hasNamespaces = process.argv[3] === "namespaces";

function account(index: number): object {
  return {
    metadata: {
      name: `service-${index}`,
      namespace: `team-${Math.floor(index / perNamespace)}`,
      uid: `5b1e4c1e-0000-4000-8000-${String(index).padStart(12, "0")}`,
      resourceVersion: String(1000 + index),
      creationTimestamp: "2026-01-01T00:00:00Z",
      labels: { "app.kubernetes.io/name": `service-${index}`, "app.kubernetes.io/managed-by": "Helm" },
      annotations: {
        "eks.amazonaws.com/role-arn": `arn:aws:iam::111122223333:role/team-${Math.floor(index / perNamespace)}/service-${index}`,
        "eks.amazonaws.com/audience": "sts.amazonaws.com",
        "meta.helm.sh/release-name": `service-${index}`,
      },
      managedFields: [{ manager: "helm", operation: "Update", apiVersion: "v1", time: "2026-01-01T00:00:00Z" }],
    },
  };
}

function list(answer: ServerResponse, from: number, limit: number): void {
  const end = Math.min(count, from + limit);
  const items = Array.from({ length: end - from }, (_, offset) => account(from + offset));
  const metadata = { resourceVersion: String(1000 + count), ...(end < count ? { continue: String(end) } : {}) };
  answer.end(JSON.stringify({ metadata, items }));
}

function namespaces(): object[] {
  if (!hasNamespaces) return [];
  return Array.from({ length: Math.ceil(count / perNamespace) }, (_, index) => ({
    metadata: {
      name: `team-${index}`,
      resourceVersion: "1",
      labels: { "kubernetes.io/metadata.name": `team-${index}` },
    },
  }));
}

/** Nothing changes; a bookmark now and then says so. */
function watch(answer: ServerResponse): void {
  answer.flushHeaders();
  const object = { metadata: { resourceVersion: String(1000 + count) } };
  const timer = setInterval(() => answer.write(JSON.stringify({ type: "BOOKMARK", object }) + "\n"), 60_000);
  answer.on("close", () => clearInterval(timer));
}

async function serve(): Promise<void> {
  const validity = { notBefore: Date.now() - 60_000, notAfter: Date.now() + 3_600_000 };
  const authority = await issueAuthority("bench", validity);
  const serving = await issueServing(authority, ["127.0.0.1"], validity);
  const server = createServer({ cert: serving.certificate, key: serving.key }, (request, answer) => {
    const url = new URL(request.url ?? "/", "https://bench.test");
    if (url.searchParams.has("watch")) return watch(answer);
    if (url.pathname === "/api/v1/serviceaccounts") {
      return list(answer, Number(url.searchParams.get("continue") ?? 0), Number(url.searchParams.get("limit")));
    }
    answer.end(JSON.stringify({ metadata: { resourceVersion: "1" }, items: namespaces() }));
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    const port = address === null || typeof address === "string" ? 0 : address.port;
    process.send?.({ port, ca: authority.certificate });
  });
}

process.on("disconnect", () => process.exit());
await serve();
