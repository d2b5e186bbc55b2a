import { isJsonList, isJsonObject, member, type JsonObject } from "../../../engine/json.ts";
import { helm, render } from "../../packaging/chart/render.ts";
import { waitFor } from "../cluster/wait.ts";
import type { Context } from "../suite.ts";

/** Webhooks that are registered; `remove` unregisters them. */
export type Registered = { readonly remove: () => Promise<void> };

/** Whether the chart can be rendered here, else the reason. */
export const missingHelm: string | undefined = helm.path === undefined ? helm.reason : undefined;

const name = "podgraft";

/**
 * Registers the chart's webhooks for a server at `url`, and waits until the API server calls them. `values` are the chart's; `probe` is a
 * namespace whose Pods they are called for.
 */
export async function registerWebhooks(
  { client, cluster, count }: Context,
  url: string,
  values: JsonObject,
  probe: { readonly namespace: string; readonly isCalled: () => Promise<boolean> },
): Promise<Registered> {
  const caBundle = Buffer.from(cluster.ca).toString("base64");
  const configurations = (await render(values, helm.path, "podgraft-system")).filter(({ kind }) =>
    String(kind).endsWith("WebhookConfiguration"),
  );
  await client.apply(configurations.map((configuration) => pointedAt(configuration, url, caBundle)));
  count.ok("the chart has webhooks", configurations.length > 0);
  await waitFor("the webhooks to be called", async () => ((await probe.isCalled()) ? true : undefined), { every: 50 });
  return {
    async remove() {
      for (const { kind } of configurations) {
        await client.delete({ apiVersion: "admissionregistration.k8s.io/v1", kind: String(kind), metadata: { name } });
      }
    },
  };
}

/** The same configuration, with a server of this machine in the place of the Service. */
export function pointedAt(configuration: JsonObject, url: string, caBundle: string): JsonObject {
  const webhooks = configuration.webhooks ?? null;
  if (!isJsonList(webhooks)) throw new Error("a configuration without webhooks");
  return {
    ...configuration,
    webhooks: webhooks.filter(isJsonObject).map((webhook) => {
      const path = String(member(member(webhook.clientConfig, "service"), "path"));
      return { ...webhook, clientConfig: { url: `${url}${path}`, caBundle } };
    }),
  };
}
