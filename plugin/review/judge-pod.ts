import { findingSeverity } from "../../engine/codes/severity.ts";
import type { DecidedPod, Rules } from "../../engine/document/decide-document.ts";
import { decideChecked } from "../../engine/decide.ts";
import type { Finding } from "../../engine/document/finding.ts";
import { PodgraftError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import { checkPod, describeTypeFault } from "../../engine/typed/check-pod.ts";
import { pathText } from "../../engine/typed/path-text.ts";
import { verifyPod } from "../../engine/verify/verify-pod.ts";
import { recordDenial, recordFinding } from "../../report/finding-record.ts";
import { createJudge, type JudgedFinding } from "../../report/judge.ts";
import { locateReviewed, reviewedSubject, type Surroundings } from "./pod-subject.ts";

/** An object in an admission review has no place in a file. */
export const nowhere = { file: "", document: 1, line: 1, column: 1 } as const;

/**
 * Decides a Pod under review. Throws PodgraftError `input.pod_invalid` for a Pod that an API server would not have decoded, and what the
 * module throws.
 */
export function decidePod(
  pod: JsonObject,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  surroundings: Surroundings,
  rules: Rules,
): DecidedPod {
  refuseUndecodable(pod);
  const located = locateReviewed(pod, namespace, name);
  const { subject, fromMap } = reviewedSubject(located, namespace, surroundings, rules.config);
  const result = decideChecked(subject, rules.module, rules.chain);
  const findings = result.findings.flatMap((finding): Finding[] => {
    const severity = findingSeverity(finding.code, rules.config);
    return severity === "none" ? [] : [{ ...finding, severity }];
  });
  return { located, subject, fromMap, result, patch: result.patch, findings };
}

/** Throws PodgraftError `input.pod_invalid` with the path of what a Kubernetes decoder would refuse. */
function refuseUndecodable(pod: JsonObject): void {
  const fault = checkPod(pod);
  if (fault === null) return;
  throw new PodgraftError("input.pod_invalid", describeTypeFault(fault), { path: pathText(fault.path) });
}

/** What counts against a decided Pod as it stands; `isMended` leaves out what its patch brings. */
export function judgePod(decided: DecidedPod, rules: Rules, today: string, isMended: boolean): JudgedFinding[] {
  const found = isMended ? decided.findings.filter(({ code }) => code !== "container.not_injected") : decided.findings;
  const also = isMended ? [] : verifyPod(decided);
  const denial = recordDenial(decided, nowhere, null);
  if (denial === undefined && also.length === 0 && found.length === 0) return [];
  const { located, subject } = decided;
  const around = { serviceAccount: subject.serviceAccount.name };
  const records = [...also, ...found].map((finding) => recordFinding(finding, located.object, nowhere, around));
  const judge = createJudge({ exceptions: rules.config.exceptions, today, baseline: null });
  return [...(denial === undefined ? [] : [denial]), ...records].map(judge);
}
