import type { ObjectIdentity } from "./locate/object-identity.ts";

/** An object as messages name it: `Deployment orders`. Names that are none (with blanks, line breaks …) are quoted. */
export function describeOwner({ kind, name }: Pick<ObjectIdentity, "kind" | "name">): string {
  return `${plain(kind)} ${name === "" ? "without a name" : plain(name)}`;
}

function plain(text: string): string {
  return /^[\w.${}-]+$/.test(text) ? text : JSON.stringify(text);
}
