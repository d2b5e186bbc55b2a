import { member, type JsonObject } from "../../engine/json.ts";
import type { Mode } from "../admission-record.ts";

/** The labels of a Namespace that steer admission. */
export const modeLabel = "podgraft.dev/mode";
export const breakGlassLabel = "podgraft.dev/break-glass";

/** How a Namespace wants its objects judged. */
export type NamespaceMode = {
  readonly mode: Mode;
  /** Why every object is let through; null where none is. */
  readonly breakGlass: string | null;
  /** The mode label's text where it names no mode, else null. */
  readonly invalid: string | null;
};

const modes: readonly Mode[] = ["off", "audit", "warn", "enforce", "mutate"];

/** Reads a Namespace's labels; `usual` is the mode without a label, and with one that names none. */
export function namespaceMode(labels: JsonObject, usual: Mode): NamespaceMode {
  const label = text(labels, modeLabel);
  const mode = modes.find((one) => one === label);
  return {
    mode: mode ?? usual,
    breakGlass: text(labels, breakGlassLabel) || null,
    invalid: mode === undefined && label !== "" ? label : null,
  };
}

function text(labels: JsonObject, key: string): string {
  const value = member(labels, key);
  return typeof value === "string" ? value : "";
}
