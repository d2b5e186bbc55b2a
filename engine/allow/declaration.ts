import type { JsonObject } from "../json.ts";

/** The volume sources that rules may write at all: none of them reaches the node. */
export type VolumeSource = "projected" | "downwardAPI" | "configMap" | "emptyDir";

/** A container that a provider may add, in the parts that decide what it may do on the node. */
export type DeclaredContainer = {
  /** The only permitted image: it comes from the settings, not from the Pod. */
  readonly image: string;
  /** Whether a securityContext is the one that is declared. */
  readonly permitsSecurityContext: (context: JsonObject) => boolean;
};

/**
 * What a provider may write into a Pod. The engine checks every edit against it, independent of the rules, so that a faulty or foreign
 * rule module cannot make a Pod more privileged.
 */
export type Declaration = {
  readonly variables: ReadonlySet<string>;
  /** Volume name → permitted source. */
  readonly volume: (name: string) => VolumeSource | undefined;
  readonly containers: ReadonlyMap<string, DeclaredContainer>;
  readonly labels: ReadonlySet<string>;
  readonly annotations: ReadonlySet<string>;
};
