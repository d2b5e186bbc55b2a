import type { Provider } from "../../engine/decision.ts";
import { apiGroup } from "../../engine/locate/api-version.ts";
import { inOrder } from "./in-order.ts";
import { pairUp, type Pair } from "./pair-up.ts";

/** An identity that a workload's Pods have. `gke` is Google's own on its clusters, which no rule of ours writes. */
export type HeldIdentity = {
  readonly cloud: Provider | "gke";
  readonly principal: string | null;
  readonly audience: string | null;
  readonly expirationSeconds: number | null;
};

/** A workload and the identities of its Pods, at most one a cloud. */
export type Holder = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly serviceAccount: string;
  readonly identities: readonly HeldIdentity[];
};

/** What changes for a workload on one cloud; null stands for no identity, and for the ServiceAccount of a workload that is not there. */
export type IdentityChange = {
  readonly change: "gained" | "lost" | "changed";
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly serviceAccount: { readonly before: string | null; readonly after: string | null };
  readonly cloud: HeldIdentity["cloud"];
  readonly before: HeldIdentity | null;
  readonly after: HeldIdentity | null;
};

/**
 * The identities that are gained, lost or changed between two sides, by namespace, kind and name. An identity that comes from another
 * ServiceAccount is another one, for that is who the cloud's trust names.
 */
export function identityChanges(before: readonly Holder[], after: readonly Holder[]): IdentityChange[] {
  return pairUp(before, after, keyOf, isSame).flatMap(changesOf).sort(compare);
}

function keyOf({ apiVersion, kind, namespace, name }: Holder): string {
  return JSON.stringify([apiGroup(apiVersion), kind, namespace, name]);
}

function isSame(left: Holder, right: Holder): boolean {
  return changesOf({ before: left, after: right }).length === 0;
}

function changesOf(sides: Pair<Holder>): IdentityChange[] {
  const { before, after } = sides;
  const holder = after ?? before;
  if (holder === undefined) return [];
  const { apiVersion, kind, namespace, name } = holder;
  const serviceAccount = { before: before?.serviceAccount ?? null, after: after?.serviceAccount ?? null };
  const clouds = new Set([...(before?.identities ?? []), ...(after?.identities ?? [])].map(({ cloud }) => cloud));
  return [...clouds].flatMap((cloud): IdentityChange[] => {
    const [was, is] = [heldOn(cloud, before), heldOn(cloud, after)];
    if (serviceAccount.before === serviceAccount.after && JSON.stringify(was) === JSON.stringify(is)) return [];
    const change = was === null ? "gained" : is === null ? "lost" : "changed";
    return [{ change, apiVersion, kind, namespace, name, serviceAccount, cloud, before: was, after: is }];
  });
}

function heldOn(cloud: HeldIdentity["cloud"], holder: Holder | undefined): HeldIdentity | null {
  return holder?.identities.find((one) => one.cloud === cloud) ?? null;
}

function compare(left: IdentityChange, right: IdentityChange): number {
  const key = ({ namespace, kind, name, cloud }: IdentityChange): string[] => [namespace ?? "", kind, name, cloud];
  return inOrder(key(left), key(right));
}
