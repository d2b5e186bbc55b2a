import { keySetOf } from "../../credentials/oidc/documents.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { issuerCloudOption, publicKeyOption, readIssuerCloud, readKeys } from "./key-options.ts";

/** `podgraft oidc jwks`: the key set that an issuer publishes. */
export const jwksCommand: Command = {
  name: "oidc jwks",
  summary: "Print the key set (JWKS) that an issuer publishes for its public keys",
  operands: "[OPTIONS] [FILE|-]...",
  description:
    "Reads public keys in PEM and prints the JSON Web Key Set of all of them: for a rotation give the old and the new one, so that tokens\n" +
    "of both are taken. Where a cloud is named, keys that it does not take are refused.",
  options: [publicKeyOption, issuerCloudOption],
  examples: [
    { title: "For the bucket of an issuer", command: "podgraft oidc jwks --cloud aws signer.public > keys.json" },
    { title: "While keys are rotated", command: "podgraft oidc jwks old.public new.public > keys.json" },
  ],
  run: runJwks,
};

async function runJwks(call: Call): Promise<Outcome> {
  const cloud = readIssuerCloud(call);
  const hasFiles = call.operands.length > 0 || call.options["public-key-file"] !== undefined;
  const keys = await readKeys(call, hasFiles ? call.operands : ["-"]);
  return { status: 0, stdout: `${JSON.stringify(keySetOf(keys, cloud), null, 4)}\n` };
}
