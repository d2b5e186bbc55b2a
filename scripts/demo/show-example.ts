import type { DecidedPod } from "../../engine/document/decide-document.ts";
import type { InjectedDocument, InjectedSource } from "../../renderer/inject/inject.ts";
import { describeFinding } from "../../report/describe-finding.ts";
import { printable } from "../../report/printable.ts";
import { explainPod } from "./explain.ts";
import type { Paint } from "./paint.ts";
import { showDiff } from "./show-diff.ts";

/** Everything about the Pods of a source: of each document that holds some the heading, the diff, and why. */
export function showExample(source: InjectedSource<InjectedDocument>, paint: Paint): string {
  return source.kept.map((document) => showDocument(document, source.name, paint)).join("");
}

function showDocument({ read, decided, text }: InjectedDocument, file: string, paint: Paint): string {
  if (decided.pods.length === 0 && decided.findings.length === 0) return "";
  const { document } = read;
  const findings = [...decided.findings, ...decided.pods.flatMap((pod) => pod.findings)];
  return [
    ...decided.pods.map((pod) => `\n${paint("bold", heading(pod))}\n`),
    showDiff(document.text, text, document.firstLine, paint) || "  (not a byte changes)\n",
    ...decided.pods.map((pod) => explainPod(pod, paint)),
    ...findings.map(
      (finding) => `  ${paint(finding.severity === "info" ? "dim" : "yellow", describeFinding(finding, file))}\n`,
    ),
  ].join("");
}

function heading({ located: { object }, subject }: DecidedPod): string {
  return printable(`── ${object.kind} ${subject.namespace.name ?? "?"}/${object.name} `.padEnd(72, "─"));
}
