import { isJsonList, isJsonObject, member, type JsonObject } from "../../engine/json.ts";
import type { JudgedFinding } from "../../report/judge.ts";
import { printable } from "../../report/printable.ts";

/** An object as people name it: `Pod shop/orders-7d4b (of ReplicaSet orders-7d4b)`; one whose name is to come ends with `*`. */
export function describeObject(kind: string, namespace: string, object: JsonObject): string {
  const { metadata } = object;
  const name = text(metadata, "name") || `${text(metadata, "generateName")}*`;
  const owner = controllerOf(object);
  return printable(`${kind} ${namespace}/${name}${owner === null ? "" : ` (of ${owner})`}`);
}

/** The workload that made a Pod; a Deployment's Pods are made by its ReplicaSet, whose name ends in the template's hash. */
function controllerOf(object: JsonObject): string | null {
  const owners = member(object.metadata, "ownerReferences");
  const controller = isJsonList(owners)
    ? owners.filter(isJsonObject).find((one) => one.controller === true)
    : undefined;
  if (controller === undefined) return null;
  const name = text(controller, "name");
  const hash = text(member(object.metadata, "labels"), "pod-template-hash");
  if (text(controller, "kind") === "ReplicaSet" && hash !== "" && name.endsWith(`-${hash}`)) {
    return `Deployment ${name.slice(0, -hash.length - 1)}`;
  }
  return `${text(controller, "kind")} ${name}`;
}

/** Why an object is refused: what it lacks, line by line, and what to do. */
export function denialText(about: string, findings: readonly JudgedFinding[]): string {
  const lines = findings.map(({ path, message, code, help }) =>
    printable(`- ${path === "" ? "" : `${path}: `}${message} (${code}; ${help})`),
  );
  const fixes = [...new Set(findings.map(({ fix }) => fix).filter((fix) => fix !== ""))].map(printable);
  return [
    `${about}: its cloud identity is not what the rules make it.`,
    ...shortened(lines),
    ...fixes,
    "To see what admission wants: podgraft explain, or podgraft verify, on the manifests.",
  ].join("\n");
}

/** A finding as one warning. */
export function warningText(about: string, { path, message, code }: JudgedFinding): string {
  return `${about}: ${path === "" ? "" : `${path}: `}${message} (${code})`;
}

const mostLines = 20;

function shortened(lines: readonly string[]): string[] {
  if (lines.length <= mostLines) return [...lines];
  return [...lines.slice(0, mostLines), `- and ${lines.length - mostLines} more`];
}

function text(value: JsonObject[string], key: string): string {
  const found = member(value, key);
  return typeof found === "string" ? found : "";
}
