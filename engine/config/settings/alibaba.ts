import type { JsonObject } from "../../json.ts";
import type { AlibabaSettings } from "../config.ts";

/** Alibaba settings as the rules read them. The rules compose the provider's ARN themselves, because they tell where it comes from. */
export function alibabaRuleSettings(settings: AlibabaSettings): JsonObject {
  return { ...settings };
}
