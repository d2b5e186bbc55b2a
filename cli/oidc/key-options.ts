import { issuerClouds, type IssuerCloud } from "../../credentials/oidc/documents.ts";
import { readPublicKeys, type PublicKey } from "../../credentials/oidc/public-keys.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { textOption, textOptions, type Call, type Option } from "../command.ts";
import { largestObject, readText, sourceName } from "../input.ts";

/** The cluster's public keys, as ccoctl names the option. */
export const publicKeyOption: Option = {
  name: "public-key-file",
  value: "FILE",
  repeatable: true,
  description: "A public key in PEM; several where keys are rotated",
};

/** For which cloud documents are made or checked. */
export const issuerCloudOption: Option = {
  name: "cloud",
  value: "aws|gcp|azure",
  description:
    "The cloud that is to read the documents: its places and the algorithms that it takes (default: Kubernetes' own)",
};

/** The public keys of the option's files and of the operands. Throws PodgraftError. */
export function readKeys(call: Call, operands: readonly string[]): Promise<PublicKey[]> {
  const files = [...textOptions(call, "public-key-file"), ...operands];
  return readPublicKeys(files.map((file) => ({ name: sourceName(file), text: readText(file, largestObject) })));
}

/** The cloud, if one is named. Throws PodgraftError `usage.invalid`. */
export function readIssuerCloud(call: Call): IssuerCloud | undefined {
  const text = textOption(call, "cloud");
  const cloud = issuerClouds.find((one) => one === text);
  if (text === undefined || cloud !== undefined) return cloud;
  throw new PodgraftError("usage.invalid", `--cloud ${JSON.stringify(text)}: expected ${issuerClouds.join(", ")}`);
}

/** `usage.invalid` where a command that takes none is given operands. */
export function refuseOperands({ operands }: Call, command: string): void {
  if (operands.length === 0) return;
  throw new PodgraftError("usage.invalid", `${command} takes no operands, found ${JSON.stringify(operands[0])}`);
}
