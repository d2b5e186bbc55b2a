import { printable } from "../printable.ts";
import { nameOf } from "../report.ts";
import { cloudNames } from "./cloud-names.ts";
import type { ExplainedDecision, ExplainedValue, ExplainedVariable, PodExplanation } from "./explain-pod.ts";
import type { Origin } from "./origin.ts";

/** Gives a part weight, or leaves it as it is. */
export type PaintPart = (style: "bold" | "dim", text: string) => string;

/** An explanation as a tree of lines, headed by the Pod. */
export function explanationText(explanation: PodExplanation, paint: PaintPart): string {
  const { object, place, source } = explanation;
  const at = [...(place === null ? [] : [` at ${place}`]), ...(source === null ? [] : [` (from ${source})`])];
  const head = paint("bold", printable(`${nameOf(object)}${at.join("")}`));
  return `${head}\n${accountLine(explanation)}\n${decisionsText(explanation, paint)}`;
}

/** The decisions alone: a paragraph for each cloud that gives an identity, a line or two for each other. */
export function decisionsText({ decisions, notAsked, off }: PodExplanation, paint: PaintPart): string {
  const lines = [
    ...decisions.flatMap((decision) => decisionLines(decision, paint)),
    ...notAsked.map((provider) => paint("dim", `  ${cloudNames[provider]}: not asked, for the Pod is refused`)),
    ...(off.length === 0
      ? []
      : [paint("dim", `  off in the configuration: ${off.map((provider) => cloudNames[provider]).join(", ")}`)]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function accountLine({ serviceAccount: { name, found, place }, fromMap }: PodExplanation): string {
  const where = place === null ? "" : ` (${place})`;
  const known = found === null ? ", which is not known" : found ? where : ", which does not exist";
  const filled = [...(fromMap?.annotations ?? []), ...(fromMap?.namespaceLabels ?? [])];
  const mapped =
    fromMap === null || filled.length === 0 ? "" : `; identities[${fromMap.rule}] gives ${filled.join(", ")}`;
  return printable(`  runs as ServiceAccount ${name}${known}${mapped}`);
}

const outcomes = { inject: "identity", skip: "nothing", deny: "refused" } as const;

function decisionLines(decision: ExplainedDecision, paint: PaintPart): string[] {
  const { provider, outcome, reason, denial, identity, variables } = decision;
  const said = denial === null ? "" : `: ${denial}`;
  const headline = `  ${cloudNames[provider]}: ${outcomes[outcome]} – ${reason.title} (${reason.code})${said}`;
  const rows = [...identity.map(valueRow), ...variables.map((variable) => variableRow(variable, variables))];
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  return [
    paint(outcome === "inject" ? "bold" : "dim", printable(headline)),
    ...(outcome === "inject" || reason.description === "" ? [] : [paint("dim", `    ${reason.description}`)]),
    ...rows.flatMap(({ name, value, origin }) => {
      const line = `    ${name.padEnd(width)}  ${printable(value)}`;
      return origin === "" ? [line] : [line, paint("dim", `    ${" ".repeat(width)}    ← ${printable(origin)}`)];
    }),
  ];
}

type Row = { readonly name: string; readonly value: string; readonly origin: string };

const names = {
  subject: { name: "subject", missing: "not known yet" },
  principal: { name: "principal", missing: "known to the cloud only" },
  audience: { name: "audience", missing: "the API server's own" },
  expirationSeconds: { name: "expiration", missing: "not known" },
  tokenFile: { name: "token file", missing: "none" },
} as const;

function valueRow({ name, value, origin }: ExplainedValue): Row {
  const { name: shown, missing } = names[name];
  const unit = name === "expirationSeconds" ? " s" : "";
  return { name: shown, value: value === null ? missing : `${value}${unit}`, origin: originText(origin) };
}

function variableRow(
  { name, value, containers, isPresent, origin }: ExplainedVariable,
  all: readonly ExplainedVariable[],
): Row {
  const isAlone = all.filter((one) => one.name === name).length === 1;
  const shown = value ?? "(valueFrom)";
  const otherwise = originText(origin);
  const present = `in the manifest already${otherwise === "" ? "" : `; else from: ${otherwise}`}`;
  return {
    name,
    value: isAlone && !isPresent ? shown : `${shown} (${containers.join(", ")})`,
    origin: isPresent ? present : otherwise,
  };
}

function originText(origin: Origin | null): string {
  if (origin === null) return "";
  return origin.place === null ? origin.words : `${origin.words} (${origin.place})`;
}
