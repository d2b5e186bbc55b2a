import { decide } from "../../../../engine/decide.ts";
import { isJsonObject, jsonEqual, member, type JsonObject } from "../../../../engine/json.ts";
import type { RuleModule } from "../../../../engine/wasm/host.ts";
import type { Case } from "../../../conformance/cases.ts";
import { differences, outcomeOf, subjectOf } from "../../../conformance/outcome.ts";
import { chainOf } from "../../../conformance/suite.ts";
import { creatable } from "../served/pods.ts";

/** Why no API server can hold a case, or why another outcome is meant; undefined where it is to be created. */
export function unfit(given: Case, module: RuleModule): string | undefined {
  const { serviceAccount, pod, tags, namespace } = given;
  if (tags.includes("decode-error")) return "the Pod does not decode";
  const { name, generateName } = isJsonObject(pod.metadata) ? pod.metadata : {};
  if (name === undefined && generateName === undefined) return "the Pod has no name";
  if (!jsonEqual(member(creatable(pod, "x").spec, "volumes"), member(pod.spec, "volumes") ?? [])) {
    return "a container mounts a volume that the Pod does not have";
  }
  const account = accountOf(pod);
  if (account === "")
    return "no ServiceAccount is named, and an API server fills in the default one before any webhook";
  const metadata = serviceAccount?.metadata;
  if (member(metadata, "name") !== account || member(metadata, "namespace") !== namespace.name) {
    return "the ServiceAccount does not exist, so that no Pod can run as it";
  }
  const usual = outcomeOf(pod, () => decide(subjectOf(given), module, chainOf(given, {})));
  if (differences(given, usual).length > 0) return "decided otherwise on purpose (acceptEquivalentLayout)";
  return undefined;
}

/** The ServiceAccount that the Pod names; empty where it names none. */
export function accountOf(pod: JsonObject): string {
  return String(member(pod.spec, "serviceAccountName") ?? "");
}
