import type { Option } from "../command.ts";
import { readPlaceholder, type Placeholder } from "../placeholder.ts";
import type { Offer, Place } from "./command-line.ts";

/** The completion script for zsh. */
export function zshCompletion(places: readonly Place[]): string {
  return `#compdef podgraft
# Completion of podgraft for zsh. Now: source <(podgraft completion zsh), after compinit
# For good: podgraft completion zsh > _podgraft, in a folder of $fpath

${places.map(functionOf).join("\n")}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _podgraft "$@"
else
  compdef _podgraft podgraft
fi
`;
}

function functionOf(place: Place): string {
  return `${functionName(place.words)}() {
  local -a offers
  local curcontext=$curcontext state line
  typeset -A opt_args
${body(place)}
}
`;
}

function functionName(words: string): string {
  return words === "" ? "_podgraft" : `_podgraft_${words.replaceAll(/[^a-z]/g, "_")}`;
}

function body({ words, options, offers, isGroup, operands, passThrough }: Place): string {
  const specs = options.map(optionSpec);
  if (isGroup) {
    const cases = offers.map(({ word }) => {
      const inner = functionName(words === "" ? word : `${words} ${word}`);
      return `        (${word}) ${inner} ;;`;
    });
    return [
      `  _arguments -C -S ${[...specs, "'1: :->word'", "'*:: :->rest'"].join(" \\\n    ")}`,
      "  case $state in",
      "    (word)",
      `      ${offerList(offers)}`,
      "      _describe -t commands command offers",
      "      ;;",
      "    (rest)",
      "      case $words[1] in",
      ...cases,
      "      esac",
      "      ;;",
      "  esac",
    ].join("\n");
  }
  const first = offers.length === 0 ? [] : [`'1: :(${offers.map(({ word }) => word).join(" ")})'`];
  // With two colons the words of another program are its own from the first one on.
  const rest = passThrough
    ? [`'*:: :${action(operands)}'`]
    : operands.kind === "text"
      ? []
      : [`'*: :${action(operands)}'`];
  return `  _arguments -S ${[...specs, ...first, ...rest].join(" \\\n    ")}`;
}

function offerList(offers: readonly Offer[]): string {
  const items = offers.map(({ word, summary }) => `'${plain(`${word}:${summary.replaceAll(":", "\\:")}`)}'`);
  return `offers=(\n        ${items.join("\n        ")}\n      )`;
}

/** `'(-c --config)'{-c+,--config=}'[what it is]:FILE:_files'`; a repeatable one excludes nothing. */
function optionSpec({ name, short, value, repeatable, description }: Option): string {
  const long = value === undefined ? `--${name}` : `--${name}=`;
  const said = `[${plain(description).replaceAll(/[[\]\\:]/g, "\\$&")}]`;
  const argument =
    value === undefined ? "" : `:${plain(value).replaceAll(/[:\\]/g, "\\$&")}:${action(readPlaceholder(value))}`;
  if (repeatable === true) return `'*${long}${said}${argument}'`;
  if (short === undefined) return `'${long}${said}${argument}'`;
  const shortSpec = value === undefined ? `-${short}` : `-${short}+`;
  return `'(-${short} --${name})'{${shortSpec},${long}}'${said}${argument}'`;
}

function action(placeholder: Placeholder): string {
  switch (placeholder.kind) {
    case "choice":
      return `(${placeholder.words.join(" ")})`;
    case "files":
      return "_files";
    case "folders":
      return "_files -/";
    case "text":
      return " ";
  }
}

/** A text that stands between single quotes. */
function plain(text: string): string {
  return text.replaceAll("'", "’");
}
