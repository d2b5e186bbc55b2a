/** What Go's strings.TrimSpace removes: unlike JavaScript's trim it takes U+0085 and leaves U+FEFF. */
const white = "\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

/** Go's strings.TrimSpace. */
export function trimSpace(text: string): string {
  return text.replace(new RegExp(`^[${white}]+`), "").replace(new RegExp(`[${white}]+$`), "");
}
