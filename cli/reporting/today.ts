/** The date YYYY-MM-DD by which exceptions end: in UTC, as in the cluster. */
export function today(): string {
  return new Date().toISOString().slice(0, "YYYY-MM-DD".length);
}
