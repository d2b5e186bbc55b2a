import type { KnownObjects } from "../context/known-objects.ts";
import { providers, type Provider, type RuleSettings } from "../decision.ts";
import type { Rules } from "../document/decide-document.ts";
import { documentPatch } from "../document/document-patch.ts";
import type { Json, PatchOperation } from "../json.ts";
import type { LocatedPod } from "../locate/located-pod.ts";
import { ownAnnotations } from "./own-annotations.ts";
import { removalPatch } from "./removal-patch.ts";

/** What is taken out where no provider is on: everything, as made with default settings. */
const defaultSettings: RuleSettings = {
  aws: {},
  azure: {},
  gcp: { annotationPrefix: "cloud.google.com" },
  alibaba: {},
};

/**
 * A patch of the document that takes the earlier injections of the providers that are on (of all, if none is) out of one of its Pods. What
 * is known of ServiceAccounts tells the user's own annotations from injected ones.
 */
export function documentRemoval(
  document: Json,
  located: LocatedPod,
  rules: Rules,
  known: KnownObjects,
): PatchOperation[] {
  const [order, settings]: [readonly Provider[], RuleSettings] =
    rules.chain.order.length > 0 ? [rules.chain.order, rules.chain.settings] : [providers, defaultSettings];
  const patch = removalPatch(located.pod, order, settings);
  if (patch.length === 0) return [];
  const own = ownAnnotations(located, rules, known);
  return documentPatch(document, located, own.size === 0 ? patch : removalPatch(located.pod, order, settings, own));
}
