import { parseArgs } from "node:util";
import { nearest } from "../engine/config/nearest.ts";
import { PodgraftError } from "../engine/errors.ts";
import type { Call, Command, Option } from "./command.ts";

/** Options that every command has. */
export const commonOptions: readonly Option[] = [
  { name: "help", short: "h", description: "Show help for the command" },
];

/** Reads the arguments of a command. Throws PodgraftError `usage.invalid` naming the argument and the nearest option. */
export function parseCall(command: Command, argv: readonly string[]): Call {
  if (command.passThrough !== true) return parseOwn(command, argv);
  const end = firstOperand(command.options, argv);
  const { options } = parseOwn(command, argv.slice(0, end));
  return { options, operands: argv.slice(end) };
}

/** Where the first argument stands that is neither one of `own` options nor an option's value; the number of arguments if there is none. */
export function firstOperand(own: readonly Option[], argv: readonly string[]): number {
  const options = parseOptions([...own, ...commonOptions]);
  const { tokens } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: false, tokens: true });
  return tokens.find(({ kind }) => kind === "positional")?.index ?? argv.length;
}

function parseOwn(command: Command, argv: readonly string[]): Call {
  const options = [...command.options, ...commonOptions];
  refuseUnknown(command, options, argv);
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: parseOptions(options),
      allowPositionals: true,
      strict: true,
    });
    return { options: values, operands: positionals };
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    // Node goes on to explain operands that start with a dash.
    const reason =
      /^Unknown option '(-[^']*)'/.exec(said)?.[1]?.replace(/^/, "unknown option ") ?? said.split("\n", 1)[0];
    throw new PodgraftError(
      "usage.invalid",
      `${reason} (podgraft ${command.name} --help shows the options)`,
      {},
      { cause },
    );
  }
}

function parseOptions(options: readonly Option[]): {
  [name: string]: { type: "string" | "boolean"; multiple: boolean; short?: string };
} {
  return Object.fromEntries(
    options.map(({ name, short, value, repeatable }) => [
      name,
      {
        type: value === undefined ? "boolean" : "string",
        multiple: repeatable === true,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
}

/** Node's own message does not propose anything. */
function refuseUnknown(command: Command, options: readonly Option[], argv: readonly string[]): void {
  const names = options.map(({ name }) => name);
  const end = argv.indexOf("--");
  for (const argument of end === -1 ? argv : argv.slice(0, end)) {
    const name = /^--([^=]+)/.exec(argument)?.[1];
    if (name === undefined || names.includes(name)) continue;
    const proposed = nearest(name, names);
    const proposal = proposed === undefined ? "" : `; did you mean --${proposed}?`;
    throw new PodgraftError(
      "usage.invalid",
      `unknown option --${name}${proposal} (podgraft ${command.name} --help shows the options)`,
    );
  }
}
