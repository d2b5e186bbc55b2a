import { PodgraftError } from "../../engine/errors.ts";
import type { IssuerCloud } from "./documents.ts";

/** What the official tool makes an issuer of. */
export type IssuerNames = {
  readonly name: string | undefined;
  /** AWS: of the bucket. */
  readonly region: string | undefined;
  /** GCP: another universe than googleapis.com. */
  readonly universeDomain: string | undefined;
  /** Azure: the storage account and its container, both called as `name` by default. */
  readonly storageAccount: string | undefined;
  readonly container: string | undefined;
};

/** The issuer where the official tool puts its documents into the cloud's public storage. Throws PodgraftError `usage.invalid`. */
export function usualIssuer(cloud: IssuerCloud, names: IssuerNames): string {
  const { name } = names;
  if (name === undefined || !/^[a-z0-9][a-z0-9.-]*$/i.test(name)) {
    throw wrong("--name", name, "letters, digits, dots and -");
  }
  if (cloud === "aws") return awsIssuer(name, names.region);
  if (cloud === "gcp") {
    if (name.length > 32) throw wrong("--name", name, "at most 32 characters");
    return `https://storage.${names.universeDomain ?? "googleapis.com"}/${name}-oidc`;
  }
  const account = names.storageAccount ?? name;
  if (!/^[a-z0-9]{3,24}$/.test(account)) {
    throw wrong("--storage-account-name", account, "3 to 24 lower-case letters and digits");
  }
  return `https://${account}.blob.core.windows.net/${names.container ?? name}`;
}

function awsIssuer(name: string, region: string | undefined): string {
  if (region === undefined || !/^[a-z]+(?:-[a-z]+)+-[0-9]+$/.test(region)) {
    throw wrong("--region", region, "a region such as eu-central-1");
  }
  const suffix = region.startsWith("cn-")
    ? "amazonaws.com.cn"
    : region.startsWith("eusc-")
      ? "amazonaws.eu"
      : "amazonaws.com";
  return `https://${name}-oidc.s3.${region}.${suffix}`;
}

function wrong(option: string, value: string | undefined, expected: string): PodgraftError {
  const found = value === undefined ? `${option} is missing` : `${option} ${JSON.stringify(value)}`;
  return new PodgraftError("usage.invalid", `${found}: expected ${expected}`);
}
