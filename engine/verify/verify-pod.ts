import type { ChainResult } from "../chain/chain.ts";
import { findings } from "../codes/codes.ts";
import type { Edit, Provider } from "../decision.ts";
import type { DecidedPod } from "../document/decide-document.ts";
import type { Finding } from "../document/finding.ts";
import { member, type Json, type JsonObject, type Segment } from "../json.ts";
import { documentPath, type LocatedPod } from "../locate/located-pod.ts";
import { differences, type Difference } from "./differences.ts";

/**
 * What keeps a Pod from being as the rules make it: a finding for the Pod and one for each of its containers, by provider, with the names
 * of what is missing or other than wanted. None where the chain's net effect is nothing. What concerns only containers that came late is
 * left out: the rules have found `container.not_injected` there, whose severity is `verify.lateContainers`. Paths count in the document.
 */
export function verifyPod({ located, subject, result }: DecidedPod): Finding[] {
  if (result.outcome !== "changed") return [];
  const late = lateContainers(result);
  const groups = new Map<string, { provider: Provider | null; of: Difference[] }>();
  const found = differences(subject.pod, result.pod);
  // A change that has no name of its own, as a variable that comes twice, is a change nevertheless.
  if (found.length === 0) return [findingFor(null, [], located)];
  for (const difference of found) {
    const provider = providerOf(difference, result);
    const { container } = difference;
    if (container !== null && late.has(lateKey(provider, container.name))) continue;
    const key = JSON.stringify([provider, container?.list, container?.index]);
    const group = groups.get(key) ?? { provider, of: [] };
    groups.set(key, group);
    group.of.push(difference);
  }
  return Array.from(groups.values(), ({ provider, of }) => findingFor(provider, of, located));
}

function findingFor(provider: Provider | null, of: readonly Difference[], located: LocatedPod): Finding {
  const container = of[0]?.container ?? null;
  const missing = (kind: Difference["kind"]): string[] =>
    of.filter((one) => one.kind === kind && one.isMissing).map(({ name }) => name);
  const others = of.filter(({ isMissing }) => !isMissing).map(({ kind, name }) => `${kind} ${name}`);
  if (container === null) {
    const params = {
      provider,
      volumes: missing("volume"),
      labels: missing("label"),
      annotations: missing("annotation"),
      containers: missing("container"),
      others,
    };
    return finding("verify.pod_incomplete", provider, located.templatePath, params);
  }
  const path = documentPath(located, ["spec", container.list, container.index]) ?? located.templatePath;
  const params = {
    provider,
    container: container.name,
    variables: missing("variable"),
    mounts: missing("mount"),
    others,
  };
  return finding("verify.container_incomplete", provider, path, params);
}

function finding(
  code: "verify.pod_incomplete" | "verify.container_incomplete",
  provider: Provider | null,
  path: readonly Segment[],
  params: JsonObject,
): Finding {
  return { code, severity: findings[code].severity, provider, path, params };
}

/** Containers that a provider found to have nothing of its identity while others have all of it. */
function lateContainers({ findings: found }: ChainResult): ReadonlySet<string> {
  const late = found.filter(({ code }) => code === "container.not_injected");
  return new Set(late.map(({ provider, params: { container = null } }) => lateKey(provider, container)));
}

function lateKey(provider: Provider | null, container: Json): string {
  return JSON.stringify([provider, container]);
}

/** The first provider that writes something of this kind and name, or the whole container around it. */
function providerOf(difference: Difference, { decisions }: ChainResult): Provider | null {
  return decisions.find(({ decision }) => decision.edits.some((edit) => writes(edit, difference)))?.provider ?? null;
}

function writes(edit: Edit, { kind, name, container }: Difference): boolean {
  if (kindOf(edit) === "container" && nameOf(edit) === (container?.name ?? null)) return true;
  return kindOf(edit) === kind && nameOf(edit) === name;
}

function kindOf({ edit }: Edit): Difference["kind"] {
  switch (edit) {
    case "addEnv":
    case "replaceEnv":
      return "variable";
    case "addMount":
    case "replaceMount":
      return "mount";
    case "addVolume":
    case "replaceVolume":
      return "volume";
    case "addContainer":
    case "replaceContainer":
      return "container";
    case "setLabel":
      return "label";
    case "setAnnotation":
      return "annotation";
  }
}

function nameOf(edit: Edit): Json | undefined {
  if (edit.edit === "setLabel" || edit.edit === "setAnnotation") return edit.key;
  const key = edit.edit === "addMount" || edit.edit === "replaceMount" ? "mountPath" : "name";
  return member(edit.value, key);
}
