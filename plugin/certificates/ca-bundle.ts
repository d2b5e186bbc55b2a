import { isJsonList, member, type Json, type JsonObject } from "../../engine/json.ts";
import type { ApiClient } from "../lookup/api/client.ts";

/** The two kinds of webhook configurations, as the API names them. */
export type WebhookConfigurationKind = "mutatingwebhookconfigurations" | "validatingwebhookconfigurations";

/** What became of a caBundle: right already, set right, or not to be had (`absent`: no such configuration, or none that RBAC lets us see). */
export type BundleResult =
  | { readonly kind: "right" | "set" }
  | { readonly kind: "absent"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };

/**
 * Sees to it that every webhook of the configuration `name` trusts `bundle` (PEM). The patch holds only on the version that was read: where somebody
 * else changed it in between it fails, and the next round tries again. Never rejects.
 */
export async function ensureBundle(
  client: ApiClient,
  kind: WebhookConfigurationKind,
  name: string,
  bundle: string,
  timeoutMs: number,
): Promise<BundleResult> {
  const path = `/apis/admissionregistration.k8s.io/v1/${kind}/${encodeURIComponent(name)}`;
  const read = await client.request({ method: "GET", path, deadline: performance.now() + timeoutMs });
  if (read.kind === "failed") return failed(read.message);
  if (read.status === 404 || read.status === 403)
    return { kind: "absent", message: `the API server answered ${read.status}` };
  if (read.status !== 200) return failed(`the API server answered ${read.status}`);
  const operations = bundleOperations(read.body, Buffer.from(bundle, "utf8").toString("base64"));
  if (operations.length === 0) return { kind: "right" };
  const patched = await client.request({
    method: "PATCH",
    path,
    deadline: performance.now() + timeoutMs,
    contentType: "application/json-patch+json",
    body: [versionTest(read.body), ...operations],
  });
  if (patched.kind === "failed") return failed(patched.message);
  return patched.status === 200 ? { kind: "set" } : failed(`the patch was answered with ${patched.status}`);
}

function bundleOperations(configuration: Json, caBundle: string): JsonObject[] {
  const webhooks = member(configuration, "webhooks");
  if (!isJsonList(webhooks)) return [];
  return webhooks.flatMap((webhook, index) => {
    if (member(member(webhook, "clientConfig"), "caBundle") === caBundle) return [];
    return [{ op: "add", path: `/webhooks/${index}/clientConfig/caBundle`, value: caBundle }];
  });
}

function versionTest(configuration: Json): JsonObject {
  const version = member(member(configuration, "metadata"), "resourceVersion") ?? null;
  return { op: "test", path: "/metadata/resourceVersion", value: version };
}

function failed(message: string): BundleResult {
  return { kind: "failed", message };
}
