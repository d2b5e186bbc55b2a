import { execa } from "execa";
import { isJsonList, member, type JsonObject } from "../../../engine/json.ts";
import { chart, helms } from "../../packaging/chart/render.ts";
import type { Reference } from "../client/resources.ts";
import type { Context, Suite } from "../suite.ts";

/** That Helm's upgrades leave alone what the server has filled in: the certificate in its Secret, and caBundle. */
export const chartUpgrade: Suite = { name: "chart-upgrade", run };

const release = "podgraft";

async function run(context: Context): Promise<void> {
  for (const [index, { name, found }] of helms.entries()) {
    if (found.path === undefined) context.count.skip(`upgrades by ${name}`, found.reason);
    else await checkHelm(context, name, found.path, `chart-upgrade-${index}`);
  }
}

async function checkHelm(
  { client, cluster, count }: Context,
  name: string,
  path: string,
  namespace: string,
): Promise<void> {
  const secret: Reference = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: `${release}-certificate`, namespace },
  };
  const webhooks: Reference = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: release },
  };
  const caBundle = Buffer.from(cluster.ca).toString("base64");
  await client.createNamespace(namespace);

  async function helm(...args: readonly string[]): Promise<void> {
    const { failed, stderr } = await execa(path, [...args, "--namespace", namespace], {
      reject: false,
      timeout: 120_000,
      extendEnv: false,
      env: { KUBECONFIG: cluster.kubeconfig, HOME: cluster.folder, PATH: process.env.PATH },
    });
    count.ok(`${name}: ${args[0] ?? ""}`, !failed, () => stderr);
  }

  await helm("install", release, chart);
  try {
    // As the server does it: the whole Secret is written, the caBundle is patched in.
    const data = { "ca.crt": caBundle };
    await client.send({
      method: "PUT",
      path: `/api/v1/namespaces/${namespace}/secrets/${secret.metadata.name ?? ""}`,
      body: JSON.stringify({ ...(await client.get(secret)), data }),
    });
    const bundle = [0, 1].map((index) => ({
      op: "add",
      path: `/webhooks/${index}/clientConfig/caBundle`,
      value: caBundle,
    }));
    await client.patch(webhooks, "json", bundle);
    await helm("upgrade", release, chart, "--set", "webhooks.verify.timeoutSeconds=4,commonLabels.upgraded=yes");
    const upgraded = await client.get(webhooks);
    count.equal(`${name}: the upgrade took place`, fieldsOf(upgraded, "timeoutSeconds"), [4, 5]);
    count.equal(`${name}: caBundle stays`, fieldsOf(upgraded, "clientConfig", "caBundle"), [caBundle, caBundle]);
    const kept = await client.get(secret);
    count.equal(`${name}: the certificate stays in its Secret`, kept["data"], data);
    count.equal(
      `${name}: and the Secret was upgraded too`,
      member(member(kept["metadata"], "labels"), "upgraded"),
      "yes",
    );
  } finally {
    await helm("uninstall", release);
  }
  count.equal(`${name}: nothing is asked any more`, await client.find(webhooks), undefined);
}

/** What each webhook has at a path. */
function fieldsOf(configuration: JsonObject, ...path: readonly string[]): unknown[] {
  const webhooks = member(configuration, "webhooks");
  if (!isJsonList(webhooks)) return [];
  return webhooks.map((webhook) => path.reduce<ReturnType<typeof member>>((value, key) => member(value, key), webhook));
}
