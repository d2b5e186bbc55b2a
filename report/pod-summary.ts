import type { ChainResult } from "../engine/chain/chain.ts";
import type { Decision, Identity, Provider } from "../engine/decision.ts";
import type { DecidedPod } from "../engine/document/decide-document.ts";

/** What reports tell of a Pod: decisions and identities, nothing of the Pod itself. */
export type PodSummary = {
  readonly object: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace: string | null;
    readonly name: string;
  };
  readonly serviceAccount: string;
  readonly outcome: ChainResult["outcome"];
  readonly denial: NonNullable<ChainResult["denial"]> | null;
  readonly decisions: readonly {
    readonly provider: Provider;
    readonly outcome: Decision["outcome"];
    readonly reason: Decision["reason"];
    readonly identity: Identity | null;
  }[];
};

/** The summary of a decided Pod; the namespace is the one it was decided in. */
export function summarizePod({ located, subject, result }: DecidedPod): PodSummary {
  const { apiVersion, kind, name } = located.object;
  return {
    object: { apiVersion, kind, namespace: subject.namespace.name, name },
    serviceAccount: subject.serviceAccount.name,
    outcome: result.outcome,
    denial: result.denial ?? null,
    decisions: result.decisions.map(({ provider, decision: { outcome, reason, identity = null } }) => ({
      provider,
      outcome,
      reason,
      identity,
    })),
  };
}
