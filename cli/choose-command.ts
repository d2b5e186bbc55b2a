import { nearest } from "../engine/config/nearest.ts";
import { PodgraftError } from "../engine/errors.ts";
import type { Command, CommandGroup } from "./command.ts";
import { firstOperand } from "./parse-call.ts";

/** The command of a group that a call means, and its arguments. */
export type ChosenCommand = { readonly command: Command; readonly argv: readonly string[] };

/** The last word of a command's name: how it is called within its group. */
export function commandWord({ name }: Pick<Command, "name">): string {
  return name.slice(name.lastIndexOf(" ") + 1);
}

/**
 * The command of `group` that the first operand names, with the other arguments; options may stand before it. `undefined` without an
 * operand. Throws PodgraftError `usage.invalid` for any other word.
 */
export function chooseCommand(group: CommandGroup, argv: readonly string[]): ChosenCommand | undefined {
  const index = firstOperand(
    group.commands.flatMap(({ options }) => options),
    argv,
  );
  const word = argv[index];
  if (word === undefined) return undefined;
  const command = group.commands.find((candidate) => commandWord(candidate) === word);
  if (command === undefined) throw unexpected(group, JSON.stringify(word), word);
  return { command, argv: argv.toSpliced(index, 1) };
}

/** The error for a call that names no command of the group. */
export function missingCommand(group: CommandGroup): PodgraftError {
  return unexpected(group, "nothing", "");
}

function unexpected(group: CommandGroup, found: string, word: string): PodgraftError {
  const words = group.commands.map(commandWord);
  const proposed = nearest(word, words);
  const proposal = proposed === undefined ? "" : `; did you mean ${proposed}?`;
  const expected = words.join(", ").replace(/, (?=[^,]*$)/, " or ");
  return new PodgraftError(
    "usage.invalid",
    `podgraft ${group.name}: expected ${expected}, found ${found}${proposal} (podgraft ${group.name} --help tells more)`,
  );
}
