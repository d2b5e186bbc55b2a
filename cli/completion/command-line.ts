import { commandWord } from "../choose-command.ts";
import type { Command, CommandGroup, Option } from "../command.ts";
import { commonOptions } from "../parse-call.ts";
import { readPlaceholder, type Placeholder } from "../placeholder.ts";

/** A word that can be typed next, with what it means. */
export type Offer = { readonly word: string; readonly summary: string };

/** What may follow once these words were typed: options, and either words or operands. */
export type Place = {
  /** The command's words, as `config print`; those of a group too, and none for the program itself. */
  readonly words: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Commands, or words of another program, that come first. */
  readonly offers: readonly Offer[];
  /** Whether the offers are commands, with a place of their own. */
  readonly isGroup: boolean;
  /** What operands are. */
  readonly operands: Placeholder;
  /** Whether our options end at the first operand. */
  readonly passThrough: boolean;
};

const versionOption: Option = { name: "version", description: "Print the version" };

/** Every place of the command line: the program, the groups and the commands. */
export function commandLine(loaded: readonly (Command | CommandGroup)[]): Place[] {
  const program: Place = {
    words: "",
    summary: "",
    options: [...commonOptions, versionOption],
    offers: [
      ...loaded.map(({ name, summary }) => ({ word: name, summary })),
      { word: "help", summary: "Show help for a command" },
    ],
    isGroup: true,
    operands: { kind: "text" },
    passThrough: false,
  };
  const help: Place = { ...program, words: "help", options: [], isGroup: false };
  return [program, ...loaded.flatMap((entry) => ("commands" in entry ? placesOf(entry) : [placeOf(entry)])), help];
}

function placesOf(group: CommandGroup): Place[] {
  const options = group.commands.flatMap((command) => command.options);
  const once = options.filter((option, index) => options.findIndex(({ name }) => name === option.name) === index);
  const place: Place = {
    words: group.name,
    summary: group.summary,
    options: [...once, ...commonOptions],
    offers: group.commands.map((command) => ({ word: commandWord(command), summary: command.summary })),
    isGroup: true,
    operands: { kind: "text" },
    passThrough: false,
  };
  return [place, ...group.commands.map(placeOf)];
}

function placeOf({ name, summary, options, operands, passThrough = false }: Command): Place {
  const own = operands.split(" ").filter((part) => part !== "[OPTIONS]");
  const [first = ""] = own;
  // Words of small letters stand for themselves: `build`, `template|install|upgrade`.
  const words = /^[a-z][a-z|-]*$/.test(first) ? first.split("|") : [];
  const rest = words.length === 0 ? own : own.slice(1);
  const kinds = rest.map(readPlaceholder);
  const paths = kinds.find(({ kind }) => kind === "files") ?? kinds.find(({ kind }) => kind === "folders");
  return {
    words: name,
    summary,
    options: [...options, ...commonOptions],
    offers: words.map((word) => ({ word, summary: "" })),
    isGroup: false,
    operands: paths ?? (passThrough ? { kind: "files" } : { kind: "text" }),
    passThrough,
  };
}
