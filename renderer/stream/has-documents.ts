/** Whether a stream has anything in it but blank lines, comments and document markers. */
export function hasDocuments(stream: string): boolean {
  return /^(?!\uFEFF?(?:---|\.\.\.)?[ \t\r]*(?:#.*)?$)/m.test(stream);
}
