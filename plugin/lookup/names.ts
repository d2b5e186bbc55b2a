const label = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** Whether a Namespace can have this name (RFC 1123 label): nothing else gets into a URL. */
export function isNamespaceName(name: string): boolean {
  return name.length <= 63 && label.test(name);
}

/** Whether an object such as a ServiceAccount can have this name (RFC 1123 subdomain). */
export function isObjectName(name: string): boolean {
  return name.length <= 253 && subdomain.test(name);
}
