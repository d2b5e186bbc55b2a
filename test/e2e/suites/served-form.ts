import type { JsonObject } from "../../../engine/json.ts";
import { referenceTo } from "../client/resources.ts";
import type { Context, Suite } from "../suite.ts";
import { createAccounts } from "./served/accounts.ts";
import { servedDifferences } from "./served/comparison.ts";
import { inLanes } from "./served/lanes.ts";
import { creatable, writtenPods } from "./served/pods.ts";
import { createTally } from "./served/refusal.ts";

/** That the engine's served form is what an API server makes of a Pod, for every Pod of the conformance cases that it takes, and for a table of what they lack. */
export const servedForm: Suite = { name: "served-form", run };

const namespace = "served-form";

/** Of so many Pods one is stored and read back, to see that a dry run gives the same. */
const storedEvery = 25;

async function run(context: Context): Promise<void> {
  const { client, count, print } = context;
  const pods = writtenPods().map(({ id, pod }, index) => ({ id, written: creatable(pod, namespace), index }));
  await client.createNamespace(namespace);
  await createAccounts(
    client,
    namespace,
    pods.map(({ written }) => written),
  );
  const tally = createTally();
  await inLanes(pods, async ({ id, written, index }) => {
    const answer = await client.attempt(written, { dryRun: true });
    tally.add(answer);
    if (answer.status !== 201) return;
    const differences = servedDifferences(written, answer.body);
    count.ok(id, differences.length === 0, () => differences.join("; "));
    if (index % storedEvery === 0) await checkStored(context, id, written);
  });
  tally.print(print);
  count.ok("most Pods can be created", tally.created() > pods.length / 2);
}

async function checkStored({ client, count }: Context, id: string, written: JsonObject): Promise<void> {
  const metadata = { name: `stored-${id.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`, namespace };
  const created = await client.create({ ...written, metadata });
  const differences = servedDifferences(written, await client.get(referenceTo(created)));
  count.ok(`${id}, stored`, differences.length === 0, () => differences.join("; "));
}
