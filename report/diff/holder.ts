import { findServiceAccount, type KnownObjects } from "../../engine/context/known-objects.ts";
import type { DecidedPod } from "../../engine/document/decide-document.ts";
import { member, type JsonObject } from "../../engine/json.ts";
import { pathText } from "../../engine/typed/path-text.ts";
import type { HeldIdentity, Holder } from "./identity-changes.ts";

/** A decided Pod's workload with the identities that its manifest has as it stands (`before`), and after injection. */
export function holderOf(pod: DecidedPod, known: KnownObjects): { readonly before: Holder; readonly after: Holder } {
  const { located, subject } = pod;
  const { apiVersion, kind } = located.object;
  const workload = {
    apiVersion,
    kind,
    namespace: subject.namespace.name,
    name: templateName(located),
    serviceAccount: subject.serviceAccount.name,
  };
  const gke = gkeIdentity(findServiceAccount(known, workload.namespace, workload.serviceAccount));
  const held = heldIdentities(pod);
  const present = pod.patch.length === 0 ? held : held.filter(({ isComplete }) => isComplete);
  return {
    before: { ...workload, identities: [...present.map(({ identity }) => identity), ...gke] },
    after: { ...workload, identities: [...held.map(({ identity }) => identity), ...gke] },
  };
}

/** What the rules give; on a refusal that is nothing. `isComplete` where they had nothing to add. */
function heldIdentities({ result }: DecidedPod): { readonly identity: HeldIdentity; readonly isComplete: boolean }[] {
  if (result.outcome === "denied") return [];
  return result.decisions.flatMap(({ provider, decision: { outcome, identity, edits } }) => {
    if (outcome !== "inject" || identity === undefined) return [];
    const { principal, audience, expirationSeconds } = identity;
    return [{ identity: { cloud: provider, principal, audience, expirationSeconds }, isComplete: edits.length === 0 }];
  });
}

/** An object may hold several templates, as a Volcano Job does: then the path tells them apart. */
function templateName({ object, templatePath }: DecidedPod["located"]): string {
  const path = templatePath.slice(object.path.length);
  return path.some((segment) => typeof segment === "number") ? `${object.name} ${pathText(path)}` : object.name;
}

/** On Google's clusters an annotation of the ServiceAccount is all that there is of an identity. */
function gkeIdentity(account: JsonObject | undefined): HeldIdentity[] {
  const principal = member(member(account, "annotations"), "iam.gke.io/gcp-service-account");
  if (typeof principal !== "string" || principal === "") return [];
  return [{ cloud: "gke", principal, audience: null, expirationSeconds: null }];
}
