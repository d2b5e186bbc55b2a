import type { GcpSettings } from "../config.ts";
import { durationSeconds } from "../go/duration.ts";
import { decodeResourceRequirements } from "../go/resource-requirements.ts";
import type { Fault } from "./fault.ts";

/** What makes the official Google webhook of the profile refuse to start. */
export function gcpFaults(settings: GcpSettings, isGiven: (key: keyof GcpSettings) => boolean): readonly Fault[] {
  const faults: Fault[] = [];
  if (durationSeconds(settings.tokenExpiration) === undefined) {
    faults.push({
      key: "tokenExpiration",
      message: `${JSON.stringify(settings.tokenExpiration)} is no duration; write a number with a unit (s, m, h; there is no d), such as 24h`,
    });
  }
  const resources = settings.setupContainerResources;
  if (resources !== "" && decodeResourceRequirements(resources) === undefined) {
    faults.push({
      key: "setupContainerResources",
      message: `${JSON.stringify(resources)} are no resources in JSON, such as {"requests": {"cpu": "100m"}}`,
    });
  }
  if (settings.profile === "0.7.0" && isGiven("defaultInjectionMode")) {
    faults.push({
      key: "defaultInjectionMode",
      message: "profile 0.7.0 has no such flag; remove it or take profile next",
    });
  }
  return faults;
}
