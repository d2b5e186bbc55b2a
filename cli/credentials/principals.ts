import { PodgraftError } from "../../engine/errors.ts";
import { isJsonObject } from "../../engine/json.ts";
import { readYaml } from "../../renderer/yaml/read.ts";
import { textOption, textOptions, type Call, type Option } from "../command.ts";
import { largestObject, readText } from "../input.ts";

/** The options that say which identity a component has. */
export const principalOptions: readonly Option[] = [
  {
    name: "principal",
    value: "NAMESPACE/SECRET=PRINCIPAL",
    repeatable: true,
    description: "The identity for a Secret: a role ARN, the e-mail address of a service account, or a client id",
  },
  { name: "principals", value: "FILE", description: "The same as a YAML or JSON mapping from NAMESPACE/SECRET" },
];

/** Principals by `namespace/name` of their Secret; single ones win over the file's. Throws PodgraftError. */
export function readPrincipals(call: Call): Map<string, string> {
  const principals = new Map<string, string>();
  const file = textOption(call, "principals");
  if (file !== undefined) for (const [key, value] of principalsOf(file)) principals.set(key, value);
  for (const text of textOptions(call, "principal")) {
    const [, key, value] = /^([^/=]+\/[^/=]+)=(.+)$/.exec(text) ?? [];
    if (key === undefined || value === undefined) {
      const message = `--principal ${JSON.stringify(text)}: expected NAMESPACE/SECRET=PRINCIPAL`;
      throw new PodgraftError("usage.invalid", message);
    }
    principals.set(key, value);
  }
  return principals;
}

function principalsOf(file: string): [string, string][] {
  const { value, position } = readYaml(readText(file, largestObject), { file });
  if (!isJsonObject(value)) {
    throw new PodgraftError("input.invalid", "expected a mapping from NAMESPACE/SECRET to principals", { file });
  }
  return Object.entries(value).map(([key, principal]) => {
    if (typeof principal === "string" && /^[^/=]+\/[^/=]+$/.test(key)) return [key, principal];
    const message = `${JSON.stringify(key)}: expected NAMESPACE/SECRET with a text beside it`;
    throw new PodgraftError("input.invalid", message, { file, ...position([key]) });
  });
}
