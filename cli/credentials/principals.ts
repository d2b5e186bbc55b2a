import type { Notice } from "../../credentials/notice.ts";
import { secretKey, type CredentialsRequest } from "../../credentials/requests/request.ts";
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

/** Principals by `namespace/name` of their Secret, and which of them are from the file. */
export type GivenPrincipals = {
  readonly principals: ReadonlyMap<string, string>;
  readonly fromFile: { readonly file: string; readonly keys: readonly string[] } | undefined;
};

/** Reads both options; single principals win over the file's. Throws PodgraftError. */
export function readPrincipals(call: Call): GivenPrincipals {
  const file = textOption(call, "principals");
  const principals = new Map(file === undefined ? [] : principalsOf(file));
  const keys = [...principals.keys()];
  for (const text of textOptions(call, "principal")) {
    const [, key, value] = /^([^/=]+\/[^/=]+)=(.+)$/.exec(text) ?? [];
    if (key === undefined || value === undefined) {
      const message = `--principal ${JSON.stringify(text)}: expected NAMESPACE/SECRET=PRINCIPAL`;
      throw new PodgraftError("usage.invalid", message);
    }
    principals.set(key, value);
  }
  const named = new Set(textOptions(call, "principal").map((text) => text.split("=", 1)[0]));
  const fromFile = file === undefined ? undefined : { file, keys: keys.filter((key) => !named.has(key)) };
  return { principals, fromFile };
}

/**
 * A typing error in a Secret's name must not leave a component with another identity than was meant: a principal that nothing asks for is an
 * error, and in a file, which may be that of several clusters, a warning. Throws PodgraftError `usage.invalid`.
 */
export function unusedPrincipals(
  { principals, fromFile }: GivenPrincipals,
  requests: readonly CredentialsRequest[],
): Notice[] {
  const asked = new Set(requests.map(secretKey));
  const unused = [...principals.keys()].filter((key) => !asked.has(key));
  const [typed] = unused.filter((key) => fromFile?.keys.includes(key) !== true);
  if (typed !== undefined) {
    throw new PodgraftError("usage.invalid", `a principal for ${typed}, for which there is no request`);
  }
  return unused.map((key) => ({
    severity: "warning",
    code: "principal.unused",
    message: `a principal for ${key}, for which there is no request among those that are served`,
    location: { file: fromFile?.file ?? "" },
  }));
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
