/** Whether `code` ends a line. YAML 1.1 counts NEL, LS and PS; `NaN` (past the end of the text) does not count. */
export function isBreak(code: number): boolean {
  return code === 10 || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** Whether `code` is a space or a tab. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** Whether `code` is a space, a tab, a line break or the end of the text. */
export function isBlankOrEnd(code: number): boolean {
  return (
    code === 32 ||
    code === 10 ||
    code === 9 ||
    code === 13 ||
    code !== code ||
    code === 0x85 ||
    code === 0x2028 ||
    code === 0x2029
  );
}

/** Whether `code` is one of `, [ ] { }`, which end a plain scalar inside a flow collection; `?` does so too for kubectl's reader. */
export function isFlowIndicator(code: number): boolean {
  return code === 44 || code === 91 || code === 93 || code === 123 || code === 125 || code === 63;
}

/** The length of the line break at `offset` (2 for CRLF), 0 where there is none. */
export function breakLength(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  if (code === 10) return 1;
  if (code === 13) return text.charCodeAt(offset + 1) === 10 ? 2 : 1;
  return code === 0x85 || code === 0x2028 || code === 0x2029 ? 1 : 0;
}

/** What the line break at `offset` reads as: LS and PS stand for themselves, all others are a line feed. */
export function breakText(text: string, offset: number): string {
  const code = text.charCodeAt(offset);
  return code === 0x2028 ? "\u2028" : code === 0x2029 ? "\u2029" : "\n";
}
