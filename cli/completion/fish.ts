import { readPlaceholder } from "../placeholder.ts";
import type { Place } from "./command-line.ts";

/** The completion script for fish. */
export function fishCompletion(places: readonly Place[]): string {
  const groups = places.filter(({ isGroup, words }) => isGroup && words !== "").map(({ words }) => words);
  return `# Completion of podgraft for fish. Now: podgraft completion fish | source
# For good: podgraft completion fish > ~/.config/fish/completions/podgraft.fish

# The words of the command that stand before the cursor; options are left out.
function __podgraft_place
    set -l tokens (commandline -opc)
    set -l typed (string match -v -- '-*' $tokens[2..-1])
    if not set -q typed[1]
        return
    end
    if contains -- $typed[1] ${groups.join(" ")}
        for word in $typed[2..-1]
            if contains -- "$typed[1] $word" ${commandsIn(places, groups)}
                echo "$typed[1] $word"
                return
            end
        end
    end
    echo $typed[1]
end

function __podgraft_at
    test "$(__podgraft_place)" = "$argv"
end

# Whether none of the words that may come first at a place is there.
function __podgraft_first
    set -l tokens (commandline -opc)
    for word in $argv
        if contains -- $word $tokens[2..-1]
            return 1
        end
    end
end

complete -c podgraft -f
${places.flatMap(linesOf).join("\n")}
`;
}

function commandsIn(places: readonly Place[], groups: readonly string[]): string {
  const words = places
    .map((place) => place.words)
    .filter((name) => groups.some((group) => name.startsWith(`${group} `)));
  return words.map((name) => `'${name}'`).join(" ");
}

function linesOf({ words, options, offers, operands }: Place): string[] {
  const at = `__podgraft_at ${words}`.trimEnd();
  const list = offers.map(({ word }) => word).join(" ");
  const first = words === "help" || offers.length === 0 ? at : `${at}; and __podgraft_first ${list}`;
  const later = offers.length === 0 ? at : `${at}; and not __podgraft_first ${list}`;
  return [
    ...offers.map(({ word, summary }) => `complete -c podgraft -n '${first}' -a ${word}${described(summary)}`),
    ...(operands.kind === "files" ? [`complete -c podgraft -n '${later}' -F`] : []),
    ...(operands.kind === "folders" ? [`complete -c podgraft -n '${later}' -a '(__fish_complete_directories)'`] : []),
    ...(operands.kind === "choice" ? [`complete -c podgraft -n '${later}' -a '${operands.words.join(" ")}'`] : []),
    ...options.map(({ name, short, value, description }) => {
      const letter = short === undefined ? "" : ` -s ${short}`;
      return `complete -c podgraft -n '${at}' -l ${name}${letter}${valueOf(value)}${described(description)}`;
    }),
  ];
}

function valueOf(value: string | undefined): string {
  if (value === undefined) return "";
  const placeholder = readPlaceholder(value);
  switch (placeholder.kind) {
    case "choice":
      return ` -x -a '${placeholder.words.join(" ")}'`;
    case "files":
      return " -r -F";
    case "folders":
      return " -x -a '(__fish_complete_directories)'";
    case "text":
      return " -x";
  }
}

function described(text: string): string {
  return text === "" ? "" : ` -d '${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
