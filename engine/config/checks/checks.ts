import type { Config } from "../config.ts";
import type { Issue } from "../validate.ts";
import { alibabaFaults } from "./alibaba.ts";
import { awsFaults } from "./aws.ts";
import { azureFaults } from "./azure.ts";
import { exceptionFaults } from "./exceptions.ts";
import { gcpFaults } from "./gcp.ts";
import type { Fault, IsGiven } from "./fault.ts";

/**
 * What a schema cannot say: whatever makes an official webhook refuse to start, and exceptions that can never apply. `isGiven` tells
 * whether the value at a path was given, as opposed to filled in by default.
 */
export function settingFaults(config: Config, isGiven: IsGiven): readonly Issue[] {
  const { aws, azure, gcp, alibaba } = config.providers;
  return [
    ...(aws === undefined ? [] : within("aws", awsFaults(aws))),
    ...(azure === undefined ? [] : within("azure", azureFaults(azure))),
    ...(gcp === undefined
      ? []
      : within(
          "gcp",
          gcpFaults(gcp, (key) => isGiven(["providers", "gcp", key])),
        )),
    ...(alibaba === undefined ? [] : within("alibaba", alibabaFaults(alibaba))),
    ...exceptionFaults(config.exceptions),
  ];
}

function within(provider: string, faults: readonly Fault[]): readonly Issue[] {
  return faults.map(({ key, message }) => ({ path: ["providers", provider, key], message }));
}
