import { findingSeverity } from "../../engine/codes/severity.ts";
import type { KnownObjects } from "../../engine/context/known-objects.ts";
import type { DecidedPod, Rules } from "../../engine/document/decide-document.ts";
import type { JsonObject } from "../../engine/json.ts";
import { effectiveServiceAccountName } from "../../engine/locate/service-account.ts";
import { differences } from "../../engine/verify/differences.ts";
import { counts, type JudgedFinding } from "../../report/judge.ts";
import { notSettled, patchedPod } from "./checked-patch.ts";
import { addedContainers, completeAdded, hasVolumes, withAddedContainers } from "./ephemeral.ts";
import { decidePod, judgePod } from "./judge-pod.ts";
import type { Accounts } from "./look-up.ts";
import type { Surroundings } from "./pod-subject.ts";
import { nameOf } from "./review.ts";
import type { Task } from "./task.ts";
import { verdictOf, type Court, type Judged } from "./verdict-of.ts";
import { judgeWorkload } from "./workload.ts";

/** The review that is judged, and by what; `today` is the date YYYY-MM-DD by which exceptions end. */
export type Context = Court & {
  readonly setup: { readonly rules: Rules };
  readonly today: string;
};

/**
 * Judges what a review asks for, as the mode wants. Throws PodgraftError: `input.pod_invalid` for a Pod that an API server would not have
 * decoded, `internal.*` for a patch that is not what the rules meant, and what the module throws.
 */
export function judgeTask(task: Task, namespaceLabels: JsonObject, accounts: Accounts, context: Context): Judged {
  if (task.kind === "workload") return judgeTemplates(task, namespaceLabels, accounts, context);
  const serviceAccount = accounts.get(effectiveServiceAccountName(task.pod.spec)) ?? null;
  const surroundings = { namespaceLabels, serviceAccount };
  switch (task.kind) {
    case "pod":
      return judgeNewPod(task.pod, surroundings, context);
    case "ephemeral":
      return judgeEphemeral(task, surroundings, context);
    case "annotations":
      return judgeAnnotations(task, surroundings, context);
  }
}

function judgeNewPod(pod: JsonObject, surroundings: Surroundings, context: Context): Judged {
  const { endpoint, setup, today } = context;
  const decided = decide(pod, surroundings, context);
  if (endpoint === "verify") return verdictOf(judgePod(decided, setup.rules, today, false), context);
  const findings = judgePod(decided, setup.rules, today, true);
  const refusals = findings.filter(({ isDenial }) => isDenial);
  if (refusals.some(counts)) return verdictOf(refusals, context);
  // What is wrong with the Pod beyond what the patch mends is for verify to refuse, when all webhooks are done.
  const warned = findings.filter(({ severity }) => severity !== "error");
  const { verdict } = verdictOf(warned, context);
  const { patch } = decided;
  if (patch.length === 0) return { verdict, outcome: "unchanged" };
  const patched = patchedPod(pod, patch, decided.result.pod);
  if (decideOnly(patched, surroundings, context).result.outcome !== "unchanged") throw notSettled();
  return { verdict: { ...verdict, patch }, outcome: "mutated" };
}

function judgeEphemeral(
  { pod, before, added }: Extract<Task, { kind: "ephemeral" }>,
  surroundings: Surroundings,
  context: Context,
): Judged {
  const { endpoint, setup, today } = context;
  const decided = decide(withAddedContainers(pod, added), surroundings, context);
  if (endpoint === "verify") {
    const findings = judgePod(decided, setup.rules, today, false);
    return verdictOf(hasVolumes(decided) ? ofAdded(findings, added, setup.rules) : withoutIdentity(findings), context);
  }
  const patch = hasVolumes(decided) ? completeAdded(decided, added) : [];
  const { verdict } = verdictOf([], context);
  if (patch.length === 0) return { verdict, outcome: "unchanged" };
  const patched = patchedPod(pod, patch, null);
  const again = addedContainers(patched, before);
  const settled = decideOnly(withAddedContainers(patched, again), surroundings, context);
  if (completeAdded(settled, again).length > 0) throw notSettled();
  return { verdict: { ...verdict, patch }, outcome: "mutated" };
}

/**
 * Findings about the added containers, at their places. What else there may be against the Pod is not their fault; and they are late by
 * nature, whether or not the other containers have what they lack.
 */
function ofAdded(
  findings: readonly JudgedFinding[],
  added: Extract<Task, { kind: "ephemeral" }>["added"],
  { config }: Pick<Rules, "config">,
): JudgedFinding[] {
  const places = new Map(added.map(({ name, index }) => [name, `spec.ephemeralContainers[${index}]`]));
  const late = findingSeverity("container.not_injected", config);
  return findings.flatMap((finding) => {
    const { container } = finding.params;
    const path = typeof container === "string" ? places.get(container) : undefined;
    if (path === undefined) return [];
    if (finding.code !== "verify.container_incomplete") return [{ ...finding, path }];
    return late === "none" ? [] : [{ ...finding, path, severity: late }];
  });
}

/**
 * That a Pod has no identity, or would not be let in today, for a warning: it cannot be given one any more, and whoever debugs it must not be
 * held up by that.
 */
function withoutIdentity(findings: readonly JudgedFinding[]): JudgedFinding[] {
  const message = "an added container goes without the identity, as the Pod has no volumes for it";
  return findings
    .filter(({ code, isDenial }) => isDenial || code === "verify.pod_incomplete")
    .map((finding) => ({
      ...finding,
      severity: "warning",
      message: finding.isDenial ? finding.message : message,
      isDenial: false,
    }));
}

function judgeAnnotations(
  { pod, keys }: Extract<Task, { kind: "annotations" }>,
  surroundings: Surroundings,
  context: Context,
): Judged {
  const { setup, today } = context;
  const decided = decide(pod, surroundings, context);
  const spoils = differences(pod, decided.result.pod).some(({ kind, name }) => kind === "annotation" && keys.has(name));
  const findings = judgePod(decided, setup.rules, today, false);
  return verdictOf(
    findings.filter(({ code, isDenial }) => isDenial || (spoils && code === "verify.pod_incomplete")),
    context,
  );
}

function judgeTemplates(
  { workload }: Extract<Task, { kind: "workload" }>,
  labels: JsonObject,
  accounts: Accounts,
  context: Context,
): Judged {
  const { review, setup, today, mode, notes } = context;
  const { namespace } = review;
  const known: KnownObjects = {
    defaultNamespace: namespace,
    serviceAccounts: new Map([[namespace, new Map(foundAccounts(accounts))]]),
    namespaces: new Map([[namespace, labels]]),
  };
  const { decided, findings } = judgeWorkload(workload, known, setup.rules, today, mode === "mutate");
  notes.decided = decided;
  return verdictOf(findings, context);
}

function foundAccounts(accounts: Accounts): [string, JsonObject][] {
  return Array.from(accounts).flatMap(([name, metadata]): [string, JsonObject][] =>
    metadata === null ? [] : [[name, metadata]],
  );
}

/** Decides the Pod under review, and notes it. */
function decide(pod: JsonObject, surroundings: Surroundings, context: Context): DecidedPod {
  const decided = decideOnly(pod, surroundings, context);
  context.notes.decided = [decided];
  return decided;
}

function decideOnly(pod: JsonObject, surroundings: Surroundings, { review, setup }: Context): DecidedPod {
  const identity = { namespace: review.namespace, name: nameOf(review) };
  return decidePod(pod, identity, surroundings, setup.rules);
}
