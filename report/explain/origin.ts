import type { FromMap } from "../../engine/config/identities.ts";
import { describeSource } from "../../engine/config/source.ts";
import type { Leaf } from "../../engine/config/tree.ts";
import type { Provider } from "../../engine/decision.ts";
import type { Segment } from "../../engine/json.ts";
import { cloudNames } from "./cloud-names.ts";

/** Where a value came from, as the rules have it (`serviceAccount:eks.amazonaws.com/role-arn`), in words, and its place where it has one. */
export type Origin = { readonly from: string; readonly words: string; readonly place: string | null };

/** What an object of the surroundings is. */
export type Holder = "pod" | "serviceAccount" | "namespace";

/** What is known about the places that values come from. */
export type OriginContext = {
  readonly provider: Provider;
  readonly fromMap: FromMap | null;
  /** Where each setting came from; empty where that is not to be told. */
  readonly provenance: readonly Leaf[];
  /** What the configuration is called. */
  readonly configuration: string;
  /** `file:line` of a path in an object; null where the object or the path is nowhere to be seen. */
  readonly placeOf: (holder: Holder, path: readonly Segment[]) => string | null;
};

/** An origin of `identity.from` for people. */
export function originOf(from: string, context: OriginContext): Origin {
  const colon = from.indexOf(":");
  const [holder, key] = colon === -1 ? [from, ""] : [from.slice(0, colon), from.slice(colon + 1)];
  return { from, ...inWords(holder, key, context) };
}

function inWords(holder: string, key: string, context: OriginContext): Omit<Origin, "from"> {
  const { provider, fromMap, placeOf } = context;
  switch (holder) {
    case "serviceAccount":
      if (fromMap?.annotations.includes(key) === true) return mapped("ServiceAccount", key, fromMap.rule, context);
      return {
        words: `the ServiceAccount's annotation ${key}`,
        place: placeOf("serviceAccount", ["metadata", "annotations", key]),
      };
    case "namespace":
      if (fromMap?.namespaceLabels.includes(key) === true) return mapped("Namespace", key, fromMap.rule, context);
      return { words: `the Namespace's label ${key}`, place: placeOf("namespace", ["metadata", "labels", key]) };
    case "pod":
      return ofPod(key, placeOf);
    case "configMap":
      return { words: `the entry ${key} of the ConfigMap`, place: null };
    case "setting":
      return { words: `setting providers.${provider}.${key}${givenBy(key, context)}`, place: null };
    default:
      return { words: `fixed by ${cloudNames[provider]}'s rules`, place: null };
  }
}

function mapped(holder: string, key: string, rule: number, { configuration }: OriginContext): Omit<Origin, "from"> {
  return { words: `identities[${rule}] of ${configuration}, which fills in the ${holder}'s ${key}`, place: null };
}

/** An annotation's key has a slash; a field has none. */
function ofPod(key: string, placeOf: OriginContext["placeOf"]): Omit<Origin, "from"> {
  const path = key.includes("/") ? ["metadata", "annotations", key] : key.split(".");
  return { words: `the Pod's own ${key}`, place: placeOf("pod", path) };
}

/** A setting whose value is a map or list has its leaves below it. */
function givenBy(key: string, { provider, provenance }: OriginContext): string {
  const path = ["providers", provider, ...key.split(".")];
  const leaf = provenance.find((one) => {
    const shared = Math.min(path.length, one.path.length);
    return path.slice(0, shared).every((segment, index) => one.path[index] === segment) && one.path.length > 2;
  });
  if (leaf === undefined) return "";
  const source = describeSource(leaf.source);
  return source === "default" ? ", the default" : `, from ${source}`;
}
