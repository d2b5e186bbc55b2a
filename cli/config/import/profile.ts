import type { Provider } from "../../../engine/decision.ts";
import { memberSchema } from "../../../engine/config/schema/lookup.ts";
import { providerSchema } from "./setting-names.ts";
import type { Webhook } from "./webhook.ts";

/** The profile that comes nearest to a webhook's release, and what is to be said about it. */
export type ChosenProfile = { readonly profile: string; readonly remark: string | undefined };

/** Chooses by the image's tag: the release itself, else the newest one before it, else the oldest. */
export function chooseProfile({ provider, image, words }: Webhook): ChosenProfile {
  const known = memberSchema(providerSchema(provider), "profile")?.enum ?? [];
  const [fallback = ""] = known;
  const release = /:v?(\d+\.\d+\.\d+)[^/:@]*(?:@.*)?$/.exec(image)?.[1];
  if (release === undefined) {
    // The fork that OpenShift ships has no tags, and stays with the older layout.
    const isFork = words[0] === "/usr/bin/azure-workload-identity-webhook";
    if (isFork) return { profile: "1.5.1", remark: "OpenShift's webhook has the layout of 1.5.1" };
    return { profile: fallback, remark: `the image ${image} names no release; check the profile` };
  }
  if (known.includes(release)) return { profile: release, remark: undefined };
  const profile = nearestRelease(provider, release, known) ?? fallback;
  return { profile, remark: `release ${release} has no profile of its own; docs/parity.md tells what differs` };
}

function nearestRelease(provider: Provider, release: string, known: readonly string[]): string | undefined {
  const releases = known.filter((name) => name !== "next").toSorted(compareReleases);
  const newest = releases.at(-1);
  if (provider === "gcp" && newest !== undefined && compareReleases(release, newest) > 0) return "next";
  return releases.findLast((candidate) => compareReleases(candidate, release) <= 0) ?? releases[0];
}

/** Three numbers with dots, in their order. */
function compareReleases(left: string, right: string): number {
  const [one, other] = [left.split(".").map(Number), right.split(".").map(Number)];
  const index = one.findIndex((part, position) => part !== other[position]);
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}
