import type { KnownObjects } from "../../engine/context/known-objects.ts";
import type { PodgraftError } from "../../engine/errors.ts";
import { compareObjects, type ObjectDiff } from "../../report/diff/compare-objects.ts";
import { holderOf } from "../../report/diff/holder.ts";
import { identityChanges, type Holder, type IdentityChange } from "../../report/diff/identity-changes.ts";
import { printYaml } from "../yaml/print-yaml.ts";
import type { DiffSide } from "./side.ts";

/** What differs: the identities of Pods, and the objects. */
export type Differences = { readonly identities: readonly IdentityChange[]; readonly objects: readonly ObjectDiff[] };

/** A side and what its Pods were decided by. */
export type KnownSide = { readonly side: DiffSide; readonly known: KnownObjects };

/** What injection changes. */
export function compareInjection({ side, known }: KnownSide): Differences {
  const holders = side.pods.map((pod) => holderOf(pod, known));
  return {
    identities: identityChanges(
      holders.map(({ before }) => before),
      holders.map(({ after }) => after),
    ),
    objects: compareObjects(side.written, side.injected, printYaml),
  };
}

/** How two sides differ, both after injection. */
export function compareSides(before: KnownSide, after: KnownSide): Differences {
  return {
    identities: identityChanges(holdersAfter(before), holdersAfter(after)),
    objects: compareObjects(before.side.injected, after.side.injected, printYaml),
  };
}

/** The faults of documents that cannot be read and are not the same on the other side: nobody could say what differs there. */
export function unreadFaults(before: DiffSide, after: DiffSide): PodgraftError[] {
  return [...missingIn(after, before), ...missingIn(before, after)];
}

function missingIn(other: DiffSide, side: DiffSide): PodgraftError[] {
  const there = new Set(other.unread.map(({ text }) => text));
  return side.unread.filter(({ text }) => !there.has(text)).map(({ fault }) => fault);
}

function holdersAfter({ side, known }: KnownSide): Holder[] {
  return side.pods.map((pod) => holderOf(pod, known).after);
}
