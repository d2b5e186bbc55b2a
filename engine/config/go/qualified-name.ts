/** Whether Kubernetes takes a text as the name part of a label or annotation key: at most 63 letters, digits, `-`, `_`, `.`, first and last a letter or digit. */
export function isQualifiedNamePart(text: string): boolean {
  return text.length <= 63 && /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(text);
}
