import { reasons } from "../../engine/codes/codes.ts";
import type { FromMap } from "../../engine/config/identities.ts";
import type { Leaf } from "../../engine/config/tree.ts";
import { providers, type Decision, type Identity, type Provider } from "../../engine/decision.ts";
import type { DecidedPod } from "../../engine/document/decide-document.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { PodSummary } from "../pod-summary.ts";
import { originOf, type Holder, type Origin, type OriginContext } from "./origin.ts";
import { variablesOf, type Variable } from "./variables.ts";

/** A value of an identity; null where the cloud's rules have none, and no origin where there is nothing to say about it. */
export type ExplainedValue = {
  readonly name: "subject" | "principal" | "audience" | "expirationSeconds" | "tokenFile";
  readonly value: string | number | null;
  readonly origin: Origin | null;
};

/** A variable of the identity and where its value comes from, or would come from if the manifest had none. */
export type ExplainedVariable = Variable & { readonly origin: Origin | null };

/** What a provider decided, and why. */
export type ExplainedDecision = {
  readonly provider: Provider;
  readonly outcome: Decision["outcome"];
  readonly reason: {
    readonly code: string;
    readonly title: string;
    readonly description: string;
    readonly params: JsonObject;
  };
  /** The words of a refusal. */
  readonly denial: string | null;
  readonly identity: readonly ExplainedValue[];
  readonly variables: readonly ExplainedVariable[];
};

/** Everything about a Pod's identity. */
export type PodExplanation = {
  readonly object: PodSummary["object"];
  /** `file:line` of the object. */
  readonly place: string | null;
  readonly source: string | null;
  readonly serviceAccount: {
    readonly name: string;
    /** Null: not known; then `place` is null too. */
    readonly found: boolean | null;
    readonly place: string | null;
  };
  /** What the identity map gave. */
  readonly fromMap: FromMap | null;
  readonly outcome: DecidedPod["result"]["outcome"];
  readonly decisions: readonly ExplainedDecision[];
  /** Providers behind a refusal, which were not asked. */
  readonly notAsked: readonly Provider[];
  /** Providers that the configuration has off. */
  readonly off: readonly Provider[];
};

/** What is around a Pod, for places and origins. */
export type ExplainContext = Pick<OriginContext, "provenance" | "configuration"> & {
  /** The providers that are on, in their order. */
  readonly order: readonly Provider[];
  readonly source: string | null;
  /** `file:line` of a path in the Pod, its ServiceAccount or its Namespace; null where it is nowhere to be seen. */
  readonly placeOf: (holder: Holder, path: readonly (string | number)[]) => string | null;
};

/** Explains a decided Pod: which provider decided what, each value with its origin, and why nothing happened where nothing did. */
export function explainPod(pod: DecidedPod, context: ExplainContext): PodExplanation {
  const { located, subject, result, fromMap } = pod;
  const { apiVersion, kind, name } = located.object;
  const { order, source, placeOf } = context;
  const asked = new Set(result.decisions.map(({ provider }) => provider));
  return {
    object: { apiVersion, kind, namespace: subject.namespace.name, name },
    place: placeOf("pod", []),
    source,
    serviceAccount: {
      name: subject.serviceAccount.name,
      found: subject.serviceAccount.found,
      place: placeOf("serviceAccount", []),
    },
    fromMap,
    outcome: result.outcome,
    decisions: result.decisions.map(({ provider, decision }) => explainDecision(pod, provider, decision, context)),
    notAsked: order.filter((provider) => !asked.has(provider)),
    off: providers.filter((provider) => !order.includes(provider)),
  };
}

function explainDecision(
  pod: DecidedPod,
  provider: Provider,
  { outcome, reason, denial, identity }: Decision,
  context: ExplainContext,
): ExplainedDecision {
  const origins = { ...context, provider, fromMap: pod.fromMap };
  return {
    provider,
    outcome,
    reason: { code: reason.code, ...reasonText(reason.code), params: reason.params },
    denial: denial?.message ?? null,
    identity: identity === undefined ? [] : explainIdentity(identity, pod.subject.serviceAccount.name, origins),
    variables:
      identity === undefined
        ? []
        : variablesOf(pod, identity).map((variable) => ({
            ...variable,
            origin: originFor(variable.name, identity, origins),
          })),
  };
}

function explainIdentity(identity: Identity, account: string, context: OriginContext): ExplainedValue[] {
  const { subject, principal, audience, expirationSeconds, tokenFile } = identity;
  const origin = (name: string): Origin | null => originFor(name, identity, context);
  const ofAccount = { from: "pod:spec.serviceAccountName", words: `ServiceAccount ${account}`, place: null };
  return [
    { name: "subject", value: subject, origin: ofAccount },
    { name: "principal", value: principal, origin: origin("principal") },
    { name: "audience", value: audience, origin: origin("audience") },
    { name: "expirationSeconds", value: expirationSeconds, origin: origin("expirationSeconds") },
    { name: "tokenFile", value: tokenFile, origin: origin("tokenFile") },
  ];
}

function originFor(name: string, { from }: Identity, context: OriginContext): Origin | null {
  const text = Object.hasOwn(from, name) ? from[name] : undefined;
  return text === undefined ? null : originOf(text, context);
}

function reasonText(code: string): { readonly title: string; readonly description: string } {
  const found = Object.entries(reasons).find(([known]) => known === code)?.[1];
  return { title: found?.title ?? code, description: found?.description ?? "" };
}

/** Nothing is known of places, and of where settings came from. */
export function withoutPlaces(order: readonly Provider[]): ExplainContext {
  const provenance: readonly Leaf[] = [];
  return { order, provenance, configuration: "podgraft.yaml", source: null, placeOf: () => null };
}
