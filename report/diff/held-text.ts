import { cloudNames } from "../explain/cloud-names.ts";
import type { HeldIdentity, IdentityChange } from "./identity-changes.ts";

/** An identity: `arn:aws:iam::111122223333:role/orders (audience sts.amazonaws.com, 86400 s)`. */
export function heldText({ principal, audience, expirationSeconds }: HeldIdentity): string {
  const details = [
    ...(audience === null ? [] : [`audience ${audience}`]),
    ...(expirationSeconds === null ? [] : [`${expirationSeconds} s`]),
  ];
  return `${principal ?? "(no principal)"}${details.length === 0 ? "" : ` (${details.join(", ")})`}`;
}

/** The ServiceAccount by which an identity is had: `orders`, or `orders → billing`. */
export function accountText({ before, after }: IdentityChange["serviceAccount"]): string {
  const now = after ?? before ?? "";
  return before === null || before === now ? now : `${before} → ${now}`;
}

/** A cloud as people call it. */
export function cloudName(cloud: HeldIdentity["cloud"]): string {
  return cloud === "gke" ? "GKE" : cloudNames[cloud];
}
