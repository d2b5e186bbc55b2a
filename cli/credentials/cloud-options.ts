import { requestClouds, type RequestCloud } from "../../credentials/requests/request.ts";
import type { CloudSettings } from "../../credentials/secrets/settings.ts";
import { readProviderArn } from "../../credentials/trust/provider-arn.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { textOption, type Call, type Option } from "../command.ts";

/** The option that says which cloud the requests are of. */
export const cloudOption: Option = {
  name: "cloud",
  value: "aws|gcp|azure",
  description: "The cloud of the requests (needed)",
};

/** The options of each cloud, named as ccoctl names them. */
export const cloudOptions: readonly Option[] = [
  { name: "name", value: "NAME", description: "AWS: what the roles' names begin with; they are NAME-NAMESPACE-SECRET" },
  {
    name: "identity-provider-arn",
    value: "ARN",
    description: "AWS: the identity provider in whose account the roles are",
  },
  { name: "project-number", value: "NUMBER", description: "GCP: the number of the pool's project" },
  { name: "workload-identity-pool", value: "NAME", description: "GCP: the pool" },
  { name: "workload-identity-provider", value: "NAME", description: "GCP: the pool's provider" },
  { name: "universe-domain", value: "DOMAIN", description: "GCP: another universe (default: googleapis.com)" },
  { name: "region", value: "REGION", description: "Azure: the region of the cluster" },
  { name: "subscription-id", value: "ID", description: "Azure: the subscription" },
  { name: "tenant-id", value: "ID", description: "Azure: the tenant; its webhook Secret is rendered too" },
];

const owners: { readonly [cloud in RequestCloud]: readonly string[] } = {
  aws: ["name", "identity-provider-arn"],
  gcp: ["project-number", "workload-identity-pool", "workload-identity-provider", "universe-domain"],
  azure: ["region", "subscription-id", "tenant-id"],
};

const uuid = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/** Reads `--cloud` and the options that belong to it; one of another cloud is refused. Throws PodgraftError `usage.invalid`. */
export function readCloud(call: Call): CloudSettings {
  const given = textOption(call, "cloud");
  const cloud = requestClouds.find((one) => one === given);
  if (cloud === undefined) {
    const found = given === undefined ? "--cloud is missing" : `--cloud ${JSON.stringify(given)}`;
    throw new PodgraftError("usage.invalid", `${found}: expected one of ${requestClouds.join(", ")}`);
  }
  for (const other of requestClouds.filter((one) => one !== cloud)) {
    const foreign = owners[other].find((name) => textOption(call, name) !== undefined);
    if (foreign !== undefined) {
      throw new PodgraftError("usage.invalid", `--${foreign} belongs to --cloud ${other}, not to ${cloud}`);
    }
  }
  if (cloud === "aws") return { cloud, roles: readRoles(call) };
  if (cloud === "gcp") {
    const universeDomain = matching(call, "universe-domain", /^[a-z0-9.-]+$/, "a domain") ?? "googleapis.com";
    return { cloud, pool: readPool(call), universeDomain };
  }
  return {
    cloud,
    region: matching(call, "region", /^[a-z0-9]+$/, "a region such as northeurope"),
    subscriptionId: matching(call, "subscription-id", uuid, "a UUID"),
    tenantId: matching(call, "tenant-id", uuid, "a UUID"),
  };
}

function readRoles(call: Call): { readonly name: string; readonly providerArn: string } | undefined {
  const name = matching(call, "name", /^[\w+=,.@-]+$/, "a name of letters, digits and +=,.@_-");
  const providerArn = textOption(call, "identity-provider-arn");
  if (providerArn !== undefined) readProviderArn(providerArn);
  if (name === undefined && providerArn === undefined) return undefined;
  if (name !== undefined && providerArn !== undefined) return { name, providerArn };
  throw new PodgraftError("usage.invalid", "--name and --identity-provider-arn go together");
}

function readPool(
  call: Call,
): { readonly projectNumber: string; readonly pool: string; readonly provider: string } | undefined {
  const number = "the project's number (gcloud projects describe PROJECT), not its id";
  const name = /^[a-z0-9-]{4,32}$/;
  const projectNumber = matching(call, "project-number", /^[0-9]+$/, number);
  const pool = matching(call, "workload-identity-pool", name, "4 to 32 of a-z, 0-9 and -");
  const provider = matching(call, "workload-identity-provider", name, "4 to 32 of a-z, 0-9 and -");
  if (projectNumber !== undefined && pool !== undefined && provider !== undefined) {
    return { projectNumber, pool, provider };
  }
  if (projectNumber === undefined && pool === undefined && provider === undefined) return undefined;
  const message = "--project-number, --workload-identity-pool and --workload-identity-provider go together";
  throw new PodgraftError("usage.invalid", message);
}

function matching(call: Call, option: string, shape: RegExp, expected: string): string | undefined {
  const text = textOption(call, option);
  if (text === undefined || shape.test(text)) return text;
  throw new PodgraftError("usage.invalid", `--${option} ${JSON.stringify(text)}: expected ${expected}`);
}
