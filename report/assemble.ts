import type { DecidedDocument, DecidedPod, Rules } from "../engine/document/decide-document.ts";
import { configDigest } from "../engine/config/digest.ts";
import type { Finding } from "../engine/document/finding.ts";
import type { Segment } from "../engine/json.ts";
import { pathText } from "../engine/typed/path-text.ts";
import { recordDenial, recordFinding, type FindingPlace, type FindingRecord } from "./finding-record.ts";
import { createJudge, type Excuses, type JudgedFinding } from "./judge.ts";
import { summarizePod } from "./pod-summary.ts";
import { failsAt, type Report, type ReportedPod, type Threshold } from "./report.ts";
import { isUnremarkable } from "./unremarkable.ts";

/** Where a document stands: the place of each of its paths, and the chart's template that it was rendered from. */
export type DocumentPlace = {
  readonly placeOf: (path: readonly Segment[]) => FindingPlace;
  readonly source: string | null;
};

/** What a report keeps of a Pod: words, nothing of the Pod itself. */
export type RecordedPod = Omit<ReportedPod, "verdict" | "findings"> & { readonly records: readonly FindingRecord[] };

/** What a report keeps of a document. */
export type RecordedDocument = {
  readonly pods: readonly RecordedPod[];
  readonly records: readonly FindingRecord[];
};

/**
 * Takes from a decided document what a report needs. `also` gives findings beyond those of the decision, as verification has them; paths
 * count in the document.
 */
export function recordDocument(
  { pods, findings }: DecidedDocument,
  { placeOf, source }: DocumentPlace,
  rules: Rules,
  also: (pod: DecidedPod) => readonly Finding[] = () => [],
): RecordedDocument {
  return {
    pods: pods.map((pod) => recordPod(pod, { placeOf, source }, rules, also(pod))),
    records: findings.map((finding) => recordFinding(finding, null, placeOf(finding.path), { source })),
  };
}

function recordPod(
  pod: DecidedPod,
  { placeOf, source }: DocumentPlace,
  rules: Rules,
  also: readonly Finding[],
): RecordedPod {
  const { located, subject, findings } = pod;
  const object = { ...located.object, namespace: subject.namespace.name };
  const around = { source, serviceAccount: subject.serviceAccount.name };
  const denial = recordDenial(pod, placeOf(located.templatePath), source);
  return {
    ...summarizePod(pod),
    place: placeOf(located.object.path),
    source,
    path: located.templatePath.length === 0 ? "" : pathText(located.templatePath),
    records: [
      ...(denial === undefined ? [] : [denial]),
      ...[...also, ...findings].map((finding) =>
        recordFinding(finding, object, placeOf(finding.path), {
          ...around,
          isUnremarkable: isUnremarkable(finding.code, pod, rules.chain.settings),
        }),
      ),
    ],
  };
}

/** What a report says about itself. */
export type ReportHead = {
  readonly version: string;
  readonly rules: Rules;
  readonly environment: string | null;
  readonly threshold: Threshold;
  readonly excuses: Excuses;
};

/** The report of a run: every finding judged, in the order of the documents, and every Pod with its verdict. */
export function assembleReport(documents: readonly RecordedDocument[], head: ReportHead): Report {
  const { version, rules, environment, threshold, excuses } = head;
  const judge = createJudge(excuses);
  const judged = documents.map(({ pods, records }) => ({
    pods: pods.map((pod) => withVerdict(pod, pod.records.map(judge), threshold)),
    findings: records.map(judge),
  }));
  return {
    tool: { version },
    digests: { configuration: configDigest(rules.config), module: rules.module.digest },
    environment,
    threshold,
    hasBaseline: excuses.baseline !== null,
    pods: judged.flatMap(({ pods }) => pods),
    findings: judged.flatMap(({ findings }) => findings),
  };
}

function withVerdict(
  { records, ...pod }: RecordedPod,
  findings: readonly JudgedFinding[],
  threshold: Threshold,
): ReportedPod {
  const fails = findings.some((finding) => failsAt(finding, threshold));
  return { ...pod, verdict: fails ? "fail" : "pass", findings };
}
