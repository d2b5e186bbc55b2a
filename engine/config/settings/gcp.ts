import type { JsonObject } from "../../json.ts";
import type { GcpSettings } from "../config.ts";
import { durationSeconds } from "../go/duration.ts";
import { decodeResourceRequirements } from "../go/resource-requirements.ts";

/** Google's least token lifetime, in seconds. */
const leastExpiration = 3600;

/** Google settings as the rules read them: the expiration in seconds, the resources parsed (null where there are none). */
export function gcpRuleSettings(settings: GcpSettings): JsonObject {
  const resources = decodeResourceRequirements(settings.setupContainerResources) ?? {};
  return {
    ...settings,
    tokenExpirationSeconds: Math.max(durationSeconds(settings.tokenExpiration) ?? 0, leastExpiration),
    setupContainerResources: Object.keys(resources).length === 0 ? null : resources,
    defaultInjectionMode: settings.profile === "0.7.0" ? "gcloud" : settings.defaultInjectionMode,
  };
}
