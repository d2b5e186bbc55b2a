import { providers, type Provider } from "../../engine/decision.ts";
import type { InjectedDocument, InjectedSource } from "../../renderer/inject/inject.ts";
import { cloudNames } from "../../report/explain/cloud-names.ts";

/** How often which cloud gave an identity, over all examples. */
export type Tally = {
  pods: number;
  without: number;
  denied: number;
  warnings: number;
  readonly byCloud: Map<Provider, number>;
};

/** A tally of nothing yet. */
export function startTally(): Tally {
  return { pods: 0, without: 0, denied: 0, warnings: 0, byCloud: new Map() };
}

/** Adds the Pods of one source. */
export function countPods(tally: Tally, { kept }: InjectedSource<InjectedDocument>): void {
  for (const { pods, findings } of kept.map(({ decided }) => decided)) {
    tally.warnings += findings.filter(isProblem).length;
    for (const { result, findings: ofPod } of pods) {
      tally.pods += 1;
      tally.warnings += ofPod.filter(isProblem).length;
      if (result.outcome === "denied") tally.denied += 1;
      else if (result.outcome === "unchanged") tally.without += 1;
      for (const { provider, decision } of result.decisions) {
        if (decision.outcome === "inject") tally.byCloud.set(provider, (tally.byCloud.get(provider) ?? 0) + 1);
      }
    }
  }
}

function isProblem({ severity }: { readonly severity: "error" | "warning" | "info" }): boolean {
  return severity !== "info";
}

/** The one line at the end. */
export function describeTally({ pods, without, denied, warnings, byCloud }: Tally): string {
  const clouds = providers.map((provider) => `${cloudNames[provider]} ${byCloud.get(provider) ?? 0}`).join(", ");
  return `${pods} Pods: ${clouds}; ${without} without an identity, ${denied} refused, ${warnings} warnings or errors`;
}
