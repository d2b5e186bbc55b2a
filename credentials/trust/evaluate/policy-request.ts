/** What a trust policy is asked: may this token's bearer take the role? */
export type PolicyRequest = {
  /** The action that asks, as `sts:AssumeRoleWithWebIdentity`. */
  readonly action: string;
  /** The issuer's provider as policies name it under `Federated`. */
  readonly isProvider: (arn: string) => boolean;
  /** Values of the token by condition key, in lower case. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Whether the cloud may know a key that is not among `values`, as `aws:SourceIp`. */
  readonly mayKnow: (key: string) => boolean;
  /** Whether `${…}` in a value is a variable. */
  readonly hasVariables: boolean;
};
