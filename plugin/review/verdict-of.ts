import { counts, type JudgedFinding } from "../../report/judge.ts";
import type { AdmissionOutcome, Endpoint, Mode } from "../admission-record.ts";
import { silence, type Verdict } from "./answer.ts";
import { auditOf, type Digests } from "./audit.ts";
import { denialText, warningText } from "./denial-text.ts";
import { mayRefuse } from "./failure.ts";
import type { Notes } from "./recorded.ts";
import { isOfPod, type Review } from "./review.ts";

/** A verdict, and what it is called in logs and metrics. */
export type Judged = { readonly verdict: Verdict; readonly outcome: AdmissionOutcome };

/** What a verdict depends on beside the findings. */
export type Court = {
  readonly endpoint: Endpoint;
  readonly review: Review;
  /** The object as people name it. */
  readonly about: string;
  readonly mode: Mode;
  readonly setup: { readonly digests: Digests };
  readonly notes: Notes;
};

/** What findings come to in the mode: workloads and the softer modes refuse nothing. */
export function verdictOf(findings: readonly JudgedFinding[], court: Court): Judged {
  const { endpoint, review, about, mode, setup, notes } = court;
  const told = findings.filter(({ severity }) => severity !== "info");
  notes.findings = told.map(({ code }) => code);
  // A mutating webhook is called again after others have changed the Pod, and an annotation cannot be set twice: findings may differ.
  const audit = auditOf(mode, endpoint === "verify" ? told : [], notes.decided, setup.digests);
  const errors = told.filter((finding) => counts(finding) && finding.severity === "error");
  if (errors.length > 0 && isOfPod(review) && mayRefuse(endpoint, mode)) {
    const denial = { message: denialText(about, errors), reason: "Forbidden" } as const;
    return { verdict: { ...silence, denial, audit }, outcome: "denied" };
  }
  if (mode === "audit") return { verdict: { ...silence, audit }, outcome: "accepted" };
  const warnings = told.map((finding) => warningText(about, finding));
  return { verdict: { ...silence, warnings, audit }, outcome: warnings.length > 0 ? "warned" : "accepted" };
}
