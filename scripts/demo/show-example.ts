import type { DecidedPod } from "../../engine/document/decide-document.ts";
import type { InjectedDocument } from "../../renderer/inject/inject.ts";
import { describeFinding } from "../../report/describe-finding.ts";
import { explainPod, withoutPlaces } from "../../report/explain/explain-pod.ts";
import { decisionsText } from "../../report/explain/explanation-text.ts";
import { printable } from "../../report/printable.ts";
import type { DemoSource } from "./inject.ts";
import type { Paint } from "./paint.ts";
import { showDiff } from "./show-diff.ts";

/** Everything about the Pods of a source: of each document that holds some the heading, the diff, and why. */
export function showExample(source: DemoSource, paint: Paint): string {
  return source.kept.map((document) => showDocument(document, source, paint)).join("");
}

function showDocument(
  { read, decided, text }: InjectedDocument,
  { name: file, order }: DemoSource,
  paint: Paint,
): string {
  if (decided.pods.length === 0 && decided.findings.length === 0) return "";
  const { document } = read;
  const findings = [...decided.findings, ...decided.pods.flatMap((pod) => pod.findings)];
  return [
    ...decided.pods.map((pod) => `\n${paint("bold", heading(pod))}\n`),
    showDiff(document.text, text, document.firstLine, paint) || "  (not a byte changes)\n",
    ...decided.pods.map((pod) => decisionsText(explainPod(pod, withoutPlaces(order)), paint)),
    ...findings.map(
      (finding) => `  ${paint(finding.severity === "info" ? "dim" : "yellow", describeFinding(finding, file))}\n`,
    ),
  ].join("");
}

function heading({ located: { object }, subject }: DecidedPod): string {
  return printable(`── ${object.kind} ${subject.namespace.name ?? "?"}/${object.name} `.padEnd(72, "─"));
}
