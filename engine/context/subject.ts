import type { Subject } from "../chain/chain.ts";
import type { Config } from "../config/config.ts";
import { applyIdentities, type FromMap } from "../config/identities.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { LocatedPod } from "../locate/located-pod.ts";
import { effectiveServiceAccountName } from "../locate/service-account.ts";
import { findServiceAccount, type KnownObjects } from "./known-objects.ts";

/** A Pod with everything that is known around it, and what of that the identity map gave. */
export type KnownSubject = { readonly subject: Subject; readonly fromMap: FromMap | null };

/**
 * Puts a Pod of a document together with what is known of its Namespace and ServiceAccount. Whoever is not known stays unknown (null),
 * never "does not exist": a stream need not be complete. The Pod's `serviceAccountName` is filled in as Kubernetes would fill it.
 */
export function subjectOfLocated(
  located: LocatedPod,
  known: KnownObjects,
  config: Pick<Config, "identities">,
): KnownSubject {
  const namespace = located.object.namespace ?? known.defaultNamespace;
  const name = effectiveServiceAccountName(located.pod.spec);
  const metadata = findServiceAccount(known, namespace, name);
  const { fromMap, ...identity } = applyIdentities(config.identities, {
    namespace: { name: namespace, labels: namespace === null ? null : (known.namespaces.get(namespace) ?? null) },
    serviceAccount: { name, found: metadata === undefined ? null : true, metadata: metadata ?? {} },
  });
  return { subject: { ...identity, pod: withServiceAccountName(located.pod, name), owner: located.owner }, fromMap };
}

/** The rules read `spec.serviceAccountName` alone; no edit ever touches it, so it never gets into a patch. */
function withServiceAccountName(pod: JsonObject, name: string): JsonObject {
  const spec = pod.spec;
  if (!isJsonObject(spec) || spec.serviceAccountName === name) return pod;
  return { ...pod, spec: { ...spec, serviceAccountName: name } };
}
