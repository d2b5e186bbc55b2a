/** The longest name of a role that IAM takes, in characters. */
export const longestRoleName = 64;

/** The longest name of a managed identity that Azure takes, in characters. */
export const longestIdentityName = 128;

/** A name of the form `PREFIX-NAMESPACE-SECRET`, cut from the right as the official tool cuts it. */
export function cutName(
  prefix: string,
  secret: { readonly namespace: string; readonly name: string },
  longest: number,
): { readonly name: string; readonly cut: boolean } {
  const whole = `${prefix}-${secret.namespace}-${secret.name}`;
  return { name: whole.slice(0, longest), cut: whole.length > longest };
}
