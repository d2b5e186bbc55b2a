/** The group of an apiVersion: `apps` of `apps/v1`, and the empty text, which is the core group, of `v1`. */
export function apiGroup(apiVersion: string): string {
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}

/** Whether `apiVersion` is what a row names: the same text, or any version of the group where the row's version is `*`. */
export function matchesApiVersion(row: string, apiVersion: string): boolean {
  if (row === apiVersion) return true;
  return (row === "*" || row.endsWith("/*")) && apiGroup(row) === apiGroup(apiVersion);
}
