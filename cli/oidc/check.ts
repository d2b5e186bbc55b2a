import { checkServedIssuer, type ServedDocument } from "../../credentials/oidc/check.ts";
import { checkIssuer } from "../../credentials/oidc/issuer.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { switchOption, textOption, type Call, type Command, type Outcome } from "../command.ts";
import { noticeLines } from "../credentials/notices.ts";
import { failOnOption, failsOn, readFailOn } from "../fail-on.ts";
import { largestObject, readText, sourceName } from "../input.ts";
import { issuerCloudOption, publicKeyOption, readIssuerCloud, readKeys, refuseOperands } from "./key-options.ts";

/** `podgraft oidc check`: would a cloud take this issuer's tokens? */
export const checkCommand: Command = {
  name: "oidc check",
  summary: "Compare an issuer's documents with the cluster's keys, and tell what a cloud would refuse",
  operands: "[OPTIONS]",
  description:
    "Compares the discovery document and the key set of an issuer, from files or with --live as they are served, with the issuer that\n" +
    "tokens name and the keys that sign them. Each finding has the message that the clouds show for it. Exits with 1 where there are some.",
  options: [
    { name: "issuer-url", value: "URL", description: "The issuer as tokens name it (needed)" },
    publicKeyOption,
    { name: "discovery", value: "FILE", description: "The discovery document" },
    { name: "jwks", value: "FILE", description: "The key set" },
    { name: "live", description: "Fetch both from the issuer, over https" },
    issuerCloudOption,
    failOnOption,
  ],
  examples: [
    {
      title: "What is served now",
      command: "podgraft oidc check --live --issuer-url https://id.example.com --public-key-file signer.public",
    },
    {
      title: "Before it is uploaded",
      command:
        "podgraft oidc check --issuer-url https://id.example.com --discovery openid-configuration --jwks keys.json --public-key-file signer.public",
    },
  ],
  run: runCheck,
};

async function runCheck(call: Call): Promise<Outcome> {
  refuseOperands(call, "oidc check");
  const failOn = readFailOn(call);
  const issuer = textOption(call, "issuer-url");
  if (issuer === undefined) throw new PodgraftError("usage.invalid", "--issuer-url is missing");
  checkIssuer(issuer);
  const cloud = readIssuerCloud(call);
  const keys = await readKeys(call, []);
  const { discovery, jwks } = await readDocuments(call, issuer);
  const notices = checkServedIssuer({ issuer, discovery, jwks, keys, cloud });
  const failed = failsOn(failOn, notices);
  const summary = notices.length > 0 ? "" : `${issuer}: a cloud would take its tokens${ofKeys(keys.length)}\n`;
  return { status: failed ? 1 : 0, stdout: summary, stderr: noticeLines(notices) };
}

function ofKeys(count: number): string {
  if (count === 0) return "; no key was given to compare with";
  return count === 1 ? " of the key that was given" : ` of the ${count} keys that were given`;
}

async function readDocuments(call: Call, issuer: string): Promise<{ discovery: ServedDocument; jwks: ServedDocument }> {
  const [discovery, jwks] = [textOption(call, "discovery"), textOption(call, "jwks")];
  if (switchOption(call, "live")) {
    if (discovery !== undefined || jwks !== undefined) {
      throw new PodgraftError("usage.invalid", "--live fetches the documents; leave out --discovery and --jwks");
    }
    // Only who fetches pays for the client.
    return await (await import("./fetch-issuer.ts")).fetchIssuer(issuer);
  }
  if (discovery === undefined || jwks === undefined) {
    throw new PodgraftError("usage.invalid", "expected --discovery and --jwks, or --live");
  }
  return { discovery: readDocument(discovery), jwks: readDocument(jwks) };
}

function readDocument(file: string): ServedDocument {
  return { name: sourceName(file), text: readText(file, largestObject) };
}
