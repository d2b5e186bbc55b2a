import type { KnownObjects } from "../../engine/context/known-objects.ts";
import type { Rules } from "../../engine/document/decide-document.ts";
import { applyPatch } from "../../engine/edits/apply-patch.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../../engine/json.ts";
import { effectiveServiceAccountName } from "../../engine/locate/service-account.ts";
import { differences } from "../../engine/verify/differences.ts";
import { counts, describeStanding, type JudgedFinding } from "../../report/judge.ts";
import type { AdmissionOutcome, AdmissionRecord, Endpoint } from "../admission-record.ts";
import type { Cluster, Looked } from "../cluster.ts";
import { answerOf, silence, type Verdict } from "./answer.ts";
import { auditOf } from "./audit.ts";
import { denialText, describeObject, warningText } from "./denial-text.ts";
import { completeAdded, hasVolumes, withAddedContainers } from "./ephemeral.ts";
import { failureVerdict, lookupFailure, mayRefuse, type Failure } from "./failure.ts";
import { decidePod, judgePod, refuseUndecodable } from "./judge-pod.ts";
import { breakGlassLabel, modeLabel, namespaceMode, type NamespaceMode } from "./mode.ts";
import type { Surroundings } from "./pod-subject.ts";
import { emptyNotes, noteLookup, recordOf, type Notes } from "./recorded.ts";
import { nameOf, readReview, type Review } from "./review.ts";
import { taskOf, type Task } from "./task.ts";
import { accountNames, judgeWorkload } from "./workload.ts";

/** What judges reviews. */
export type AdmissionSetup = {
  readonly rules: Rules;
  readonly cluster: Cluster;
  /** SHA-256 of configuration and module in hexadecimal, for audit annotations. */
  readonly digests: { readonly configuration: string; readonly module: string };
};

/** When a review is judged: by when it has to be done (milliseconds of `performance.now()`), and the date YYYY-MM-DD by which exceptions end. */
export type AdmissionTime = { readonly deadline: number; readonly today: string };

/** An answer, and what logs and metrics are told. */
export type Admitted = { readonly answer: JsonObject; readonly record: AdmissionRecord };

type Judged = { readonly verdict: Verdict; readonly outcome: AdmissionOutcome };

/**
 * Judges one AdmissionReview (docs/admission.md has the table of modes). A fault inside never lets an object through unless the
 * configuration says so or the mode refuses nothing, and then there is a warning. Throws PodgraftError `input.invalid` for a body that is
 * no AdmissionReview, or has no object where one belongs.
 */
export async function admit(
  endpoint: Endpoint,
  body: Json,
  setup: AdmissionSetup,
  time: AdmissionTime,
): Promise<Admitted> {
  const review = readReview(body);
  const task = taskOrFault(endpoint, review, setup.rules);
  const notes = emptyNotes();
  const { verdict, outcome } = await judged(endpoint, review, task, setup, time, notes);
  return { answer: answerOf(review, verdict), record: recordOf(endpoint, review, notes, outcome, verdict) };
}

/** A fault in a template is one of the object, which is judged by its mode; a request without its object cannot be judged at all. */
function taskOrFault(endpoint: Endpoint, review: Review, rules: Rules): Task | PodgraftError | null {
  try {
    return taskOf(endpoint, review, rules);
  } catch (error) {
    if (error instanceof PodgraftError && error.code !== "input.invalid") return error;
    throw error;
  }
}

