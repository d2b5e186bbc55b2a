import { commandWord } from "./choose-command.ts";
import type { Command, CommandGroup, Option } from "./command.ts";
import { commonOptions } from "./parse-call.ts";

/** The help text of one command. */
export function commandHelp(command: Command): string {
  const options = [...command.options, ...commonOptions];
  return (
    [
      `Usage: podgraft ${command.name} ${command.operands}`.trimEnd(),
      command.description,
      ["Options:", ...columns(options.map((option) => [optionUsage(option), option.description]))].join("\n"),
      ["Examples:", ...command.examples.flatMap(({ title, command: line }) => [`  # ${title}`, `  ${line}`])].join(
        "\n",
      ),
      "",
    ]
      .join("\n\n")
      .trimEnd() + "\n"
  );
}

/** The help text of a group; a group of one is told by its one command. */
export function groupHelp(group: CommandGroup): string {
  const [first, ...others] = group.commands;
  if (others.length === 0) return commandHelp(first);
  return (
    [
      `Usage: podgraft ${group.name} COMMAND [OPTIONS]`,
      group.description,
      ["Commands:", ...columns(group.commands.map((command) => [commandWord(command), command.summary]))].join("\n"),
      `podgraft ${group.name} COMMAND --help tells about a command.`,
    ].join("\n\n") + "\n"
  );
}

/** The help text of the program. */
export function programHelp(commands: readonly Pick<Command, "name" | "summary">[]): string {
  return (
    [
      "podgraft: cloud identity for Kubernetes Pods, at render time and at admission, from one set of rules",
      "Usage: podgraft COMMAND [OPTIONS]",
      ["Commands:", ...columns(commands.map(({ name, summary }) => [name, summary]))].join("\n"),
      "podgraft COMMAND --help tells about a command; podgraft --version prints the version.",
      "Exit status: 0 done, 1 denied or verification failed, 2 usage or configuration, 3 unreadable input,\n4 internal guard, 5 a called tool failed.",
      "",
    ]
      .join("\n\n")
      .trimEnd() + "\n"
  );
}

/** An option as help shows it, e.g. `-n, --namespace NAME`. */
export function optionUsage({ name, short, value }: Option): string {
  return `${short === undefined ? "    " : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
