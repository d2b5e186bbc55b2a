import { checkEdits } from "../allow/check.ts";
import type { Declaration } from "../allow/declaration.ts";
import { declarationOf, declaredContainers } from "../allow/providers.ts";
import type { Decision, Owner, Provider, RuleFinding, RuleInput, RuleSettings } from "../decision.ts";
import { PodDraft } from "../edits/draft.ts";
import { isJsonObject, type JsonObject, type PatchOperation } from "../json.ts";
import type { Decisions } from "../wasm/host.ts";
import { orderEdit } from "./order-edit.ts";

/** One Pod and what is known around it. */
export type Subject = {
  readonly pod: JsonObject;
  readonly namespace: RuleInput["namespace"];
  readonly serviceAccount: RuleInput["serviceAccount"];
  readonly owner: Owner;
};

/** The providers that are on, in chain order, with their settings and what they may write. */
export type Chain = {
  readonly order: readonly Provider[];
  readonly settings: RuleSettings;
  readonly declarations: { readonly [provider in Provider]?: Declaration };
  readonly declared: RuleInput["declared"];
};

/** A finding with the provider whose rule reported it; its path counts in the original Pod. */
export type ChainFinding = RuleFinding & { readonly provider: Provider };

/** What the whole chain wants for one Pod. On a denial nothing is changed. */
export type ChainResult = {
  readonly outcome: "unchanged" | "changed" | "denied";
  readonly pod: JsonObject;
  readonly patch: readonly PatchOperation[];
  /** The decision of each provider that counted, in chain order; up to and with the denial. */
  readonly decisions: readonly { readonly provider: Provider; readonly decision: Decision }[];
  readonly denial?: { readonly provider: Provider; readonly message: string; readonly status?: number };
  readonly findings: readonly ChainFinding[];
};

/** Prepares a chain: `order` names the enabled providers; each must have its settings. */
export function createChain(order: readonly Provider[], settings: RuleSettings): Chain {
  return {
    order,
    settings,
    declarations: Object.fromEntries(order.map((provider) => [provider, declarationOf(provider, settings)])),
    declared: Object.fromEntries(order.map((provider) => [provider, declaredContainers[provider]])),
  };
}

/**
 * The provider chain as a generator: it yields inputs to evaluate and is resumed with the decisions, so that one driver can be
 * synchronous and another asynchronous. All providers are evaluated in one call; those behind one that changed the Pod are evaluated
 * again on the changed Pod, unless they had nothing to do. The first denial ends the chain and undoes it.
 */
export function* decideChain(subject: Subject, chain: Chain): Generator<RuleInput, ChainResult, Decisions> {
  const draft = new PodDraft(subject.pod);
  const counted: { provider: Provider; decision: Decision }[] = [];
  const findings = new Map<Provider, readonly ChainFinding[]>();
  let answers: Decisions = {};
  let evaluate = chain.order;
  for (const [position, provider] of chain.order.entries()) {
    if (evaluate.length > 0) {
      answers = { ...answers, ...(yield inputFor(subject, draft.pod(), chain, evaluate)) };
      for (const asked of evaluate) findings.set(asked, locateFindings(asked, answers[asked], draft));
      evaluate = [];
    }
    const decision = answers[provider];
    if (decision === undefined) continue;
    counted.push({ provider, decision });
    if (decision.denial !== undefined) {
      return denied(subject, { provider, ...decision.denial }, counted, findings);
    }
    const declaration = chain.declarations[provider];
    if (declaration !== undefined) checkEdits(provider, decision.edits, declaration);
    if (draft.apply(decision.edits.map(orderEdit))) {
      evaluate = chain.order.slice(position + 1).filter((later) => answers[later]?.outcome !== "skip");
    }
  }
  const patch = draft.patch();
  return {
    outcome: patch.length === 0 ? "unchanged" : "changed",
    pod: patch.length === 0 ? subject.pod : draft.pod(),
    patch,
    decisions: counted,
    findings: inChainOrder(counted, findings),
  };
}

/** Runs a chain to its end with a synchronous evaluator. */
export function driveChain(
  chain: Generator<RuleInput, ChainResult, Decisions>,
  evaluate: (input: RuleInput) => Decisions,
): ChainResult {
  let step = chain.next();
  while (step.done !== true) step = chain.next(evaluate(step.value));
  return step.value;
}

/** Runs a chain to its end with an evaluator that may take its time, such as a foreign module in a worker that can be stopped. */
export async function driveChainAsync(
  chain: Generator<RuleInput, ChainResult, Decisions>,
  evaluate: (input: RuleInput) => Promise<Decisions>,
): Promise<ChainResult> {
  let step = chain.next();
  while (step.done !== true) step = chain.next(await evaluate(step.value));
  return step.value;
}

function inputFor(subject: Subject, pod: JsonObject, chain: Chain, evaluate: readonly Provider[]): RuleInput {
  const { namespace, serviceAccount, owner } = subject;
  return { evaluate, pod: withoutManagedFields(pod), namespace, serviceAccount, owner, declared: chain.declared };
}

/** Who set which field is half of a Pod that an API server sends, and nothing for rules. */
function withoutManagedFields(pod: JsonObject): JsonObject {
  const { metadata } = pod;
  if (!isJsonObject(metadata) || !Object.hasOwn(metadata, "managedFields")) return pod;
  const { managedFields: _, ...kept } = metadata;
  return { ...pod, metadata: kept };
}

/** Paths are translated while the draft is what the rules saw. */
function locateFindings(provider: Provider, decision: Decision | undefined, draft: PodDraft): ChainFinding[] {
  return (decision?.findings ?? []).map((finding) => ({
    ...finding,
    provider,
    path: draft.originalPath(finding.path),
  }));
}

function denied(
  subject: Subject,
  denial: NonNullable<ChainResult["denial"]>,
  decisions: ChainResult["decisions"],
  findings: ReadonlyMap<Provider, readonly ChainFinding[]>,
): ChainResult {
  return {
    outcome: "denied",
    pod: subject.pod,
    patch: [],
    decisions,
    denial,
    findings: inChainOrder(decisions, findings),
  };
}

/** The map's order is the chain's; findings of a provider behind a denial do not count. */
function inChainOrder(
  decisions: ChainResult["decisions"],
  findings: ReadonlyMap<Provider, readonly ChainFinding[]>,
): ChainFinding[] {
  const counted = new Set(decisions.map(({ provider }) => provider));
  return Array.from(findings).flatMap(([provider, found]) => (counted.has(provider) ? found : []));
}
