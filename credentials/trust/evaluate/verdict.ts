import type { Segment } from "../../../engine/json.ts";

/** The rules of docs/trust.md, by which clouds' refusals are explained. */
export type TrustRule =
  | "L1"
  | "L2"
  | "L3"
  | "L4"
  | "L5"
  | "L6"
  | "L7"
  | "L8"
  | "L9"
  | "L10"
  | "L11"
  | "L12"
  | "L13"
  | "L14"
  | "L15"
  | "L16"
  | "L17"
  | "L18"
  | "L19"
  | "L20"
  | "L21";

/** What a cloud answers: the HTTP status, its own code, and the text that people search for. */
export type CloudError = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Whether the text is known from what users reported; else it is what the vendor's documentation makes likely. */
  readonly reported: boolean;
};

/** Something of the trust that does not fit the token. */
export type Fault = {
  readonly rule: TrustRule;
  /** Where it is, from the trust: `["policy", "Statement", 0, "Condition", …]`. */
  readonly path: readonly Segment[];
  /** A sentence without a full stop. */
  readonly reason: string;
};

/** Something of the trust that is not judged here: an operator, a key or a form that is not known. It never lets anybody in. */
export type Gap = Omit<Fault, "rule">;

/** Why a token is refused, as the cloud says it and as it is. `rule` is null where only a gap is in the way. */
export type Refusal = Omit<Fault, "rule"> & { readonly rule: TrustRule | null; readonly error: CloudError };

/** Whether a cloud takes a token. */
export type Verdict =
  | { readonly allowed: true; readonly gaps: readonly Gap[] }
  | { readonly allowed: false; readonly refusal: Refusal; readonly gaps: readonly Gap[] };

/** The verdict of a refusal. */
export function refused(fault: Omit<Fault, "rule"> & { readonly rule: TrustRule | null }, error: CloudError): Verdict {
  return { allowed: false, refusal: { ...fault, error }, gaps: [] };
}
