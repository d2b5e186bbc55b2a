import { pathText } from "../../engine/typed/path-text.ts";
import { isJsonList, isJsonObject, member, type JsonObject } from "../../engine/json.ts";
import { describeStanding, type JudgedFinding } from "../../report/judge.ts";
import { printable } from "../../report/printable.ts";
import { byteLength, cut } from "./cut.ts";
import { longestWarning } from "./warnings.ts";

/** The longest name of an object, and of a Namespace before it. An object under review may have a longer one: it is not validated yet. */
const longestName = 253 + 1 + 63;

/** An object as people name it: `Pod shop/orders-7d4b (of Deployment orders)`; one whose name is to come ends with `*`. */
export function describeObject(kind: string, namespace: string, object: JsonObject): string {
  const { metadata } = object;
  const name = text(metadata, "name") || `${text(metadata, "generateName")}*`;
  const owner = controllerOf(object);
  const full = cut(printable(`${kind} ${namespace}/${name}`), longestName);
  return owner === null ? full : `${full} (of ${cut(printable(owner), longestName)})`;
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

const wholeObject = pathText([]);
const mostLines = 20;
/** Bytes of one line of a refusal: names of a Pod that is not validated yet may be of any length. */
const longestLine = 1024;

/** Why an object is refused: what it lacks, line by line, and what to do. */
export function denialText(about: string, findings: readonly JudgedFinding[]): string {
  const lines = findings.slice(0, mostLines).map((finding) => {
    const back = printable(` (${finding.code}; ${finding.help})`);
    return `- ${cut(printable(sentence(finding)), longestLine)}${back}`;
  });
  const left = findings.length - lines.length;
  const fixes = new Set(findings.map(({ fix }) => fix).filter((fix) => fix !== ""));
  return [
    `${about}: its cloud identity is not what the rules make it.`,
    ...lines,
    ...(left > 0 ? [`- and ${left} more`] : []),
    ...Array.from(fixes, printable),
    "To see what admission wants: podgraft explain, or podgraft verify, on the manifests.",
  ].join("\n");
}

/** How much of a warning the object's name takes, and how much the code with what excuses it. */
const roomAround = 100;

/** A finding as one warning: names and sentence are cut, so that the code is always there. */
export function warningText(about: string, finding: JudgedFinding): string {
  const front = cut(about, roomAround);
  const standing = describeStanding(finding.standing);
  const back = cut(printable(` (${finding.code})${standing === "" ? "" : ` – ${standing}`}`), roomAround);
  const room = longestWarning - byteLength(front) - byteLength(back) - 2;
  return `${front}: ${cut(printable(sentence(finding)), room)}${back}`;
}

/** A remark about an object as one warning. */
export function remarkText(about: string, remark: string): string {
  return `${cut(about, roomAround)} ${remark}`;
}

/** What concerns the object as a whole has no place in it. */
function sentence({ path, message }: JudgedFinding): string {
  return path === wholeObject ? message : `${path}: ${message}`;
}

function text(value: JsonObject[string], key: string): string {
  const found = member(value, key);
  return typeof found === "string" ? found : "";
}
