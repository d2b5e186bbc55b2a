import type { KnownObjects } from "../../engine/context/known-objects.ts";
import { decideDocument, type Rules } from "../../engine/document/decide-document.ts";
import { isJsonObject, jsonEqual, type JsonObject } from "../../engine/json.ts";
import { locatePods, type LocateResult } from "../../engine/locate/locate-pods.ts";
import { effectiveServiceAccountName } from "../../engine/locate/service-account.ts";
import { verifyPod } from "../../engine/verify/verify-pod.ts";
import { recordDenial, recordFinding, type FindingRecord } from "../../report/finding-record.ts";
import { createJudge, type JudgedFinding } from "../../report/judge.ts";
import { nowhere } from "./judge-pod.ts";
import type { Decided } from "./recorded.ts";
import { apiVersionOf, type Review } from "./review.ts";

/** A workload under review and the Pod templates in it. */
export type ReviewedWorkload = { readonly object: JsonObject; readonly located: LocateResult };

/**
 * The Pod templates of a workload; its namespace and its kind are the request's, whatever it says of them. Throws PodgraftError `input.*`
 * for what holds no template where one belongs.
 */
export function locateWorkload(object: JsonObject, review: Review, { table }: Pick<Rules, "table">): ReviewedWorkload {
  const { namespace, kind } = review;
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const placed = { ...object, apiVersion: apiVersionOf(review), kind, metadata: { ...metadata, namespace } };
  return { object: placed, located: locatePods(placed, table) };
}

/** Whether an update changes a Pod template: scaling, a label or a status brings no new Pods. */
export function changesTemplates(after: ReviewedWorkload, before: ReviewedWorkload): boolean {
  const templates = ({ located }: ReviewedWorkload) => located.pods.map(({ pod }) => pod);
  return !jsonEqual(templates(after), templates(before));
}

/** The names of the ServiceAccounts that the templates run as, each once. */
export function accountNames({ located }: ReviewedWorkload): string[] {
  return [...new Set(located.pods.map(({ pod }) => effectiveServiceAccountName(pod.spec)))];
}

/** What counts against the templates; `isMended` where Pods are repaired as they are created, so that they need not be complete. */
export function judgeWorkload(
  { object, located }: ReviewedWorkload,
  known: KnownObjects,
  rules: Rules,
  today: string,
  isMended: boolean,
): { readonly decided: readonly Decided[]; readonly findings: readonly JudgedFinding[] } {
  const { pods } = decideDocument(object, rules, known, located);
  const judge = createJudge({ exceptions: rules.config.exceptions, today, baseline: null });
  const findings = pods.flatMap((pod) => {
    const denial = recordDenial(pod, nowhere, null);
    const around = { serviceAccount: pod.subject.serviceAccount.name };
    const found = [...(isMended ? [] : verifyPod(pod)), ...pod.findings];
    const records = found.map((finding) =>
      inCluster(recordFinding(finding, pod.located.object, nowhere, around), around.serviceAccount),
    );
    return [...(denial === undefined ? [] : [denial]), ...records];
  });
  return { decided: pods, findings: findings.map(judge) };
}

/** The sentence of a finding speaks of files; here it is the cluster that has been asked. */
function inCluster(record: FindingRecord, account: string): FindingRecord {
  if (record.code !== "context.service_account_unknown") return record;
  return { ...record, message: `there is no ServiceAccount ${JSON.stringify(account)} in the Namespace yet` };
}
