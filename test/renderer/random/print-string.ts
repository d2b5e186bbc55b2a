import type { Random } from "./source.ts";

/** Words that are no texts where they stand bare. */
const typedWords: ReadonlySet<string> = new Set(["on", "off", "yes", "no", "y", "n", "true", "false", "null"]);

const bare = /^(?:[A-Za-z/][A-Za-z0-9/._@=-]*(?:[: ][A-Za-z/][A-Za-z0-9/._@=-]*)*|é)$/;

/** A text on one line: bare where that is the same, in single quotes, in double quotes. */
export function printString(random: Random, text: string, key: boolean): string {
  const choice = random(4);
  if (choice < 2 && bare.test(text) && !typedWords.has(text.toLowerCase())) return text;
  if (choice === 2 && /^[ -~é]*$/.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return key ? JSON.stringify(text) : JSON.stringify(text).replaceAll("\u2028", "\\u2028");
}
