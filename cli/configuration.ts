import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Position } from "../engine/config/issues.ts";
import { resolveWithProvenance, type Resolution } from "../engine/config/resolve.ts";
import { PodgraftError } from "../engine/errors.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import { readYaml } from "../renderer/yaml/read.ts";
import { textOption, textOptions, type Call, type Option } from "./command.ts";
import { foldersUpward } from "./files.ts";
import { readText, sourceName } from "./input.ts";

/** The options by which a configuration is found and completed. */
export const configurationOptions: readonly Option[] = [
  {
    name: "config",
    short: "c",
    value: "FILE",
    description: "Configuration (default: $PODGRAFT_CONFIG, else podgraft.yaml upward from here)",
  },
  { name: "environment", short: "e", value: "NAME", description: "Lay environments.NAME of the configuration over it" },
  {
    name: "set",
    value: "KEY=VALUE",
    repeatable: true,
    description: "Set a key of the configuration, e.g. providers.aws.awsDefaultRegion=eu-west-1",
  },
];

/** A configuration that says nothing, for where there is no file: without it one would be looked for. */
export const emptyConfiguration: JsonObject = { apiVersion: "podgraft.dev/v1alpha1", kind: "Config" };

/** A configuration as resolved, and what it was read from. */
export type LoadedConfiguration = Resolution & {
  /** The configuration's file; undefined where there is none. */
  readonly file: string | undefined;
  /** Where paths stand in each file that was read, by the file's name in provenance. */
  readonly positions: ReadonlyMap<string, Position>;
};

/** A file of the configuration as read. */
type ConfigurationFile = { readonly file: string; readonly value: Json; readonly position: Position };

/**
 * Finds, reads and resolves the configuration that a call means. `inline` is one that came with the input: then no file is looked for. Throws
 * PodgraftError `config.*`, or `usage.invalid` for two configurations.
 */
export function loadConfiguration(call: Call, inline?: JsonObject): LoadedConfiguration {
  const named = textOption(call, "config");
  if (inline !== undefined && named !== undefined) {
    throw new PodgraftError("usage.invalid", "--config and a functionConfig of the kind Config exclude each other");
  }
  const file = inline === undefined ? findConfiguration(named) : undefined;
  const main = file === undefined ? undefined : readConfigurationFile(file);
  const resolved = resolveFile(main, {
    environment: textOption(call, "environment"),
    sets: textOptions(call, "set"),
    inline,
  });
  return { ...resolved, file };
}

/** What is laid over a file, or stands instead of one. */
type Overlay = {
  readonly environment?: string | undefined;
  readonly sets?: readonly string[];
  readonly inline?: JsonObject | undefined;
};

/** Resolves a file that was read, or no file. Throws PodgraftError `config.*` with all that is wrong. */
export function resolveFile(
  main: ConfigurationFile | undefined,
  { environment, sets = [], inline }: Overlay,
): Omit<LoadedConfiguration, "file"> {
  const positions = new Map<string, Position>();
  const remember = (read: ConfigurationFile): ConfigurationFile => {
    positions.set(read.file, read.position);
    return read;
  };
  const resolution = resolveWithProvenance({
    ...(inline === undefined ? {} : { file: "functionConfig", value: inline }),
    ...(main === undefined ? {} : remember(main)),
    read: (name, from) => remember(readExtended(name, from)),
    environment,
    sets,
  });
  return { ...resolution, positions };
}

/** Reads the file that `from` names in its `extends`. Throws as {@link readConfigurationFile} does. */
export function readExtended(name: string, from: string): ConfigurationFile {
  return readConfigurationFile(resolve(dirname(from), name));
}

/** `named`, else `$PODGRAFT_CONFIG`, else the nearest podgraft.yaml upward from the working directory. */
export function findConfiguration(named: string | undefined): string | undefined {
  if (named !== undefined) return named;
  const variable = process.env.PODGRAFT_CONFIG;
  if (variable !== undefined && variable !== "") return variable;
  return configurationWithin(process.cwd(), undefined);
}

/** The nearest podgraft.yaml upward from a folder, absolute; not beyond `outermost`, an absolute folder, where that is given. */
export function configurationWithin(from: string, outermost: string | undefined): string | undefined {
  const folders = foldersUpward(from);
  const end = outermost === undefined ? -1 : folders.indexOf(outermost);
  return folders
    .slice(0, end === -1 ? folders.length : end + 1)
    .map((folder) => join(folder, "podgraft.yaml"))
    .find((file) => existsSync(file));
}

/** Reads a file of the configuration, standard input for `-`. Throws PodgraftError `config.unreadable`, or `config.invalid` for what is no YAML. */
export function readConfigurationFile(operand: string): ConfigurationFile {
  const file = sourceName(operand);
  try {
    const document = readYaml(readText(operand), { file });
    return { file, value: document.value ?? {}, position: document.position };
  } catch (cause) {
    if (!(cause instanceof PodgraftError)) throw cause;
    throw new PodgraftError(
      cause.code === "input.unreadable" ? "config.unreadable" : "config.invalid",
      cause.message,
      cause.location,
      { cause },
    );
  }
}
