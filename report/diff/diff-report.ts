import { jsonText } from "../json-text.ts";
import type { ObjectDiff } from "./compare-objects.ts";
import type { IdentityChange } from "./identity-changes.ts";

/** What a comparison came to. */
export type DiffReport = {
  readonly tool: { readonly version: string };
  /** SHA-256 in hexadecimal, of each side's configuration. */
  readonly configurations: { readonly before: string; readonly after: string };
  readonly module: string;
  readonly identities: readonly IdentityChange[];
  readonly objects: readonly ObjectDiff[];
};

/** Whether anything differs. */
export function hasDifferences({ identities, objects }: Pick<DiffReport, "identities" | "objects">): boolean {
  return identities.length > 0 || objects.length > 0;
}

/** The comparison as JSON, for programs. */
export function diffJson({ tool, configurations, module, identities, objects }: DiffReport): string {
  return jsonText({
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Diff",
    tool: { name: "podgraft", version: tool.version },
    digests: { configurations, module },
    summary: {
      identities: Object.fromEntries(identitySteps.map((step) => [step, count(identities, step)])),
      objects: Object.fromEntries(objectSteps.map((step) => [step, count(objects, step)])),
    },
    identities,
    objects,
  });
}

const identitySteps = ["gained", "lost", "changed"] as const;
const objectSteps = ["changed", "added", "removed"] as const;

/** `Identity changes: 1 gained, 2 changed` */
export function describeIdentities(identities: readonly IdentityChange[]): string {
  if (identities.length === 0) return "No identity changes";
  return `Identity changes: ${counted(identities, identitySteps)}`;
}

/** `Objects: 2 changed, 1 added` */
export function describeObjects(objects: readonly ObjectDiff[]): string {
  return objects.length === 0 ? "No object differs" : `Objects: ${counted(objects, objectSteps)}`;
}

function counted<Step extends string>(changes: readonly { readonly change: Step }[], steps: readonly Step[]): string {
  return steps
    .flatMap((step) => {
      const number = count(changes, step);
      return number === 0 ? [] : [`${number} ${step}`];
    })
    .join(", ");
}

function count<Step extends string>(changes: readonly { readonly change: Step }[], step: Step): number {
  return changes.filter(({ change }) => change === step).length;
}
