/** A flag of a program as given. */
export type Flag = {
  readonly name: string;
  /** Absent for a switch without a value. */
  readonly value: string | undefined;
  /** As it was written. */
  readonly text: string;
};

/** What is known of a flag: it has no value of its own word, the next word is its value whatever it is, or neither is known. */
export type FlagKind = "switch" | "valued" | "unknown";

/**
 * Reads the flags of a Go program: `--name=value`, `--name value`, with one dash or two. A switch takes its value behind `=` only; a flag that
 * is not known takes the next word if that is no flag. Words that belong to no flag are skipped, everything behind `--` too.
 */
export function readFlags(words: readonly string[], kindOf: (name: string) => FlagKind): Flag[] {
  const flags: Flag[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "--") break;
    const parts = /^--?([A-Za-z][^=]*)(?:=(.*))?$/s.exec(word);
    if (parts === null) continue;
    const [, name = "", value] = parts;
    const next = value === undefined ? words[index + 1] : undefined;
    const kind = kindOf(name);
    if (next === undefined || kind === "switch" || (kind === "unknown" && next.startsWith("-"))) {
      flags.push({ name, value, text: word });
    } else {
      flags.push({ name, value: next, text: `${word} ${next}` });
      index++;
    }
  }
  return flags;
}
