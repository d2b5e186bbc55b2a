import type { Json } from "../../engine/json.ts";
import { memberLines } from "../../renderer/yaml/splice/block-text.ts";
import type { Habits } from "../../renderer/yaml/splice/habits.ts";
import { printable } from "../../report/printable.ts";

/** A member of a YAML mapping that is written with comments: a value, or a mapping of such members. */
export type Entry = {
  readonly key: string;
  readonly content: { readonly value: Json } | { readonly entries: readonly Entry[] };
  /** Lines of comment above it. */
  readonly above?: readonly string[];
  /** Comment behind it. */
  readonly note?: string | undefined;
  /** Whether it stands there as a comment only. */
  readonly off?: boolean;
};

const habits: Habits = {
  step: 2,
  listOffset: 2,
  dashWidth: 2,
  quoting: { quote: "double", always: false },
  literals: false,
};

/**
 * The lines of a mapping. A mapping whose members are all comments is written as an empty one, so that it stays a mapping; one that is a
 * comment itself has its members in it as they would be without.
 */
export function entryLines(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => {
    const lines = contentLines(entry).map((line, index) => (index === 0 ? withNote(line, entry.note) : line));
    return [...(entry.above ?? []).map(comment), ...(entry.off === true ? lines.map((line) => `# ${line}`) : lines)];
  });
}

/** A comment of one line. */
export function comment(text: string): string {
  return text === "" ? "#" : `# ${printable(text)}`;
}

function contentLines({ key, content, off }: Entry): string[] {
  if ("value" in content) return memberLines(key, content.value, habits);
  const entries = off === true ? content.entries.map((entry) => ({ ...entry, off: false })) : content.entries;
  const isEmpty = entries.every((entry) => entry.off === true);
  const [head = ""] = memberLines(key, isEmpty ? {} : null, habits);
  return [head.replace(/ null$/, ""), ...entryLines(entries).map((line) => `  ${line}`)];
}

function withNote(line: string, note: string | undefined): string {
  return note === undefined ? line : `${line} ${comment(note)}`;
}
