import type { Json } from "../json.ts";
import { settingFaults } from "./checks/checks.ts";
import type { Config } from "./config.ts";
import { refuse, type LocatedIssue, type Position } from "./issues.ts";
import { withDefaults } from "./layers/defaults.ts";
import { followExtends, type Chain, type ReadConfig } from "./layers/extends.ts";
import { fileLayers, mergeAll } from "./layers/files.ts";
import { withPreset } from "./layers/preset-layer.ts";
import { nothingToSwitchOff, withCompleteOrder, withoutSwitchedOff } from "./layers/providers.ts";
import { withSets } from "./layers/sets.ts";
import { locateResolved } from "./locate-resolved.ts";
import { settingsSchema } from "./schema/roots.ts";
import { leaves, sourceAt, toJson, type Leaf, type Tree } from "./tree.ts";
import { validate, type Issue } from "./validate.ts";

/** What a configuration is resolved from. Everything is optional: nothing at all gives the defaults, with every provider off. */
export type ResolveOptions = {
  /** Name of the file, for messages and for `read`. */
  readonly file?: string | undefined;
  /** Its content as parsed JSON; absent where there is no file. */
  readonly value?: Json | undefined;
  /** Where a path stands in its text. */
  readonly position?: Position | undefined;
  /** Reads the files that `extends` names; without it `extends` is an error. */
  readonly read?: ReadConfig | undefined;
  /** The environment to lay over the rest. */
  readonly environment?: string | undefined;
  /** `--set` arguments, `key=value`, in order. */
  readonly sets?: readonly string[] | undefined;
};

/** A resolved configuration, and for each of its values where it came from. */
export type Resolution = { readonly config: Config; readonly provenance: readonly Leaf[] };

/**
 * Resolves a configuration: defaults, over them the preset, the files from the innermost extended one outwards, the environment and
 * `--set`. Throws `config.invalid` with all that is wrong, at the place of the first fault.
 */
export function resolveConfig(options: ResolveOptions = {}): Config {
  return resolveWithProvenance(options).config;
}

/** As {@link resolveConfig}, with the provenance of every value. */
export function resolveWithProvenance(options: ResolveOptions = {}): Resolution {
  const { files, issues } = chainOf(options);
  const fromFiles = fileLayers(files, options.environment);
  const all = withSets(fromFiles.layers, options.sets ?? []);
  refuse([...issues, ...fromFiles.issues, ...all.issues]);

  const layers = withPreset(all.layers);
  const given = mergeAll(layers);
  const tree = withCompleteOrder(withDefaults(settingsSchema(), withoutSwitchedOff(given)));
  const config = toJson(tree);
  const place = (found: readonly Issue[], within: Tree): readonly LocatedIssue[] =>
    found.map((issue) => locateResolved(issue, within, files));
  refuse(place(nothingToSwitchOff(given, layers), given));
  assertConfig(config, place(validate(settingsSchema(), config), tree));
  refuse(
    place(
      settingFaults(config, (path) => sourceAt(tree, path).kind !== "default"),
      tree,
    ),
  );
  return { config, provenance: leaves(tree) };
}

function chainOf({ file = "podgraft.yaml", value, position, read }: ResolveOptions): Chain {
  return value === undefined ? { files: [], issues: [] } : followExtends({ file, value, position }, read);
}

/** Whoever has no faults by the schema, defaults filled in, is a `Config`: its type is generated from that schema. */
function assertConfig(_value: Json, faults: readonly LocatedIssue[]): asserts _value is Config {
  refuse(faults);
}
