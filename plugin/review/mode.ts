import { member, type JsonObject } from "../../engine/json.ts";
import type { Mode } from "../admission-record.ts";

/** The labels of a Namespace that steer admission. */
const modeLabel = "podgraft.dev/mode";
export const breakGlassLabel = "podgraft.dev/break-glass";

/** How a Namespace wants its objects judged. */
export type NamespaceMode = {
  readonly mode: Mode;
  /** Why every object is let through; null where none is. */
  readonly breakGlass: string | null;
  /** What is wrong with the labels, for warnings. */
  readonly remarks: readonly string[];
};

const modes: readonly Mode[] = ["off", "audit", "warn", "enforce", "mutate"];

/** Reads a Namespace's labels; `usual` is the mode without a label, and with one that names none. */
export function namespaceMode(labels: JsonObject, usual: Mode): NamespaceMode {
  const label = text(labels, modeLabel);
  const mode = modes.find((one) => one === label);
  const reason = text(labels, breakGlassLabel);
  const remarks = [
    ...(label === null || mode !== undefined
      ? []
      : [`the Namespace's label ${modeLabel}=${label} names no mode (${modes.join(", ")}); ${usual} holds`]),
    ...(reason === "" ? [`the Namespace's label ${breakGlassLabel} lets nothing through: it has no reason`] : []),
  ];
  return { mode: mode ?? usual, breakGlass: reason === "" ? null : reason, remarks };
}

function text(labels: JsonObject, key: string): string | null {
  const value = member(labels, key);
  return typeof value === "string" ? value : null;
}
