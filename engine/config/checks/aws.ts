import type { AwsSettings } from "../config.ts";
import { durationSeconds } from "../go/duration.ts";
import type { Fault } from "./fault.ts";

/** What makes the official AWS webhook refuse to start. */
export function awsFaults(settings: AwsSettings): readonly Fault[] {
  const faults: Fault[] = [];
  if (settings.composeRoleArn && settings.instanceIdentity === null) {
    faults.push({
      key: "composeRoleArn",
      message:
        "a composed role needs the account and the region of the cluster; give instanceIdentity: {accountId, region}",
    });
  }
  if (durationSeconds(settings.serviceAccountLookupGracePeriod) === undefined) {
    faults.push({
      key: "serviceAccountLookupGracePeriod",
      message: `${JSON.stringify(settings.serviceAccountLookupGracePeriod)} is no duration; write a number with a unit (ms, s, m, h), such as 100ms`,
    });
  }
  return faults;
}
