import type { Config } from "../../engine/config/config.ts";
import { matchesAnything } from "../../engine/config/glob.ts";
import type { AdmissionRecord } from "../admission-record.ts";

/**
 * Whether what was decided may rest on the Pod's own name: Azure hashes it into a volume's name, AWS spreads the lifetime of a container
 * credentials token by it, and exceptions may name Pods. What the rules leave alone rests on nothing.
 */
export function restsOnName(
  { decisions }: Pick<AdmissionRecord, "decisions">,
  { exceptions }: Pick<Config, "exceptions">,
): boolean {
  return (
    exceptions.some(({ match }) => !matchesAnything(match.name)) ||
    decisions.some(({ outcome, reason }) => outcome !== "skip" && !nameless.has(reason))
  );
}

/** Reasons of injections that come out the same whatever the Pod is called. */
export const nameless: ReadonlySet<string> = new Set([
  "aws.role_arn",
  "aws.config_map",
  "gcp.direct_mode",
  "gcp.gcloud_mode",
  "alibaba.namespace_label",
  "alibaba.pod_label",
]);
