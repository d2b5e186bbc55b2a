import type { Provider } from "../engine/decision.ts";
import type { LookupFailure, LookupSource } from "./cluster.ts";

/** The two webhooks: one may change Pods, the other judges what is left of all changes. */
export type Endpoint = "mutate" | "verify";

/** How strict a Namespace is: nothing is done, recorded, warned of, refused, or repaired. */
export type Mode = "off" | "audit" | "warn" | "enforce" | "mutate";

/** What became of a review. `exempt` is what no mode judges, `released` what the Namespace's break-glass label let through. */
export type AdmissionOutcome =
  "unchanged" | "mutated" | "accepted" | "warned" | "denied" | "exempt" | "released" | "failed";

/** What logs and metrics are told of a review: never a Pod's contents. */
export type AdmissionRecord = {
  readonly endpoint: Endpoint;
  readonly uid: string;
  readonly operation: string;
  /** With the subresource behind a slash where there is one: `Pod`, `Pod/ephemeralcontainers`, `Deployment`. */
  readonly kind: string;
  readonly namespace: string;
  /** The object's name, or its generateName. */
  readonly name: string;
  readonly dryRun: boolean;
  readonly mode: Mode | null;
  readonly outcome: AdmissionOutcome;
  readonly allowed: boolean;
  readonly decisions: readonly { readonly provider: Provider; readonly outcome: string; readonly reason: string }[];
  /** Codes of the findings that were told. */
  readonly findings: readonly string[];
  readonly lookups: readonly {
    readonly object: "serviceaccount" | "namespace";
    readonly result: LookupSource | LookupFailure;
  }[];
  /** The error code where something failed, null otherwise. */
  readonly failure: string | null;
};
