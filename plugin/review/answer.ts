import type { JsonObject, PatchOperation } from "../../engine/json.ts";
import type { Review } from "./review.ts";
import { warningsOf } from "./warnings.ts";

/** Why an object is refused, with the HTTP status that goes with it: it was judged, or it could not be. */
const codes = { Forbidden: 403, ServiceUnavailable: 503 } as const;

/** What is answered to a review. */
export type Verdict = {
  /** The refusal; null where the object is let through. */
  readonly denial: { readonly message: string; readonly reason: keyof typeof codes } | null;
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
      ...(denial === null ? {} : { status: statusOf(denial) }),
      ...(patch.length > 0 && denial === null
        ? { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") }
        : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
      ...(Object.keys(audit).length > 0 ? { auditAnnotations: audit } : {}),
    },
  };
}

function statusOf({ message, reason }: NonNullable<Verdict["denial"]>): JsonObject {
  return { status: "Failure", code: codes[reason], reason, message };
}
