/**
 * Whether resource version `left` is at least as new as `right`. Kubernetes' versions are decimal numbers that only grow and may exceed what a
 * double holds; what is no such number cannot be compared and gives undefined.
 */
export function isAtLeast(left: string, right: string): boolean | undefined {
  if (!/^[1-9][0-9]*$/.test(left) || !/^[1-9][0-9]*$/.test(right)) return undefined;
  return left.length === right.length ? left >= right : left.length > right.length;
}
