import { reasons } from "../../engine/codes/codes.ts";
import type { FromMap } from "../../engine/config/identities.ts";
import type { Decision, Identity, Provider } from "../../engine/decision.ts";
import type { DecidedPod } from "../../engine/document/decide-document.ts";
import { printable } from "../../report/printable.ts";
import type { Paint } from "./paint.ts";

/** The clouds by the names that their users call them. */
export const cloudNames: { readonly [provider in Provider]: string } = {
  aws: "AWS",
  azure: "Azure",
  gcp: "Google Cloud",
  alibaba: "Alibaba Cloud",
};

/** Why a Pod got what it got: one paragraph for each cloud that gave an identity, one line for each other. */
export function explainPod({ result, fromMap, subject }: DecidedPod, paint: Paint): string {
  const lines = result.decisions.flatMap(({ provider, decision }) => {
    const title = paint(decision.outcome === "inject" ? "bold" : "dim", headline(provider, decision));
    if (decision.identity === undefined) return [title];
    return [title, ...identityLines(decision.identity, decision, fromMap, subject.serviceAccount.name, paint)];
  });
  return lines.map((line) => `${line}\n`).join("");
}

const outcomes = { inject: "identity", skip: "nothing", deny: "refused" } as const;

function headline(provider: Provider, { outcome, reason, denial }: Decision): string {
  const title = Object.entries(reasons).find(([code]) => code === reason.code)?.[1].title ?? "";
  const message = denial === undefined ? "" : `: ${printable(denial.message)}`;
  return `  ${cloudNames[provider]}: ${outcomes[outcome]} – ${title} (${reason.code})${message}`;
}

type Row = { readonly name: string; readonly value: string; readonly origin: string };

function identityLines(
  identity: Identity,
  decision: Decision,
  fromMap: FromMap | null,
  account: string,
  paint: Paint,
): string[] {
  const origin = (name: string): string => {
    const from = identity.from[name];
    return from === undefined ? "" : describeOrigin(from, identity.provider, fromMap);
  };
  const rows: Row[] = [
    { name: "subject", value: identity.subject ?? "not known yet", origin: `ServiceAccount ${account}` },
    { name: "principal", value: identity.principal ?? "known to the cloud only", origin: origin("principal") },
    { name: "audience", value: identity.audience ?? "the API server's own", origin: origin("audience") },
    { name: "expiration", value: `${identity.expirationSeconds ?? "?"} s`, origin: origin("expirationSeconds") },
    { name: "token file", value: identity.tokenFile ?? "none", origin: origin("tokenFile") },
    ...variableRows(decision, origin),
  ];
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.flatMap(({ name, value, origin: from }) => {
    const line = `    ${name.padEnd(width)}  ${printable(value)}`;
    return from === "" ? [line] : [line, paint("dim", `    ${" ".repeat(width)}    ← ${from}`)];
  });
}

/** The variables that the Pod's own containers get, each once. */
function variableRows({ edits, identity }: Decision, origin: (name: string) => string): Row[] {
  const rows = new Map<string, Row>();
  for (const edit of edits) {
    if (edit.edit !== "addEnv" && edit.edit !== "replaceEnv") continue;
    const { name, value } = edit.value;
    if (
      typeof name !== "string" ||
      typeof value !== "string" ||
      value === identity?.principal ||
      value === identity?.tokenFile
    )
      continue;
    rows.set(name, { name, value, origin: origin(name) });
  }
  return [...rows.values()];
}

/** `serviceAccount:eks.amazonaws.com/role-arn` in words. */
function describeOrigin(from: string, provider: Provider, fromMap: FromMap | null): string {
  const [holder, key] = splitOrigin(from);
  if (holder === "serviceAccount" && fromMap?.annotations.includes(key) === true) {
    return `identities[${fromMap.rule}] of podgraft.yaml, which fills in the ServiceAccount's ${key}`;
  }
  if (holder === "namespace" && fromMap?.namespaceLabels.includes(key) === true) {
    return `identities[${fromMap.rule}] of podgraft.yaml, which fills in the Namespace's ${key}`;
  }
  switch (holder) {
    case "serviceAccount":
      return `the ServiceAccount's annotation ${key}`;
    case "pod":
      return `the Pod's own ${key}`;
    case "namespace":
      return `the Namespace's label ${key}`;
    case "configMap":
      return `the entry ${key} of the ConfigMap`;
    case "setting":
      return `setting providers.${provider}.${key}`;
    default:
      return `fixed by ${cloudNames[provider]}'s rules`;
  }
}

function splitOrigin(from: string): [holder: string, key: string] {
  const colon = from.indexOf(":");
  return colon === -1 ? [from, ""] : [from.slice(0, colon), printable(from.slice(colon + 1))];
}
