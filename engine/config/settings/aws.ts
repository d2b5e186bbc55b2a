import type { JsonObject } from "../../json.ts";
import type { AwsSettings } from "../config.ts";

/** The least lifetime in seconds that the API server grants a projected token. */
const leastExpiration = 600;

/** AWS settings as the rules read them: the webhook raises its own expiration flag to the minimum when it starts. */
export function awsRuleSettings(settings: AwsSettings): JsonObject {
  return { ...settings, tokenExpiration: Math.max(settings.tokenExpiration, leastExpiration) };
}
