import type { RuleSettings } from "../decision.ts";
import type { Config } from "./config.ts";
import { alibabaRuleSettings } from "./settings/alibaba.ts";
import { awsRuleSettings } from "./settings/aws.ts";
import { azureRuleSettings } from "./settings/azure.ts";
import { gcpRuleSettings } from "./settings/gcp.ts";

/** The settings of every provider that is on, as the rules read them under `data.settings`: every default filled in, texts that are JSON, durations or names of clouds made into values. */
export function ruleSettings({ providers: { aws, azure, gcp, alibaba } }: Config): RuleSettings {
  return {
    ...(aws === undefined ? {} : { aws: awsRuleSettings(aws) }),
    ...(azure === undefined ? {} : { azure: azureRuleSettings(azure) }),
    ...(gcp === undefined ? {} : { gcp: gcpRuleSettings(gcp) }),
    ...(alibaba === undefined ? {} : { alibaba: alibabaRuleSettings(alibaba) }),
  };
}
