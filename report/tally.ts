import type { PodSummary } from "./pod-summary.ts";

/** What became of the Pods of a run, for the summary. */
export type Tally = {
  readonly pods: number;
  readonly injected: ReadonlyMap<string, number>;
  readonly complete: number;
  readonly denied: number;
  /** Pods without identity, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
};

/** Counts Pods by outcome: injected (by provider), complete already, denied, or skipped with each provider's reason. */
export function tallyPods(pods: Iterable<PodSummary>): Tally {
  const injected = new Map<string, number>();
  const skipped = new Map<string, number>();
  let [count, complete, denied] = [0, 0, 0];
  for (const { outcome: result, decisions } of pods) {
    count += 1;
    const wanting = decisions.filter(({ outcome }) => outcome === "inject");
    if (result === "denied") denied += 1;
    else if (wanting.length === 0) increment(skipped, skipReason(decisions.map(({ reason }) => reason.code)));
    else if (result === "unchanged") complete += 1;
    else for (const { provider } of wanting) increment(injected, provider);
  }
  return { pods: count, injected, complete, denied, skipped };
}

/** The reasons that tell something, not those of providers whom the Pod does not concern. */
function skipReason(codes: readonly string[]): string {
  const telling = codes.filter((code) => !/\.(?:not_selected|no_role|no_identity|not_opted_in)$/.test(code));
  return [...new Set(telling.length > 0 ? telling : codes)].sort().join(" ");
}

/** The tally in one line. */
export function describeTally({ pods, injected, complete, denied, skipped }: Tally): string {
  if (pods === 0) return "no Pods found";
  const parts = [
    ...ordered(injected).map(([provider, count]) => `${count} injected (${provider})`),
    ...(complete > 0 ? [`${complete} complete already`] : []),
    ...(denied > 0 ? [`${denied} denied`] : []),
    ...ordered(skipped).map(([reason, count]) => `${count} skipped (${reason === "" ? "no provider is on" : reason})`),
  ];
  return `${pods} ${pods === 1 ? "Pod" : "Pods"}: ${parts.join(", ")}`;
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function ordered(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([left], [right]) => (left < right ? -1 : 1));
}
