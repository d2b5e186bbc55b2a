import type { ObjectDiff } from "../../../report/diff/compare-objects.ts";
import type { DiffReport } from "../../../report/diff/diff-report.ts";
import type { Holder } from "../../../report/diff/identity-changes.ts";

/** A Deployment in `shop`, with that role on AWS or without an identity. */
export function holder(name: string, principal: string | null, other: Partial<Holder> = {}): Holder {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    namespace: "shop",
    name,
    serviceAccount: "app",
    identities: principal === null ? [] : [{ cloud: "aws", principal, audience: null, expirationSeconds: null }],
    ...other,
  };
}

/** A changed ConfigMap called `title`. */
export function objectDiff(title: string, diff: string | null): ObjectDiff {
  return {
    title,
    object: { apiVersion: "v1", kind: "ConfigMap", namespace: null, name: title },
    change: "changed",
    diff,
  };
}

/** A report of these differences. */
export function report(objects: DiffReport["objects"], identities: DiffReport["identities"] = []): DiffReport {
  return { tool: { version: "0" }, configurations: { before: "a", after: "b" }, module: "c", identities, objects };
}
