import type { Subject } from "../../engine/chain/chain.ts";
import { applyIdentities, type FromMap } from "../../engine/config/identities.ts";
import type { Config } from "../../engine/config/config.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { LocatedPod } from "../../engine/locate/located-pod.ts";
import { effectiveServiceAccountName } from "../../engine/locate/service-account.ts";

/** What the cluster said of a Pod's surroundings; a ServiceAccount that does not exist is null. */
export type Surroundings = {
  readonly namespaceLabels: JsonObject;
  readonly serviceAccount: JsonObject | null;
};

/** A Pod under review as the engine locates one; the namespace is the request's. */
export function locateReviewed(pod: JsonObject, namespace: string, name: string): LocatedPod {
  return {
    object: { apiVersion: "v1", kind: "Pod", namespace, name, path: [] },
    templatePath: [],
    pod,
    places: [
      { pod: ["metadata"], document: ["metadata"] },
      { pod: ["spec"], document: ["spec"] },
    ],
    // The official webhooks hash whatever name there is, that to come included; so the rules take it for final.
    owner: { apiVersion: "v1", kind: "Pod", name, path: [], nameIsFinal: true },
    isParameterised: false,
  };
}

/** A Pod under review with its surroundings, the identity map applied. */
export function reviewedSubject(
  { pod, owner }: LocatedPod,
  namespace: string,
  { namespaceLabels, serviceAccount }: Surroundings,
  config: Pick<Config, "identities">,
): { readonly subject: Subject; readonly fromMap: FromMap | null } {
  const { fromMap, ...identity } = applyIdentities(config.identities, {
    namespace: { name: namespace, labels: namespaceLabels },
    serviceAccount: {
      name: effectiveServiceAccountName(pod.spec),
      found: serviceAccount !== null,
      metadata: serviceAccount ?? {},
    },
  });
  return { subject: { ...identity, pod, owner }, fromMap };
}
