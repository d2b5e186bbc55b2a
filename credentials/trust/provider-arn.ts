import { PodgraftError } from "../../engine/errors.ts";

/** An identity provider of IAM. `host` is its issuer without `https://`. */
export type ProviderArn = { readonly partition: string; readonly account: string; readonly host: string };

/** Takes an IAM identity provider's ARN apart. Throws PodgraftError `usage.invalid`. */
export function readProviderArn(arn: string): ProviderArn {
  const found = /^arn:(aws[a-z-]*):iam::([0-9]{12}):oidc-provider\/([^\s/:][^\s:]*)$/.exec(arn);
  const [, partition, account, host] = found ?? [];
  if (partition !== undefined && account !== undefined && host !== undefined) return { partition, account, host };
  const message = `the identity provider ${JSON.stringify(arn)}: expected arn:aws:iam::ACCOUNT:oidc-provider/ISSUER, the issuer without https://`;
  throw new PodgraftError("usage.invalid", message);
}
