import { decide, type ChainResult, type Subject } from "../../../engine/decide.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import { isJsonObject, type JsonObject } from "../../../engine/json.ts";
import { effectiveServiceAccountName } from "../../../engine/locate/service-account.ts";
import { loadRuleModule } from "../../../engine/wasm/load.ts";
import type { RuleModule } from "../../../engine/wasm/host.ts";
import { objectOf, type Case } from "../../conformance/cases.ts";
import { subjectOf } from "../../conformance/outcome.ts";
import { chainOf } from "../../conformance/suite.ts";
import type { Context, Suite } from "../suite.ts";
import { createAccounts } from "./served/accounts.ts";
import { inLanes } from "./served/lanes.ts";
import { allCases, creatable } from "./served/pods.ts";
import { createTally } from "./served/refusal.ts";

/**
 * That what was rendered passes admission unchanged: every conformance case is injected as the template of a Deployment, one of its Pods is
 * given to an API server, and what that serves is decided once more.
 */
export const rendered: Suite = { name: "rendered", run };

const namespace = "rendered";

type RenderedCase = { readonly given: Case; readonly pod: JsonObject; readonly changed: boolean };

async function run({ client, count, print }: Context): Promise<void> {
  const module = loadRuleModule();
  const cases = allCases().flatMap((given) => renderedCase(given, module));
  const tally = createTally();
  let changed = 0;
  await client.createNamespace(namespace);
  await createAccounts(
    client,
    namespace,
    cases.map(({ pod }) => pod),
  );
  await inLanes(cases, async ({ given, pod, ...before }) => {
    const answer = await client.attempt(pod, { dryRun: true });
    tally.add(answer);
    if (answer.status !== 201) return;
    if (before.changed) changed += 1;
    const { outcome, patch } = decide(subjectOf(given, answer.body), module, chainOf(given, {}));
    count.ok(given.id, outcome === "unchanged", () => `${outcome} ${JSON.stringify(patch)}`);
  });
  tally.print(print);
  count.ok("many of them were injected", changed > cases.length / 4);
  print(`${changed} of those created were injected`);
}

/** One Pod of the Deployment that the case's Pod is the template of, as a manifest after rendering makes it; none where that is denied. */
function renderedCase(given: Case, module: RuleModule): RenderedCase[] {
  const result = decideSafely(
    {
      ...subjectOf(given, templateOf(given.pod)),
      owner: { apiVersion: "apps/v1", kind: "Deployment", name: "web", path: ["spec", "template"], nameIsFinal: true },
    },
    given,
    module,
  );
  if (result === undefined || result.outcome === "denied") return [];
  const metadata = { ...objectOf(result.pod.metadata), generateName: "web-5d8f7c9b6-", name: "web-5d8f7c9b6-x2x4z" };
  const pod = creatable({ ...result.pod, metadata }, namespace);
  return [{ given, pod, changed: result.outcome === "changed" }];
}

/** Without a name, and with the ServiceAccount's name that front ends fill in before the rules, as Kubernetes would later. */
function templateOf(pod: JsonObject): JsonObject {
  const { name: _name, generateName: _generateName, ...metadata } = objectOf(pod.metadata);
  const serviceAccountName = effectiveServiceAccountName(pod.spec);
  return { ...pod, metadata, ...(isJsonObject(pod.spec) ? { spec: { ...pod.spec, serviceAccountName } } : {}) };
}

/** Nothing for a Pod that does not decode. */
function decideSafely(subject: Subject, given: Case, module: RuleModule): ChainResult | undefined {
  if (!isJsonObject(subject.pod.spec)) return undefined;
  try {
    return decide(subject, module, chainOf(given, {}));
  } catch (error) {
    if (error instanceof PodgraftError && error.code === "input.pod_invalid") return undefined;
    throw error;
  }
}
