import { member } from "../../../engine/json.ts";
import type { Context, Suite } from "../suite.ts";
import { servedDifferences } from "./served/comparison.ts";
import { writtenPods, creatable, type WrittenPod } from "./served/pods.ts";
import { refusalClass } from "./served/refusal.ts";

/** That the engine's served form is what an API server makes of a Pod, for every Pod of the conformance cases that it takes, and for a table of what they lack. */
export const servedForm: Suite = { name: "served-form", run };

const namespace = "served-form";

/** So many requests at a time; more would only wait for each other. */
const lanes = 4;

async function run(context: Context): Promise<void> {
  const { client, count, print } = context;
  const pods = writtenPods();
  await client.createNamespace(namespace);
  await createAccounts(context, pods);
  const refusals = new Map<string, number>();
  let created = 0;
  const queue = pods[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const { id, pod } of queue) {
        const written = creatable(pod, namespace);
        const answer = await client.attempt(written, { dryRun: true });
        if (answer.status !== 201) {
          const reason = refusalClass(answer);
          refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
          continue;
        }
        created += 1;
        const differences = servedDifferences(written, answer.body);
        count.ok(id, differences.length === 0, () => differences.join("; "));
      }
    }),
  );
  print(`${pods.length} different Pods: ${created} created, ${pods.length - created} refused by the API server`);
  for (const [reason, times] of [...refusals].sort(([, left], [, right]) => right - left))
    print(`  ${times} × ${reason}`);
  count.ok("most Pods can be created", created > pods.length / 2);
}

/** A Pod is refused where its ServiceAccount does not exist; the names that no account can have stay refused. */
async function createAccounts({ client }: Context, pods: readonly WrittenPod[]): Promise<void> {
  const names = new Set(pods.map(({ pod }) => member(pod.spec, "serviceAccountName")));
  for (const name of names) {
    if (typeof name !== "string" || name === "" || name === "default") continue;
    await client.attempt({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } });
  }
}
