/** Whether `name` can be the name of a Secret or a ServiceAccount (an RFC 1123 subdomain). */
export function isSubdomain(name: string): boolean {
  return name.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name);
}

/** Whether `name` can be the name of a Namespace (an RFC 1123 label). */
export function isLabel(name: string): boolean {
  return name.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name);
}
