import { isJsonList, isJsonObject, member, type Json, type Segment } from "../../engine/json.ts";
import type { LocateResult } from "../../engine/locate/locate-pods.ts";
import type { LocatedPod } from "../../engine/locate/located-pod.ts";
import { nameHistory, type NameHistory } from "./history.ts";

/** A ServiceAccount with its present name and those that it had. */
type Account = NameHistory & { readonly namespace: string | null; readonly name: string };

/**
 * Pods under the names that their ServiceAccounts have by now. A kustomize transformer sees an account that is renamed already and Pods
 * that still refer to it by an earlier name; kustomize changes these when all transformers have run. As there, an account is looked for in
 * the Pod's present namespace, among several the one with the Pod's own prefixes and suffixes counts, then the one from a namespace that
 * the Pod was in too. A Pod for which several are left keeps its name. `document` is what `located` was found in.
 */
export function withFinalAccounts(
  document: Json,
  located: LocateResult,
  defaultNamespace: string | null,
): readonly LocatedPod[] {
  const accounts = located.objects
    .filter(({ object }) => object.kind === "ServiceAccount")
    .map(({ object, value }): Account => ({
      ...nameHistory(value),
      name: object.name,
      namespace: object.namespace ?? defaultNamespace,
    }));
  const renamed = accounts.filter(({ earlier }) => earlier.length > 0);
  if (renamed.length === 0) return located.pods;
  return located.pods.map((pod) => withFinalAccount(document, pod, renamed, defaultNamespace));
}

function withFinalAccount(
  document: Json,
  pod: LocatedPod,
  accounts: readonly Account[],
  defaultNamespace: string | null,
): LocatedPod {
  const { spec } = pod.pod;
  if (!isJsonObject(spec) || typeof spec.serviceAccountName !== "string" || spec.serviceAccountName === "") return pod;
  const namespace = pod.object.namespace ?? defaultNamespace;
  const [name, ...others] = new Set(
    accountsOnce(spec.serviceAccountName, namespace, accounts, nameHistory(valueAt(document, pod.object.path))),
  );
  if (name === undefined || others.length > 0) return pod;
  return { ...pod, pod: { ...pod.pod, spec: { ...spec, serviceAccountName: name } } };
}

/** The present names of the accounts that were once called `name`. */
function accountsOnce(
  name: string,
  namespace: string | null,
  accounts: readonly Account[],
  owner: NameHistory,
): string[] {
  const ownersNamespaces = new Set(owner.earlier.map((earlier) => earlier.namespace));
  const wasCalled = ({ earlier }: Account, among?: ReadonlySet<string>): boolean =>
    earlier.some((one) => one.kind === "ServiceAccount" && one.name === name && (among?.has(one.namespace) ?? true));
  const candidates = accounts.filter((account) => account.namespace === namespace && wasCalled(account));
  const alike = narrow(candidates, ({ affixes }) => affixes === owner.affixes);
  return narrow(alike, (account) => wasCalled(account, ownersNamespaces)).map((account) => account.name);
}

/** Those that fit, where there is a choice and some fit. */
function narrow(accounts: readonly Account[], fits: (account: Account) => boolean): readonly Account[] {
  if (accounts.length < 2) return accounts;
  const fitting = accounts.filter(fits);
  return fitting.length === 0 ? accounts : fitting;
}

function valueAt(document: Json, path: readonly Segment[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, segment) => (isJsonList(value) ? value[Number(segment)] : member(value, String(segment))),
    document,
  );
}
