import { discoveryOf, keySetOf, type IssuerCloud } from "../../credentials/oidc/documents.ts";
import { checkIssuer } from "../../credentials/oidc/issuer.ts";
import { usualIssuer } from "../../credentials/oidc/usual-issuer.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { textOption, type Call, type Command, type Option, type Outcome } from "../command.ts";
import { noticeLines } from "../credentials/notices.ts";
import { issuerCloudOption, publicKeyOption, readIssuerCloud, readKeys } from "./key-options.ts";

/** What ccoctl makes an issuer of. */
const nameOptions: readonly Option[] = [
  {
    name: "name",
    value: "NAME",
    description: "In place of --issuer-url: the issuer where ccoctl would put the documents",
  },
  { name: "region", value: "REGION", description: "AWS: the region of that bucket" },
  { name: "universe-domain", value: "DOMAIN", description: "GCP: another universe (default: googleapis.com)" },
  { name: "storage-account-name", value: "NAME", description: "Azure: the storage account (default: --name)" },
  { name: "blob-container-name", value: "NAME", description: "Azure: its container (default: --name)" },
];

/** `podgraft oidc document`: the discovery document of an issuer. */
export const documentCommand: Command = {
  name: "oidc document",
  summary: "Print the discovery document that an issuer serves under .well-known/openid-configuration",
  operands: "[OPTIONS] [FILE|-]...",
  description:
    "Prints the discovery document of an issuer with the algorithms of its public keys. The issuer stands in it letter by letter as it is\n" +
    "given. It must be what --service-account-issuer says, and clouds must be able to fetch it over https.",
  options: [
    { name: "issuer-url", value: "URL", description: "The issuer" },
    ...nameOptions,
    {
      name: "jwks-uri",
      value: "URL",
      description: "Where the key set is (default: keys.json or openid/v1/jwks below the issuer)",
    },
    publicKeyOption,
    issuerCloudOption,
  ],
  examples: [
    {
      title: "For AWS, the issuer in a bucket",
      command:
        "podgraft oidc document --cloud aws --name prod --region eu-central-1 signer.public > openid-configuration",
    },
    {
      title: "For an issuer of one's own",
      command: "podgraft oidc document --issuer-url https://id.example.com signer.public",
    },
  ],
  run: runDocument,
};

async function runDocument(call: Call): Promise<Outcome> {
  const cloud = readIssuerCloud(call);
  const issuer = issuerOf(call, cloud);
  const jwksUri = textOption(call, "jwks-uri");
  const notices = checkIssuer(issuer);
  if (jwksUri !== undefined && !(URL.canParse(jwksUri) && new URL(jwksUri).protocol === "https:")) {
    throw new PodgraftError("usage.invalid", `--jwks-uri ${JSON.stringify(jwksUri)}: expected an https URL`);
  }
  const hasFiles = call.operands.length > 0 || call.options["public-key-file"] !== undefined;
  const keys = await readKeys(call, hasFiles ? call.operands : ["-"]);
  const document = discoveryOf(issuer, keySetOf(keys, cloud), { cloud, jwksUri });
  return { status: 0, stdout: `${JSON.stringify(document, null, 2)}\n`, stderr: noticeLines(notices) };
}

function issuerOf(call: Call, cloud: IssuerCloud | undefined): string {
  const issuer = textOption(call, "issuer-url");
  const named = nameOptions.find(({ name }) => textOption(call, name) !== undefined);
  if (issuer !== undefined && named !== undefined) {
    throw new PodgraftError("usage.invalid", `--issuer-url and --${named.name} say the same; give one of them`);
  }
  if (issuer !== undefined) return issuer;
  if (cloud === undefined || named === undefined) {
    throw new PodgraftError("usage.invalid", "--issuer-url is missing, or --cloud with --name");
  }
  return usualIssuer(cloud, {
    name: textOption(call, "name"),
    region: textOption(call, "region"),
    universeDomain: textOption(call, "universe-domain"),
    storageAccount: textOption(call, "storage-account-name"),
    container: textOption(call, "blob-container-name"),
  });
}
