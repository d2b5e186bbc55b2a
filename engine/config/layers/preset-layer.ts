import { child, fromJson, type Tree } from "../tree.ts";
import { mergeAll } from "./files.ts";
import { presetSettings } from "./presets.ts";

/** `layers` on top of the preset that they name. A name that is no preset adds nothing: the validator reports it. */
export function withPreset(layers: readonly Tree[]): readonly Tree[] {
  const named = child(mergeAll(layers), "preset");
  if (named?.kind !== "leaf" || typeof named.value !== "string") return layers;
  const settings = presetSettings(named.value);
  return settings === undefined ? layers : [fromJson(settings, { kind: "preset", name: named.value }), ...layers];
}