async function judged(
  endpoint: Endpoint,
  review: Review,
  task: Task | PodgraftError | null,
  setup: AdmissionSetup,
  time: AdmissionTime,
  notes: Notes,
): Promise<Judged> {
  if (task === null) return { verdict: silence, outcome: "exempt" };
  const about = describeObject(review.kind, review.namespace, review.object ?? {});
  const { config } = setup.rules;
  const failed = (failure: Failure): Judged => {
    notes.failure = failure.code;
    const canRefuse = review.kind === "Pod" && mayRefuse(endpoint, notes.mode);
    return { verdict: failureVerdict(about, failure, canRefuse), outcome: "failed" };
  };
  try {
    const looked = await lookedUp(setup.cluster.namespace(review.namespace, time.deadline));
    noteLookup(notes, "namespace", looked);
    if (looked.kind === "failed") return failed(lookupFailure(`Namespace ${review.namespace}`, looked, config));
    const labels = looked.kind === "found" ? objectAt(looked.metadata, "labels") : {};
    const wanted = namespaceMode(labels, config.admission.mode);
    notes.mode = wanted.mode;
    if (wanted.breakGlass !== null) return released(about, wanted.breakGlass);
    if (wanted.mode === "off" || (endpoint === "mutate" && wanted.mode !== "mutate")) {
      return { verdict: withModeWarning(silence, wanted), outcome: "accepted" };
    }
    if (task instanceof PodgraftError) throw task;
    const accounts = await lookUpAccounts(task, review.namespace, setup.cluster, time.deadline, notes);
    if (accounts instanceof Map) {
      const context: Context = { endpoint, review, about, mode: wanted, setup, today: time.today, notes };
      const { verdict, outcome } = judgeTask(task, labels, accounts, context);
      return { verdict: withModeWarning(verdict, wanted), outcome };
    }
    return failed(lookupFailure(`ServiceAccount ${review.namespace}/${accounts.name}`, accounts.looked, config));
  } catch (error) {
    const fault = error instanceof PodgraftError ? error : new PodgraftError("internal.evaluation", String(error));
    const { failure } = config.admission;
    return failed({ message: fault.message, code: fault.code, policy: failure, setting: "admission.failure" });
  }
}

/** Without a turn of the event loop where the cache has the answer. A look-up that breaks its promise and rejects is a failed one. */
async function lookedUp(answer: Looked | Promise<Looked>): Promise<Looked> {
  if (!(answer instanceof Promise)) return answer;
  try {
    return await answer;
  } catch (error) {
    return { kind: "failed", failure: "invalid", message: String(error) };
  }
}

type Accounts = ReadonlyMap<string, JsonObject | null>;
type LostAccount = { readonly name: string; readonly looked: Extract<Looked, { kind: "failed" }> };

async function lookUpAccounts(
  task: Task,
  namespace: string,
  cluster: Cluster,
  deadline: number,
  notes: Notes,
): Promise<Map<string, JsonObject | null> | LostAccount> {
  const accounts = new Map<string, JsonObject | null>();
  const names = task.kind === "workload" ? accountNames(task.workload) : [effectiveServiceAccountName(task.pod.spec)];
  for (const name of names) {
    const looked = await lookedUp(cluster.serviceAccount(namespace, name, deadline));
    noteLookup(notes, "serviceaccount", looked);
    if (looked.kind === "failed") return { name, looked };
    accounts.set(name, looked.kind === "found" ? looked.metadata : null);
  }
  return accounts;
}

function released(about: string, reason: string): Judged {
  const warning = `${about} is let through unjudged: the Namespace has the label ${breakGlassLabel}: ${reason}`;
  return { verdict: { ...silence, warnings: [warning], audit: { "break-glass": reason } }, outcome: "released" };
}

function withModeWarning(verdict: Verdict, { invalid, mode }: NamespaceMode): Verdict {
  if (invalid === null) return verdict;
  const warning = `the Namespace's label ${modeLabel}=${invalid} names no mode (off, audit, warn, enforce, mutate); ${mode} holds`;
  return { ...verdict, warnings: [...verdict.warnings, warning] };
}

type Context = {
  readonly endpoint: Endpoint;
  readonly review: Review;
  readonly about: string;
  readonly mode: NamespaceMode;
  readonly setup: AdmissionSetup;
  readonly today: string;
  readonly notes: Notes;
};

function judgeTask(task: Task, namespaceLabels: JsonObject, accounts: Accounts, context: Context): Judged {
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
  const { endpoint, setup, today, notes } = context;
  const decided = decidePod(pod, identityOf(context), surroundings, setup.rules);
  notes.decided = [decided];
  const mends = endpoint === "mutate";
  const findings = judgePod(decided, setup.rules, today, mends);
  if (!mends) return verdictOf(findings, context);
  const refusals = findings.filter(({ isDenial }) => isDenial);
  if (refusals.some(counts)) return verdictOf(refusals, context, decided.result.denial?.status);
  const { verdict } = verdictOf(
    findings.filter(({ severity }) => severity !== "error"),
    context,
  );
  if (decided.patch.length === 0) return { verdict, outcome: "unchanged" };
  return { verdict: { ...verdict, patch: checkedPatch(pod, decided.patch, decided.result.pod) }, outcome: "mutated" };
}

