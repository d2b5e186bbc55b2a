import { isJsonObject, member, type JsonObject } from "../json.ts";
import type { IdentityRule } from "./config.ts";
import { matchGlob } from "./glob.ts";

/** What is known of a Pod's ServiceAccount and Namespace, as the rules see it. */
export type KnownIdentity = {
  readonly namespace: { readonly name: string | null; readonly labels: JsonObject | null };
  readonly serviceAccount: { readonly name: string; readonly found: boolean | null; readonly metadata: JsonObject };
};

/** What the map gave: which of its rules, and the keys that came from it. */
export type FromMap = {
  readonly rule: number;
  readonly annotations: readonly string[];
  readonly namespaceLabels: readonly string[];
};

/** The first rule of the identity map that matches, with its index; an unknown namespace (null) is matched by `*` alone. */
export function matchIdentity(
  identities: readonly IdentityRule[],
  namespace: string | null,
  serviceAccountName: string,
): { readonly index: number; readonly rule: IdentityRule } | undefined {
  const index = identities.findIndex(
    ({ match }) => matchGlob(match.namespace, namespace) && matchGlob(match.serviceAccount, serviceAccountName),
  );
  const rule = identities[index];
  return rule === undefined ? undefined : { index, rule };
}

/**
 * What is known, with the identity map applied: annotations and labels that are lacking are filled in (`override` replaces), and a
 * ServiceAccount for which the rule has annotations counts as found. `fromMap` is null where no rule matches.
 */
export function applyIdentities(
  identities: readonly IdentityRule[],
  known: KnownIdentity,
): KnownIdentity & { readonly fromMap: FromMap | null } {
  const matched = matchIdentity(identities, known.namespace.name, known.serviceAccount.name);
  if (matched === undefined) return { ...known, fromMap: null };
  const { annotations, namespaceLabels, override } = matched.rule;
  const { serviceAccount, namespace } = known;
  const account = fill(annotationsOf(serviceAccount.metadata), annotations ?? {}, override);
  const labels = fill(namespace.labels ?? {}, namespaceLabels ?? {}, override);
  return {
    // Labels alone say nothing about the account: to count it as found would be to guess that it has no annotations.
    serviceAccount:
      annotations === undefined
        ? serviceAccount
        : { ...serviceAccount, found: true, metadata: { ...serviceAccount.metadata, annotations: account.values } },
    namespace: namespaceLabels === undefined ? namespace : { ...namespace, labels: labels.values },
    fromMap: { rule: matched.index, annotations: account.filled, namespaceLabels: labels.filled },
  };
}

function annotationsOf(metadata: JsonObject): JsonObject {
  const annotations = member(metadata, "annotations");
  return isJsonObject(annotations) ? annotations : {};
}

function fill(
  present: JsonObject,
  added: { readonly [key: string]: string },
  override: boolean,
): { readonly values: JsonObject; readonly filled: readonly string[] } {
  const filled = Object.keys(added).filter((key) => override || !Object.hasOwn(present, key));
  const values = Object.fromEntries([
    ...Object.entries(present),
    ...filled.map((key): [string, string | undefined] => [key, added[key]]),
  ]);
  return { values, filled };
}
