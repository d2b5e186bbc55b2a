import type { Rules } from "../../engine/document/decide-document.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { isJsonObject, member, type Json, type JsonObject } from "../../engine/json.ts";
import type { AdmissionRecord, Endpoint } from "../admission-record.ts";
import type { Cluster } from "../cluster.ts";
import { answerOf, silence, type Verdict } from "./answer.ts";
import { auditOf, type Digests } from "./audit.ts";
import { describeObject, remarkText } from "./denial-text.ts";
import { failureVerdict, faultOf, lookupFailure, mayRefuse, ownFailure, type Failure } from "./failure.ts";
import { judgeTask } from "./judge-task.ts";
import { lookUpAccounts, lookUpNamespace } from "./look-up.ts";
import { breakGlassLabel, namespaceMode } from "./mode.ts";
import { emptyNotes, recordOf, type Notes } from "./recorded.ts";
import { isOfPod, readReview, type Review } from "./review.ts";
import { taskOf, type Task } from "./task.ts";
import type { Judged } from "./verdict-of.ts";

/** What judges reviews. */
export type AdmissionSetup = {
  readonly rules: Rules;
  readonly cluster: Cluster;
  /** For audit annotations. */
  readonly digests: Digests;
};

/** When a review is judged: by when it has to be done (milliseconds of `performance.now()`), and the date YYYY-MM-DD by which exceptions end. */
export type AdmissionTime = { readonly deadline: number; readonly today: string };

/** An answer, and what logs and metrics are told. */
export type Admitted = { readonly answer: JsonObject; readonly record: AdmissionRecord };

/**
 * Judges one AdmissionReview (docs/admission.md has the tables). A fault inside never lets an object through
 * unless the configuration says so or the mode refuses nothing, and then there is a warning. Throws PodgraftError `input.invalid` for a body
 * that is no AdmissionReview, or has no object where one belongs.
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
  const { verdict, outcome } =
    task === null ? exempt : await judged({ endpoint, review, setup, today: time.today, notes }, task, time.deadline);
  return { answer: answerOf(review, verdict), record: recordOf(endpoint, review, notes, outcome, verdict) };
}

const exempt: Judged = { verdict: silence, outcome: "exempt" };

/** A fault in a template is one of the object, which is judged by its mode; a request without its object cannot be judged at all. */
function taskOrFault(endpoint: Endpoint, review: Review, rules: Rules): Task | PodgraftError | null {
  try {
    return taskOf(endpoint, review, rules);
  } catch (error) {
    if (error instanceof PodgraftError && error.code === "input.invalid") throw error;
    return faultOf(error);
  }
}

type Request = {
  readonly endpoint: Endpoint;
  readonly review: Review;
  readonly setup: AdmissionSetup;
  readonly today: string;
  readonly notes: Notes;
};

async function judged(request: Request, task: Task | PodgraftError, deadline: number): Promise<Judged> {
  const { endpoint, review, setup, notes } = request;
  const { namespace } = review;
  const { cluster, rules } = setup;
  const about = describeObject(review.kind, namespace, review.object ?? {});
  try {
    const looked = await lookUpNamespace(namespace, cluster, deadline, notes);
    if (looked.kind === "failed")
      return failed(request, about, lookupFailure(`Namespace ${namespace}`, looked, rules.config));
    const labels = looked.kind === "found" ? labelsOf(looked.metadata) : {};
    const { mode, breakGlass, remarks } = namespaceMode(labels, rules.config.admission.mode);
    notes.mode = mode;
    if (breakGlass !== null) return released(request, about, breakGlass);
    if (mode === "off") return withRemarks(exempt, remarks);
    if (endpoint === "mutate" && mode !== "mutate") {
      return withRemarks({ verdict: silence, outcome: "unchanged" }, remarks);
    }
    if (task instanceof PodgraftError) throw task;
    const accounts = await lookUpAccounts(task, namespace, cluster, deadline, notes);
    if (!(accounts instanceof Map)) {
      const what = `ServiceAccount ${namespace}/${accounts.name}`;
      return failed(request, about, lookupFailure(what, accounts.looked, rules.config));
    }
    return withRemarks(judgeTask(task, labels, accounts, { ...request, about, mode }), remarks);
  } catch (error) {
    return failed(request, about, ownFailure(faultOf(error), rules.config));
  }
}

function failed({ endpoint, review, setup, notes }: Request, about: string, failure: Failure): Judged {
  notes.failure = failure.code;
  const canRefuse = isOfPod(review) && mayRefuse(endpoint, notes.mode);
  const audit = { ...auditOf(notes.mode, [], [], setup.digests), failure: failure.code };
  return { verdict: failureVerdict(about, failure, canRefuse, audit), outcome: "failed" };
}

function released({ setup, notes }: Request, about: string, reason: string): Judged {
  const warning = `is let through unjudged: the Namespace has the label ${breakGlassLabel}: ${reason}`;
  const audit = { ...auditOf(notes.mode, [], [], setup.digests), "break-glass": reason };
  return { verdict: { ...silence, warnings: [remarkText(about, warning)], audit }, outcome: "released" };
}

function withRemarks({ verdict, outcome }: Judged, remarks: readonly string[]): Judged {
  if (remarks.length === 0) return { verdict, outcome };
  const warnings: Verdict["warnings"] = [...verdict.warnings, ...remarks];
  return { verdict: { ...verdict, warnings }, outcome };
}

function labelsOf(metadata: JsonObject): JsonObject {
  const labels = member(metadata, "labels");
  return isJsonObject(labels) ? labels : {};
}
