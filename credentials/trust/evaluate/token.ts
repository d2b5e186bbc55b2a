import type { JsonObject } from "../../../engine/json.ts";

/** What a cloud reads of a ServiceAccount's token: claims as Kubernetes writes them, times in seconds since 1970. */
export type Token = {
  readonly iss: string;
  readonly sub: string;
  /** Kubernetes always writes a list; none at all is a token of a legacy Secret. */
  readonly aud: readonly string[];
  readonly exp?: number;
  readonly iat?: number;
  readonly nbf?: number;
  readonly header?: { readonly kid?: string; readonly alg?: string };
  /** All claims, for conditions that read others than those above. */
  readonly claims?: JsonObject;
};

/** What is known beside the trust and the token. What is absent is not judged. */
export type Circumstances = {
  /** Seconds since 1970: times of the token are judged by it. */
  readonly now?: number;
  /** The keys that the issuer publishes: the token has to name one of them. */
  readonly keys?: readonly { readonly kid: string; readonly alg?: string }[];
};
