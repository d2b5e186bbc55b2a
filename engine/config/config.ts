export type {
  AlibabaSettings,
  AwsSettings,
  AzureSettings,
  Config,
  Exception,
  GcpSettings,
  IdentityRule,
  WorkloadRow,
} from "./generated/config.ts";
