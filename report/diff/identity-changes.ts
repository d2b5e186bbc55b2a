import type { Provider } from "../../engine/decision.ts";

/** An identity that a workload's Pods have. `gke` is Google's own on its clusters, which no rule of ours writes. */
export type HeldIdentity = {
  readonly cloud: Provider | "gke";
  readonly principal: string | null;
  readonly audience: string | null;
  readonly expirationSeconds: number | null;
};

/** A workload and the identities of its Pods. */
export type Holder = {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly serviceAccount: string;
  readonly identities: readonly HeldIdentity[];
};

/** What changes for a workload on one cloud; null stands for no identity. */
export type IdentityChange = {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly serviceAccount: { readonly before: string | null; readonly after: string | null };
  readonly cloud: HeldIdentity["cloud"];
  readonly before: HeldIdentity | null;
  readonly after: HeldIdentity | null;
};

/** The identities that are gained, lost or changed between two sides, by namespace, kind and name. */
export function identityChanges(before: readonly Holder[], after: readonly Holder[]): IdentityChange[] {
  const sides = new Map<string, { before?: Holder; after?: Holder }>();
  for (const holder of before) sides.set(keyOf(holder), { before: holder });
  for (const holder of after) sides.set(keyOf(holder), { ...sides.get(keyOf(holder)), after: holder });
  return [...sides.values()].flatMap(changesOf).sort(compare);
}

function keyOf({ kind, namespace, name }: Holder): string {
  return JSON.stringify([kind, namespace, name]);
}

function changesOf(sides: { readonly before?: Holder; readonly after?: Holder }): IdentityChange[] {
  const { before, after } = sides;
  const holder = after ?? before;
  if (holder === undefined) return [];
  const clouds = new Set([...(before?.identities ?? []), ...(after?.identities ?? [])].map(({ cloud }) => cloud));
  return [...clouds].flatMap((cloud) => {
    const held = (side: Holder | undefined) => side?.identities.find((one) => one.cloud === cloud) ?? null;
    const [was, is] = [held(before), held(after)];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const { kind, namespace, name } = holder;
    const serviceAccount = { before: before?.serviceAccount ?? null, after: after?.serviceAccount ?? null };
    return [{ kind, namespace, name, serviceAccount, cloud, before: was, after: is }];
  });
}

function compare(left: IdentityChange, right: IdentityChange): number {
  const key = ({ namespace, kind, name, cloud }: IdentityChange): string[] => [namespace ?? "", kind, name, cloud];
  const [lefts, rights] = [key(left), key(right)];
  for (const [index, text] of lefts.entries()) {
    const other = rights[index] ?? "";
    if (text !== other) return text < other ? -1 : 1;
  }
  return 0;
}
