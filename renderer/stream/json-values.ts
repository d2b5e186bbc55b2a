/**
 * The offsets inside `from..to` at which one JSON value ends and another begins, as in `{…}{…}`; the end of the last value is not among them.
 * Empty unless the part is JSON values all through: a YAML flow mapping is left whole.
 */
export function splitJsonValues(text: string, from: number, to: number): number[] {
  let pos = skipSpace(text, from, to);
  if (!opensValue(text.charCodeAt(pos))) return [];
  const ends: number[] = [];
  for (;;) {
    const end = endOfValue(text, pos, to);
    if (end === -1) return [];
    pos = skipSpace(text, end, to);
    if (pos >= to) return ends;
    if (!opensValue(text.charCodeAt(pos))) return [];
    ends.push(pos);
  }
}

/** The offset behind the JSON object or list that starts at `start`; -1 where the text is not JSON or does not end before `to`. */
function endOfValue(text: string, start: number, to: number): number {
  const significant = /[{}[\]"'#]/g;
  let depth = 0;
  significant.lastIndex = start;
  for (;;) {
    const found = significant.exec(text);
    if (found === null || found.index >= to) return -1;
    switch (found[0]) {
      case "{":
      case "[":
        depth += 1;
        break;
      case "}":
      case "]":
        depth -= 1;
        if (depth === 0) return found.index + 1;
        break;
      case '"':
        significant.lastIndex = endOfString(text, found.index);
        if (significant.lastIndex === 0) return -1;
        break;
      default:
        return -1;
    }
  }
}

/** The offset behind the JSON string that starts at `start`, 0 where it does not end. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === 92) backslashes += 1;
  return backslashes % 2 === 1;
}

function opensValue(code: number): boolean {
  return code === 123 || code === 91;
}

/** Over blanks, line breaks and comments: what stands between documents may stand between values. */
function skipSpace(text: string, from: number, to: number): number {
  let pos = from;
  while (pos < to) {
    const code = text.charCodeAt(pos);
    if (code === 35) pos = endOfLine(text, pos);
    else if (code === 32 || code === 10 || code === 13 || code === 9 || code === 0xfeff) pos += 1;
    else break;
  }
  return Math.min(pos, to);
}

function endOfLine(text: string, offset: number): number {
  const feed = text.indexOf("\n", offset);
  return feed === -1 ? text.length : feed;
}
