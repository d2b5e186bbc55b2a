/** One JSON value of a text: `from..to` in UTF-16 units. */
export type JsonSpan = { readonly from: number; readonly to: number };

/** Why a text is not a stream of JSON values: where, and what should stand there. */
export type JsonFault = { readonly offset: number; readonly fault: "syntax" | "depth"; readonly expected: string };

type State = keyof typeof expectations;

const expectations = {
  value: "a value",
  "first item": "a value or ]",
  key: "a key in double quotes",
  "first key": "a key in double quotes or }",
  colon: "a colon",
  "next item": "a comma or ]",
  "next member": "a comma or }",
  quote: "a closing quote (line breaks and other control characters are written as escapes)",
  escape: "an escape such as \\n or \\u0041",
} as const;

const literal = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const textRun = /[^"\\\0-\x1f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds the JSON values of `text` from `start` on, which follow each other with or without blanks between them, without recursion and without
 * building anything: hostile input costs its length. The first fault is answered with its place; lists and objects may stand
 * `deepest` levels inside one another.
 */
export function scanJson(text: string, start: number, deepest: number): JsonSpan[] | JsonFault {
  const spans: JsonSpan[] = [];
  /** For each open list or object, what may follow behind a value in it. */
  const open: ("next item" | "next member")[] = [];
  let state: State = "value";
  let from = start;
  let position = skipBlanks(text, start);
  while (position < text.length || open.length > 0) {
    if (open.length === 0) from = position;
    const step = stepAt(text, position, state);
    if (typeof step === "string")
      return { offset: faultOffset(text, position, step), fault: "syntax", expected: expectations[step] };
    if (step.opens !== undefined) open.push(step.opens);
    if (open.length > deepest) return { offset: position, fault: "depth", expected: `at most ${deepest} levels` };
    if (step.closes === true) open.pop();
    state = step.next ?? open.at(-1) ?? "value";
    if (open.length === 0) spans.push({ from, to: step.end });
    position = skipBlanks(text, step.end);
  }
  return spans;
}

/** One token: where it ends, what it opens or closes, and what is expected next (absent = what may follow a value). */
type Step = {
  readonly end: number;
  readonly next?: State;
  readonly opens?: "next item" | "next member";
  readonly closes?: true;
};

function stepAt(text: string, position: number, state: State): Step | State {
  const token = text.charAt(position);
  const end = position + 1;
  switch (state) {
    case "colon":
      return token === ":" ? { end, next: "value" } : state;
    case "next item":
      if (token === "]") return { end, closes: true };
      return token === "," ? { end, next: "value" } : state;
    case "next member":
      if (token === "}") return { end, closes: true };
      return token === "," ? { end, next: "key" } : state;
    case "key":
    case "first key":
      if (token === "}" && state === "first key") return { end, closes: true };
      return token === '"' ? stringAt(text, position, "colon") : state;
    default:
      return token === "]" && state === "first item" ? { end, closes: true } : valueAt(text, position, state);
  }
}

function valueAt(text: string, position: number, state: State): Step | State {
  const end = position + 1;
  switch (text.charAt(position)) {
    case "{":
      return { end, next: "first key", opens: "next member" };
    case "[":
      return { end, next: "first item", opens: "next item" };
    case '"':
      return stringAt(text, position);
    default: {
      const after = endOf(literal, text, position);
      return after === -1 ? state : { end: after };
    }
  }
}

function stringAt(text: string, position: number, next?: State): Step | "quote" | "escape" {
  const end = endOfString(text, position + 1);
  if (end.fault !== undefined) return end.fault;
  return { end: end.offset, ...(next === undefined ? {} : { next }) };
}

/** Behind the closing quote; or where the string is at fault. */
function endOfString(text: string, start: number): { readonly offset: number; readonly fault?: "quote" | "escape" } {
  for (let offset = start; ;) {
    offset = endOf(textRun, text, offset);
    if (text[offset] === '"') return { offset: offset + 1 };
    if (text[offset] !== "\\") return { offset, fault: "quote" };
    const escaped = endOf(escape, text, offset);
    if (escaped === -1) return { offset, fault: "escape" };
    offset = escaped;
  }
}

function faultOffset(text: string, position: number, state: State): number {
  return state === "quote" || state === "escape" ? endOfString(text, position + 1).offset : position;
}

/** Where a match of the sticky `pattern` at `offset` ends; -1 where there is none. */
function endOf(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const blanks = /[ \t\r\n]*/y;

function skipBlanks(text: string, offset: number): number {
  return endOf(blanks, text, offset);
}
