import type { Json, JsonObject, Segment } from "./json.ts";

/** The four clouds. The default chain order is the order here. */
export type Provider = "aws" | "azure" | "gcp" | "alibaba";

/** All providers in the default chain order. */
export const providers: readonly Provider[] = ["aws", "azure", "gcp", "alibaba"];

/** The two lists of a Pod's spec that rules may edit. Ephemeral containers are never edited. */
export type ContainerList = "containers" | "initContainers";

/**
 * The closed vocabulary of edits: the allow-list for rules. `container` and `index` count in the Pod that the decision was made
 * on, never in a Pod that earlier edits of the same decision changed. Adds say where: several `first` keep their order of emission.
 */
export type Edit =
  | {
      readonly edit: "addEnv";
      readonly list: ContainerList;
      readonly container: number;
      readonly at: At;
      readonly value: JsonObject;
    }
  | {
      readonly edit: "replaceEnv";
      readonly list: ContainerList;
      readonly container: number;
      readonly index: number;
      readonly value: JsonObject;
    }
  | {
      readonly edit: "addMount";
      readonly list: ContainerList;
      readonly container: number;
      readonly at: At;
      readonly value: JsonObject;
    }
  | {
      readonly edit: "replaceMount";
      readonly list: ContainerList;
      readonly container: number;
      readonly index: number;
      readonly value: JsonObject;
    }
  | { readonly edit: "addVolume"; readonly at: At; readonly value: JsonObject }
  | { readonly edit: "replaceVolume"; readonly index: number; readonly value: JsonObject }
  | { readonly edit: "addContainer"; readonly list: ContainerList; readonly at: At; readonly value: JsonObject }
  | {
      readonly edit: "replaceContainer";
      readonly list: ContainerList;
      readonly container: number;
      readonly value: JsonObject;
    }
  | { readonly edit: "setLabel"; readonly key: string; readonly value: string }
  | { readonly edit: "setAnnotation"; readonly key: string; readonly value: string };

/** Where an added item goes. */
export type At = "first" | "last";

/** What a provider wants for one Pod. Same shape as `policies/schema/decision.json`. */
export type Decision = {
  readonly outcome: "inject" | "skip" | "deny";
  readonly reason: { readonly code: string; readonly params: JsonObject };
  /** Upstream's own refusal text, deny only; `status` is the HTTP code, absent where upstream gives none. */
  readonly denial?: { readonly message: string; readonly status?: number };
  readonly edits: readonly Edit[];
  readonly identity?: Identity;
  readonly findings: readonly RuleFinding[];
};

/** Who the Pod becomes, and where each value was taken from. `null` where the cloud's rule has no such value. */
export type Identity = {
  readonly provider: Provider;
  readonly subject: string | null;
  readonly principal: string | null;
  readonly audience: string | null;
  readonly expirationSeconds: number | null;
  readonly tokenFile: string | null;
  /** value name → origin, e.g. `"principal": "serviceAccount:eks.amazonaws.com/role-arn"`. */
  readonly from: { readonly [value: string]: string };
};

/** A finding as a rule reports it: severity is not the rule's business, it comes from the finding table and the configuration. */
export type RuleFinding = { readonly code: string; readonly path: readonly Segment[]; readonly params: JsonObject };

/** What the rules see of one Pod. Same shape as `policies/schema/input.json`. */
export type RuleInput = {
  /** Which providers this call evaluates, in chain order. */
  readonly evaluate: readonly Provider[];
  readonly pod: JsonObject;
  /** `null` = unknown. */
  readonly namespace: { readonly name: string | null; readonly labels: JsonObject | null };
  /** `found`: false = known not to exist, null = not known. `metadata` is `{}` unless found. */
  readonly serviceAccount: { readonly name: string; readonly found: boolean | null; readonly metadata: JsonObject };
  readonly owner: Owner;
  /** Container names that each enabled provider declares to add: nobody else touches those. */
  readonly declared: { readonly [provider in Provider]?: readonly string[] };
};

/** What was in the file, or the Pod's own identity at admission. */
export type Owner = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly path: readonly Segment[];
  readonly nameIsFinal: boolean;
};

/** Settings of all enabled providers, defaults filled in, as the rules read them under `data.settings`. */
export type RuleSettings = { readonly [provider in Provider]?: JsonObject } & {
  readonly [key: string]: Json | undefined;
};
