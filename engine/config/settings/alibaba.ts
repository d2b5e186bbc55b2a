import type { JsonObject } from "../../json.ts";
import type { AlibabaSettings } from "../config.ts";

/** Alibaba settings as the rules read them: the provider's ARN spelled out. */
export function alibabaRuleSettings(settings: AlibabaSettings): JsonObject {
  const { accountUid, clusterId, oidcProviderArn } = settings;
  const composed = `acs:ram::${accountUid}:oidc-provider/ack-rrsa-${clusterId}`;
  return { ...settings, oidcProviderArn: oidcProviderArn === "" ? composed : oidcProviderArn };
}
