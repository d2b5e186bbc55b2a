/** Why a case of ours does not end as the official tool's did. */
export type Reviewed =
  /** Ours answers with an error or a finding of this code, on purpose. */
  | { readonly kind: "deviates"; readonly code: string; readonly reason: string }
  /** Nothing that ours does can be held against it. */
  | { readonly kind: "out of scope"; readonly reason: string };

/** The reviewed rows. A name that ends in `*` stands for all that begin so; the first row that fits counts. */
const rows: readonly (readonly [name: string, reviewed: Reviewed])[] = [
  // Ours calls no cloud, and runs no storage.
  ["alibaba/status*", { kind: "out of scope", reason: "asks a cluster of ACK" }],
  ["alibaba/sts-endpoint-*", { kind: "out of scope", reason: "how a library of the tool finds its endpoint" }],
  ["alibaba/associate-disabled", { kind: "out of scope", reason: "asks a cluster of ACK" }],
  ["alibaba/associate-missing", { kind: "out of scope", reason: "asks RAM for a role" }],
  [
    "aws/idp-live-unreachable-issuer",
    { kind: "out of scope", reason: "the tool fetches a thumbprint; ours leaves it to AWS" },
  ],
  ["aws/roles-live-bad-provider-arn", { kind: "out of scope", reason: "asks IAM whether the provider is there" }],
  [
    "aws/idp-private-bucket",
    { kind: "out of scope", reason: "a distribution's address, which is not known before it is made" },
  ],
  ["aws/key-pair*", { kind: "out of scope", reason: "ours makes no private keys" }],
  ["aws/all-live-private-missing-public", { kind: "out of scope", reason: "ours makes no private keys" }],
  ["azure/identity-same-resource-groups-*", { kind: "out of scope", reason: "resource groups are nothing of ours" }],
  ["in-cluster/*-no-issuer", { kind: "out of scope", reason: "the mode of the cluster is not among the inputs" }],
  ["in-cluster/*-mint-mode", { kind: "out of scope", reason: "the mode of the cluster is not among the inputs" }],

  // The tool crashes or writes something that cannot be meant; ours says what is wrong.
  ["*/*duplicate-secret-ref*", refused("one Secret would silently replace the other")],
  ["aws/roles-long-name-collision*", refused("both Secrets would silently get the first one's role")],
  ["aws/roles-no-secret-namespace", refused("a Secret without a namespace, and subjects that no token has")],
  ["*/*-wrong-kind-dry-run", refused("the tool reads the providerSpec in a live run only")],
  ["*/*other-provider*", refused("the tool reads the providerSpec in a live run only")],
  ["in-cluster/*-wrong-kind", refused("the operator passes over a request of another cloud, ours says it")],
  ["azure/identity-no-service-accounts-*", refused("an identity that nobody can use")],
  ["aws/roles-request-with-wrong-kind", refused("the tool never looks at the kind")],
  ["aws/roles-comment-only-document", noticed("request.comments_only", "the tool crashes")],
  [
    "aws/roles-quote-in-service-account",
    noticed("request.service_account", "the tool's policy is no JSON; ours is, and says that no account has the name"),
  ],
  [
    "aws/idp-key-two-blocks",
    noticed("key.more", "the tool drops the second key; ours publishes both, as a rotation needs"),
  ],
  ["*/issuer-garbage-key", refused("the tool publishes an empty key set")],
  ["*/provider-garbage-key", refused("the tool publishes an empty key set")],
  ["*/idp-key-garbage*", refused("the tool publishes an empty key set")],
];

function refused(reason: string): Reviewed {
  return { kind: "deviates", code: "input.invalid", reason };
}

function noticed(code: string, reason: string): Reviewed {
  return { kind: "deviates", code, reason };
}

/** The reviewed row for a case, undefined where ours is to end as the official tool did. */
export function reviewedRow(id: string): Reviewed | undefined {
  return rows.find(([name]) => patternOf(name).test(id))?.[1];
}

function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);
}
