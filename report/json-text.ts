/** A value as indented JSON that steers no terminal: bidirectional, zero-width and control characters are escaped. */
export function jsonText(value: object): string {
  const text = JSON.stringify(value, null, 2).replace(/[\p{Cf}\u007F-\u009F\u2028\u2029]/gu, escapeUnits);
  return `${text}\n`;
}

/** Beyond the basic plane an escape takes two. */
function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_none, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}
