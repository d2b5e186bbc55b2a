import type { Provider } from "../decision.ts";
import type { Severity } from "../codes/severity.ts";
import type { JsonObject, Segment } from "../json.ts";

/** Something worth telling about one place of a document. */
export type Finding = {
  readonly code: string;
  readonly severity: Exclude<Severity, "none">;
  /** Whose rule found it; null for what the engine itself found. */
  readonly provider: Provider | null;
  /** From the document to the place. */
  readonly path: readonly Segment[];
  readonly params: JsonObject;
};
