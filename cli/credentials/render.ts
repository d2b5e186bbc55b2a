import { readRequests } from "../../credentials/requests/read-requests.ts";
import { renderCredentials } from "../../credentials/secrets/render.ts";
import type { CloudSettings } from "../../credentials/secrets/settings.ts";
import { readProviderArn } from "../../credentials/trust/provider-arn.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { switchOption, textOption, textOptions, type Call, type Command, type Outcome } from "../command.ts";
import { failOnOption, failsOn, readFailOn } from "../fail-on.ts";
import { largestObject, readText, sourceName } from "../input.ts";
import { choiceOption } from "../serve/values.ts";
import { cloudOption, cloudOptions, readCloud } from "./cloud-options.ts";
import { noticeLines } from "./notices.ts";
import { principalOptions, readPrincipals, unusedPrincipals } from "./principals.ts";
import { requestFiles } from "./request-files.ts";
import { writeAllFiles } from "./write-files.ts";

/** `podgraft credentials render`: CredentialsRequests to manifests. */
export const renderCommand: Command = {
  name: "credentials render",
  summary: "Make the short-term Secrets that CredentialsRequests ask for, and what belongs beside them",
  operands: "[OPTIONS] [FILE|DIR|-]...",
  description:
    "Reads CredentialsRequests and writes each component's Secret in its short-term form, the Authentication object with the issuer, and\n" +
    "Azure's webhook Secret, as ccoctl does, but calls no cloud: the identities are given, or follow from --name. Prints a stream, or\n" +
    "writes all files or none with --output-dir. Of a folder, its .yaml and .yml files are read, folders in it are not.",
  options: [
    cloudOption,
    {
      name: "credentials-requests-dir",
      value: "DIR",
      repeatable: true,
      description: "Folders of requests, like operands",
    },
    { name: "output-dir", value: "DIR", description: "Write DIR/manifests/… instead of printing" },
    { name: "force", description: "Replace files that are there with another text" },
    ...principalOptions,
    {
      name: "issuer-url",
      value: "URL",
      description: "The cluster's issuer: the Authentication object is rendered too",
    },
    ...cloudOptions,
    {
      name: "form",
      value: "ccoctl|operator",
      description: "As the tool writes Secrets (default), or as the operator does from what the requests name",
    },
    { name: "enable-tech-preview", description: "Serve requests of the feature set TechPreviewNoUpgrade too" },
    failOnOption,
  ],
  examples: [
    {
      title: "AWS, into the folder of an installation",
      command:
        "podgraft credentials render --cloud aws --name prod --identity-provider-arn arn:aws:iam::210987654321:oidc-provider/id.example.com --issuer-url https://id.example.com --output-dir cluster requests/",
    },
    {
      title: "Azure, with the client ids in a file",
      command:
        "podgraft credentials render --cloud azure --region northeurope --subscription-id 5ab5c21b-0000-4000-8000-00000000feed --tenant-id 7e4a0000-0000-4000-8000-00000000abcd --principals client-ids.yaml requests/",
    },
  ],
  run: (call) => Promise.resolve(runRender(call)),
};

function runRender(call: Call): Outcome {
  const cloud = readCloud(call);
  const failOn = readFailOn(call);
  const form = choiceOption(call, "form", ["ccoctl", "operator"], "ccoctl");
  const operands = [...textOptions(call, "credentials-requests-dir"), ...call.operands];
  const files = (operands.length > 0 ? operands : ["-"]).flatMap(requestFiles);
  const texts = files.map((file) => ({ name: sourceName(file), text: readText(file, largestObject) }));
  const read = readRequests(texts, {
    cloud: cloud.cloud,
    techPreview: switchOption(call, "enable-tech-preview"),
    needsServiceAccounts: form === "ccoctl",
  });
  const given = readPrincipals(call);
  const unused = unusedPrincipals(given, read.requests);
  const issuer = issuerOf(call, cloud);
  const rendered = renderCredentials(read.requests, { form, principals: given.principals, cloud, issuer });
  const notices = [...read.notices, ...unused, ...rendered.notices];
  const stderr = noticeLines(notices);
  if (failsOn(failOn, notices)) return { status: 1, stderr };
  const folder = textOption(call, "output-dir");
  if (folder === undefined) return { status: 0, stdout: rendered.manifests.map(({ text }) => `---\n${text}`), stderr };
  const written = writeAllFiles(folder, rendered.manifests, switchOption(call, "force"));
  return { status: 0, stderr: stderr + written.map((file) => `${file}: written\n`).join("") };
}

function issuerOf(call: Call, cloud: CloudSettings): string | undefined {
  const issuer = textOption(call, "issuer-url");
  if (issuer === undefined || cloud.cloud !== "aws" || cloud.roles === undefined) return issuer;
  const { host } = readProviderArn(cloud.roles.providerArn);
  if (issuer === `https://${host}`) return issuer;
  const message = `--issuer-url ${issuer} is not the issuer of the identity provider, https://${host}; AWS would find no provider for the tokens`;
  throw new PodgraftError("usage.invalid", message);
}
