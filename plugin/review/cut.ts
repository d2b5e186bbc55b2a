/** A text of at most so many bytes in UTF-8; one that is longer ends with `…`, and no character is cut through. */
export function cut(text: string, bytes: number): string {
  // No character of UTF-16 takes more than three bytes.
  if (text.length * 3 <= bytes || byteLength(text) <= bytes) return text;
  let short = "";
  let room = bytes - byteLength("…");
  for (const character of text) {
    room -= byteLength(character);
    if (room < 0) break;
    short += character;
  }
  return `${short}…`;
}

/** Bytes of a text in UTF-8; half a surrogate pair counts as the three that its replacement takes. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