/**
 * A patch that does not apply, or spoils the Pod, fails the request even under failurePolicy Ignore: so it is applied here first. Throws
 * PodgraftError `internal.*` or `input.pod_invalid` where it is not what the rules meant.
 */
function checkedPatch(pod: JsonObject, patch: Verdict["patch"], meant: JsonObject): Verdict["patch"] {
  const patched = applyPatch(pod, patch);
  if (!isJsonObject(patched) || !jsonEqual(patched, meant)) {
    throw new PodgraftError(
      "internal.patch",
      "the patch does not make the Pod that the rules want; report this as a fault",
    );
  }
  refuseUndecodable(patched);
  return patch;
}

function judgeEphemeral(
  { pod, added }: Extract<Task, { kind: "ephemeral" }>,
  surroundings: Surroundings,
  context: Context,
): Judged {
  const { endpoint, setup, today, notes } = context;
  const whole = withAddedContainers(pod, added);
  const decided = decidePod(whole, identityOf(context), surroundings, setup.rules);
  notes.decided = [decided];
  // A Pod that has no identity cannot be given one any more, and whoever debugs it must not be held up by that.
  if (!hasVolumes(decided)) return { verdict: silence, outcome: "accepted" };
  if (endpoint === "mutate") {
    const patch = completeAdded(decided, added);
    if (patch.length === 0) return { verdict: silence, outcome: "unchanged" };
    refuseUndecodable(objectOf(applyPatch(pod, patch)));
    return { verdict: { ...silence, patch }, outcome: "mutated" };
  }
  const places = new Map(added.map(({ name, index }) => [name, `spec.ephemeralContainers[${index}]`]));
  const findings = judgePod(decided, setup.rules, today, false).flatMap((finding) => {
    const path = places.get(textOf(finding.params.container));
    return path === undefined ? [] : [{ ...finding, path }];
  });
  return verdictOf(findings, context);
}

function judgeAnnotations(
  { pod, keys }: Extract<Task, { kind: "annotations" }>,
  surroundings: Surroundings,
  context: Context,
): Judged {
  const { setup, today, notes } = context;
  const decided = decidePod(pod, identityOf(context), surroundings, setup.rules);
  notes.decided = [decided];
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
  const { decided, findings } = judgeWorkload(workload, known, setup.rules, today, mode.mode === "mutate");
  notes.decided = decided;
  return verdictOf(findings, context);
}

function foundAccounts(accounts: Accounts): [string, JsonObject][] {
  return Array.from(accounts).flatMap(([name, metadata]): [string, JsonObject][] =>
    metadata === null ? [] : [[name, metadata]],
  );
}

/** What findings come to in the mode: workloads and the softer modes refuse nothing. */
function verdictOf(findings: readonly JudgedFinding[], context: Context, status = 403): Judged {
  const { endpoint, review, about, mode, setup, notes } = context;
  const told = findings.filter((finding) => finding.severity !== "info");
  notes.findings = told.map(({ code }) => code);
  const errors = told.filter((finding) => counts(finding) && (finding.isDenial || finding.severity === "error"));
  // A mutating webhook is called again after others have changed the Pod, and an annotation cannot be set twice: findings may differ.
  const audit = auditOf(mode.mode, endpoint === "verify" ? told : [], notes.decided, setup.digests);
  if (errors.length > 0 && review.kind === "Pod" && mayRefuse(endpoint, mode.mode)) {
    return {
      verdict: { ...silence, denial: { message: denialText(about, errors), code: status }, audit },
      outcome: "denied",
    };
  }
  if (mode.mode === "audit") return { verdict: { ...silence, audit }, outcome: "accepted" };
  const warnings = told.map((finding) => `${warningText(about, finding)}${remark(finding)}`);
  return { verdict: { ...silence, warnings, audit }, outcome: warnings.length > 0 ? "warned" : "accepted" };
}

function remark({ standing }: JudgedFinding): string {
  const said = describeStanding(standing);
  return said === "" ? "" : ` – ${said}`;
}

function identityOf({ review }: Context): { readonly namespace: string; readonly name: string } {
  return { namespace: review.namespace, name: nameOf(review) };
}

function objectAt(value: JsonObject, key: string): JsonObject {
  return objectOf(member(value, key) ?? {});
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
