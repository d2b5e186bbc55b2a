/** A flag of a program as given. */
export type Flag = {
  readonly name: string;
  /** Absent for a switch without a value. */
  readonly value: string | undefined;
  /** As it was written. */
  readonly text: string;
};

/**
 * Reads the flags of a Go program: `--name=value`, `--name value`, with one dash or two. A switch takes its value behind `=` only. Words
 * that belong to no flag are skipped, everything behind `--` too.
 */
export function readFlags(words: readonly string[], isSwitch: (name: string) => boolean): Flag[] {
  const flags: Flag[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "--") break;
    const parts = /^--?([A-Za-z][^=]*)(?:=(.*))?$/s.exec(word);
    if (parts === null) continue;
    const [, name = "", value] = parts;
    const next = words[index + 1];
    if (value !== undefined || isSwitch(name) || next === undefined || next.startsWith("-")) {
      flags.push({ name, value, text: word });
    } else {
      flags.push({ name, value: next, text: `${word} ${next}` });
      index++;
    }
  }
  return flags;
}
