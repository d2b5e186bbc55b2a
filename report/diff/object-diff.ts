import { createTwoFilesPatch } from "diff";

/** An object on the two sides of a comparison, as text; undefined where it is not there. */
export type ObjectTexts = {
  readonly title: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

/** What differs in one object. */
export type ObjectDiff = {
  readonly title: string;
  readonly change: "added" | "removed" | "changed";
  /** A unified diff; null where the two differ in so much that it would take too long to find. */
  readonly diff: string | null;
};

/** Lines added and removed together beyond which no diff is looked for: the search takes the square of it. */
const mostEdits = 3000;

/** The unified diff of an object with three lines around each change, undefined where the sides are the same. Line ends do not matter where all of them changed alike. */
export function objectDiff({ title, before, after }: ObjectTexts): ObjectDiff | undefined {
  if (before === after) return undefined;
  const change = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  const names = [
    before === undefined ? "/dev/null" : `a/${title}`,
    after === undefined ? "/dev/null" : `b/${title}`,
  ] as const;
  const options = { context: 3, maxEditLength: mostEdits };
  const diff = createTwoFilesPatch(names[0], names[1], withEnd(before), withEnd(after), undefined, undefined, options);
  return { title, change, diff: diff === undefined ? null : diff.replace(/^=+\n/, "") };
}

/** A document's text without its marker, with one line break at the end. */
function withEnd(text = ""): string {
  const body = text
    .replace(/^\uFEFF/, "")
    .replace(/^---[ \t]*\r?\n/, "")
    .trimEnd();
  return body === "" ? "" : `${body}\n`;
}
