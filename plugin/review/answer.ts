import type { JsonObject, PatchOperation } from "../../engine/json.ts";
import type { Review } from "./review.ts";
import { warningsOf } from "./warnings.ts";

/** What is answered to a review. */
export type Verdict = {
  /** The text of the refusal; null where the object is let through. */
  readonly denial: { readonly message: string; readonly code: number } | null;
  /** Empty where nothing changes. */
  readonly patch: readonly PatchOperation[];
  readonly warnings: readonly string[];
  /** Keys without a prefix: the API server puts the webhook's name before them. */
  readonly audit: { readonly [key: string]: string };
};

/** Lets an object through without a word. */
export const silence: Verdict = { denial: null, patch: [], warnings: [], audit: {} };

/**
 * The AdmissionReview that answers a request (k8s.io/api/admission): the same version and uid, a patch only with its type, a status only
 * for a refusal. Absent members are left out: an API server refuses `patchType` without `patch`.
 */
export function answerOf({ apiVersion, uid }: Pick<Review, "apiVersion" | "uid">, verdict: Verdict): JsonObject {
  const { denial, patch, audit } = verdict;
  const warnings = warningsOf(verdict.warnings);
  return {
    apiVersion,
    kind: "AdmissionReview",
    response: {
      uid,
      allowed: denial === null,
      ...(denial === null
        ? {}
        : { status: { status: "Failure", code: denial.code, reason: reasonOf(denial.code), message: denial.message } }),
      ...(patch.length > 0 && denial === null
        ? { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") }
        : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
      ...(Object.keys(audit).length > 0 ? { auditAnnotations: audit } : {}),
    },
  };
}

function reasonOf(code: number): string {
  if (code === 403) return "Forbidden";
  if (code === 503) return "ServiceUnavailable";
  return "Invalid";
}
