import type { AdmissionSetup } from "../review/admit.ts";

/** What judges reviews now; a reload puts another in its place, and a review that has begun keeps the one it began with. */
export type LiveSetup = { readonly current: () => AdmissionSetup };
