import { followExtends } from "../../engine/config/layers/extends.ts";
import { describeError, exitStatus, PodgraftError } from "../../engine/errors.ts";
import { isJsonObject, member } from "../../engine/json.ts";
import { printable } from "../../report/printable.ts";
import { textOption, textOptions, type Call, type Command, type Outcome } from "../command.ts";
import {
  configurationOptions,
  findConfiguration,
  readConfigurationFile,
  readExtended,
  resolveFile,
} from "../configuration.ts";
import { shortName } from "../short-name.ts";

/** `podgraft config validate`: whether configurations are valid, with all that is wrong. */
export const validateCommand: Command = {
  name: "config validate",
  summary: "Tell everything that is wrong with configurations, each fault at its place",
  operands: "[OPTIONS] [FILE|-]...",
  description:
    "Checks files (by default the one that every command would take) against the schema and against what makes the official webhooks refuse\n" +
    "to start, on their own and with each of their environments, or with one if --environment names it. Each fault is told with file, line,\n" +
    "column and key, and the nearest valid key or value. Exit status 2 if anything is wrong.",
  options: configurationOptions.filter(({ name }) => name !== "config"),
  examples: [
    { title: "The configuration that counts here", command: "podgraft config validate" },
    { title: "Every configuration of a repository", command: "podgraft config validate clusters/*/podgraft.yaml" },
  ],
  run: (call) => Promise.resolve(runValidate(call)),
};

function runValidate(call: Call): Outcome {
  const found = call.operands.length > 0 ? call.operands : [findConfiguration(undefined)];
  const results = found.map((operand) => {
    if (operand !== undefined) return checkFile(operand, call);
    throw new PodgraftError(
      "usage.invalid",
      "there is no podgraft.yaml here or above; name a file, or begin one with podgraft config init",
    );
  });
  const faults = results.flatMap((result) => result.faults);
  return {
    status: faults[0] === undefined ? 0 : exitStatus(faults[0].fault.code),
    stdout: results.flatMap(({ valid }) => valid).join(""),
    stderr: faultLines(faults)
      .map((line) => `podgraft: error: ${printable(line)}\n`)
      .join(""),
  };
}

/** A fault, and the environment that it was found with. */
type Found = { readonly fault: PodgraftError; readonly environment: string | undefined };

/** Each fault once; one that only an environment brings about says so. */
function faultLines(faults: readonly Found[]): string[] {
  const told = new Map<string, string>();
  for (const { fault, environment } of faults) {
    for (const line of describeError(fault).split("\n")) {
      if (told.has(line)) continue;
      told.set(line, environment === undefined ? line : `${line} (with environment ${environment})`);
    }
  }
  return [...told.values()];
}

type Checked = { readonly valid: readonly string[]; readonly faults: readonly Found[] };

function checkFile(operand: string, call: Call): Checked {
  const sets = textOptions(call, "set");
  const named = textOption(call, "environment");
  try {
    const main = readConfigurationFile(operand);
    const environments = named === undefined ? [undefined, ...environmentsOf(main)] : [named];
    const faults = environments.flatMap((environment) =>
      attempt(() => void resolveFile(main, { environment, sets })).map((fault) => ({ fault, environment })),
    );
    const names = environments.filter((name) => name !== undefined);
    const also =
      names.length === 0 ? "" : `, with ${names.length === 1 ? "environment" : "environments"} ${names.join(", ")}`;
    return { valid: faults.length > 0 ? [] : [`${printable(`${shortName(main.file)}: valid${also}`)}\n`], faults };
  } catch (fault) {
    return { valid: [], faults: [{ fault: typed(fault), environment: undefined }] };
  }
}

/** The environments of a file and of those that it extends. */
function environmentsOf(main: ReturnType<typeof readConfigurationFile>): string[] {
  const { files } = followExtends(main, readExtended);
  const names = files.flatMap(({ value }) => {
    const environments = member(value, "environments");
    return isJsonObject(environments) ? Object.keys(environments) : [];
  });
  return [...new Set(names)];
}

function attempt(check: () => void): PodgraftError[] {
  try {
    check();
    return [];
  } catch (fault) {
    return [typed(fault)];
  }
}

function typed(fault: unknown): PodgraftError {
  if (fault instanceof PodgraftError) return fault;
  throw fault;
}
