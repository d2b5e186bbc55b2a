import type { CommandGroup } from "./command.ts";
import { checkCommand } from "./oidc/check.ts";
import { documentCommand } from "./oidc/document.ts";
import { jwksCommand } from "./oidc/jwks.ts";
import { keysCommand } from "./oidc/keys.ts";

/** `podgraft oidc`: what an issuer of ServiceAccount tokens publishes. */
export const oidcCommand: CommandGroup = {
  name: "oidc",
  summary: "Make and check the documents by which clouds verify ServiceAccount tokens",
  description: "The discovery document and the key set of a cluster's token issuer, of its public keys.",
  commands: [keysCommand, documentCommand, jwksCommand, checkCommand],
};
