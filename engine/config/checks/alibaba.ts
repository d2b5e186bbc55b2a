import type { AlibabaSettings } from "../config.ts";
import type { Fault } from "./fault.ts";

/** What no role and no provider can be named without. */
export function alibabaFaults({ accountUid, clusterId, oidcProviderArn }: AlibabaSettings): readonly Fault[] {
  const faults: Fault[] = [];
  if (accountUid === "")
    faults.push({ key: "accountUid", message: "is required: the number of the Alibaba Cloud account" });
  if (clusterId === "" && oidcProviderArn === "")
    faults.push({ key: "clusterId", message: "is required unless oidcProviderArn is set" });
  return faults;
}
