import { PodgraftError } from "../engine/errors.ts";
import { textOption, type Call } from "./command.ts";

/** A name that a Namespace can have. */
export const namespaceName: RegExp = /^(?=.{1,63}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

/** The namespace of objects that name none, by `--namespace`; null where it is not given. Throws PodgraftError `usage.invalid`. */
export function readNamespace(call: Call): string | null {
  const name = textOption(call, "namespace");
  if (name === undefined) return null;
  if (namespaceName.test(name)) return name;
  throw new PodgraftError(
    "usage.invalid",
    `--namespace ${JSON.stringify(name)}: expected the name of a Namespace: lower-case letters, digits and dashes`,
  );
}
