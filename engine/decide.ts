import { createChain, decideChain, driveChain, type Chain, type ChainResult, type Subject } from "./chain/chain.ts";
import { PodgraftError } from "./errors.ts";
import { checkPod, describeTypeFault } from "./typed/check-pod.ts";
import { pathText } from "./typed/path-text.ts";
import type { RuleModule } from "./wasm/host.ts";

/**
 * Decides one Pod: checks that a Kubernetes decoder would take it, then runs the provider chain. Throws PodgraftError
 * `input.pod_invalid` for a Pod that does not decode (before any rule is asked), and what the module throws.
 */
export function decide(subject: Subject, module: RuleModule, chain: Chain): ChainResult {
  const fault = checkPod(subject.pod);
  if (fault !== null)
    throw new PodgraftError("input.pod_invalid", describeTypeFault(fault), { path: pathText(fault.path) });
  return decideChecked(subject, module, chain);
}

/** As {@link decide}, for a Pod that has passed the typed check already. */
export function decideChecked(subject: Subject, module: RuleModule, chain: Chain): ChainResult {
  return driveChain(decideChain(subject, chain), (input) => module.evaluate(input, chain.settings));
}

export { createChain, type Chain, type ChainResult, type Subject };
