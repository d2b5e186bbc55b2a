import t from "tap";
import type { AwsProvider } from "../../../../credentials/trust/evaluate/aws.ts";
import { evaluateTrust, type Trust } from "../../../../credentials/trust/evaluate/evaluate-trust.ts";
import type { GcpProvider } from "../../../../credentials/trust/evaluate/gcp.ts";
import type { Circumstances, Token } from "../../../../credentials/trust/evaluate/token.ts";
import type { Json, JsonObject } from "../../../../engine/json.ts";

const issuer = "https://id.example.com/prod";
const host = "id.example.com/prod";
const subject = "system:serviceaccount:shop:orders";
const token: Token = {
  iss: issuer,
  sub: subject,
  aud: ["sts.amazonaws.com"],
  iat: 1000,
  nbf: 1000,
  exp: 4600,
  header: { kid: "one", alg: "RS256" },
};
const around: Circumstances = { now: 2000, keys: [{ kid: "one" }] };

const arn = `arn:aws:iam::210987654321:oidc-provider/${host}`;
const provider: AwsProvider = { arn, url: host, clientIds: ["openshift", "sts.amazonaws.com"] };
const plainCondition = { StringEquals: { [`${host}:sub`]: subject } };

function statement(more: JsonObject = {}): JsonObject {
  return {
    Effect: "Allow",
    Principal: { Federated: arn },
    Action: "sts:AssumeRoleWithWebIdentity",
    Condition: plainCondition,
    ...more,
  };
}

function aws(statements: Json, more: { provider?: AwsProvider | null; version?: string } = {}): Trust {
  const policy = { Version: more.version ?? "2012-10-17", Statement: statements };
  return { cloud: "aws", provider: more.provider === undefined ? provider : more.provider, policy };
}

/** What a verdict comes to, in a line. */
function told(trust: Trust, given: Token = token, here: Circumstances = around): string {
  const verdict = evaluateTrust(trust, given, here);
  if (verdict.allowed) return "allowed";
  const { rule, path, error } = verdict.refusal;
  return `${rule ?? "gap"} ${path.join("/")} ${error.code}`;
}

function condition(block: JsonObject): Trust {
  return aws([statement({ Condition: block })]);
}

const sub = `${host}:sub`;
const aud = `${host}:aud`;
const at = (operator: string, key: string): string => `policy/Statement/0/Condition/${operator}/${key} AccessDenied`;

void t.test("AWS: conditions", (t) => {
  const cases: [string, JsonObject, string][] = [
    ["equal", { StringEquals: { [sub]: subject } }, "allowed"],
    ["one of several", { StringEquals: { [sub]: ["system:serviceaccount:a:b", subject] } }, "allowed"],
    ["a key's case does not count", { StringEquals: { [sub.toUpperCase()]: subject } }, "allowed"],
    [
      "another namespace",
      { StringEquals: { [sub]: "system:serviceaccount:other:orders" } },
      `L7 ${at("StringEquals", sub)}`,
    ],
    ["another case", { StringEquals: { [sub]: subject.toUpperCase() } }, `L7 ${at("StringEquals", sub)}`],
    ["ignoring case", { StringEqualsIgnoreCase: { [sub]: subject.toUpperCase() } }, "allowed"],
    ["not equal", { StringNotEquals: { [sub]: subject } }, `L7 ${at("StringNotEquals", sub)}`],
    ["not equal to another", { StringNotEquals: { [sub]: "x" } }, "allowed"],
    [
      "not equal, ignoring case",
      { StringNotEqualsIgnoreCase: { [sub]: subject.toUpperCase() } },
      `L7 ${at("StringNotEqualsIgnoreCase", sub)}`,
    ],
    ["like", { StringLike: { [sub]: "system:serviceaccount:shop:*" } }, "allowed"],
    ["like, one character", { StringLike: { [sub]: "system:serviceaccount:shop:order?" } }, "allowed"],
    ["like, too few", { StringLike: { [sub]: "system:serviceaccount:shop:orders?" } }, `L7 ${at("StringLike", sub)}`],
    ["not like", { StringNotLike: { [sub]: "system:*" } }, `L7 ${at("StringNotLike", sub)}`],
    [
      "a wildcard that is none",
      { StringEquals: { [sub]: "system:serviceaccount:shop:*" } },
      `L9 ${at("StringEquals", sub)}`,
    ],
    ["the audience", { StringEquals: { [sub]: subject, [aud]: "sts.amazonaws.com" } }, "allowed"],
    ["another audience", { StringEquals: { [sub]: subject, [aud]: "openshift" } }, `L5 ${at("StringEquals", aud)}`],
    ["any value", { "ForAnyValue:StringEquals": { [aud]: ["openshift", "sts.amazonaws.com"] } }, "allowed"],
    ["all values", { "ForAllValues:StringLike": { [aud]: "sts.*" } }, "allowed"],
    [
      "all values, none fits",
      { "ForAllValues:StringLike": { [aud]: "open*" } },
      `L5 ${at("ForAllValues:StringLike", aud)}`,
    ],
    [
      "a key of another issuer",
      { StringEquals: { "other.example.com:sub": subject } },
      `L8 ${at("StringEquals", "other.example.com:sub")}`,
    ],
    [
      "a key with https://",
      { StringEquals: { [`https://${sub}`]: subject } },
      `L8 ${at("StringEquals", `https://${sub}`)}`,
    ],
    [
      "a key that is absent, if it exists",
      { StringEqualsIfExists: { "other:sub": "x" }, ...plainCondition },
      "allowed",
    ],
    ["a key that is absent, not equal", { StringNotEquals: { "other:sub": "x" }, ...plainCondition }, "allowed"],
    ["all of an absent key", { "ForAllValues:StringEquals": { "other:sub": "x" }, ...plainCondition }, "allowed"],
    [
      "any of an absent key",
      { "ForAnyValue:StringEquals": { "other:sub": "x" } },
      `L8 ${at("ForAnyValue:StringEquals", "other:sub")}`,
    ],
    ["present", { Null: { [sub]: "false" } }, "allowed"],
    ["absent", { Null: { [sub]: true } }, `L7 ${at("Null", sub)}`],
    [
      "an operator that is not known",
      { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } },
      "gap policy/Statement/0/Condition/IpAddress AccessDenied",
    ],
    [
      "an operator of a wrong case",
      { stringequals: { [sub]: subject } },
      "gap policy/Statement/0/Condition/stringequals AccessDenied",
    ],
    [
      "a key of the request",
      { StringEquals: { "sts:RoleSessionName": "x" } },
      `gap ${at("StringEquals", "sts:RoleSessionName")}`,
    ],
    ["a variable", { StringEquals: { [sub]: "${aws:username}" } }, `gap ${at("StringEquals", sub)}`],
    ["a value that is none", { StringEquals: { [sub]: { a: 1 } } }, `gap ${at("StringEquals", sub)}`],
    [
      "a name that objects inherit",
      { StringEquals: { ["__proto__"]: subject, constructor: "x" } },
      `L8 ${at("StringEquals", "__proto__")}`,
    ],
  ];
  for (const [title, block, expected] of cases) t.equal(told(condition(block)), expected, title);
  t.end();
});

void t.test("AWS: several values of a key need a set operator", (t) => {
  const two = { ...token, aud: ["sts.amazonaws.com", "openshift"] };
  t.equal(told(condition({ StringEquals: { [aud]: "openshift" } }), two), `gap ${at("StringEquals", aud)}`);
  t.equal(told(condition({ "ForAnyValue:StringEquals": { [aud]: "openshift" } }), two), "allowed");
  t.equal(
    told(condition({ "ForAllValues:StringEquals": { [aud]: "openshift" } }), two),
    `L5 ${at("ForAllValues:StringEquals", aud)}`,
  );
  t.equal(told(condition({ "ForAnyValue:StringNotEquals": { [aud]: "openshift" } }), two), "allowed");
  t.end();
});

void t.test("AWS: statements, principals and actions", (t) => {
  const denial = statement({ Effect: "Deny" });
  const cases: [string, Json, string][] = [
    ["a single statement", statement(), "allowed"],
    ["none", [], "L7 policy/Statement AccessDenied"],
    ["the second one", [statement({ Condition: { StringEquals: { [sub]: "x" } } }), statement()], "allowed"],
    ["denied", [statement(), denial], "L7 policy/Statement/1 AccessDenied"],
    [
      "denial of another",
      [statement(), statement({ Effect: "Deny", Condition: { StringEquals: { [sub]: "x" } } })],
      "allowed",
    ],
    [
      "denial that is not known",
      [statement(), statement({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } })],
      "gap policy/Statement/1/Condition/Bool AccessDenied",
    ],
    [
      "only denials",
      [statement({ Effect: "Deny", Condition: { StringEquals: { [sub]: "x" } } })],
      "L7 policy/Statement AccessDenied",
    ],
    ["an effect that is none", [statement({ Effect: "allow" })], "gap policy/Statement/0/Effect AccessDenied"],
    ["a list of principals", [statement({ Principal: { Federated: ["x", arn] } })], "allowed"],
    ["everybody", [statement({ Principal: "*" })], "allowed"],
    ["every provider", [statement({ Principal: { Federated: "*" } })], "allowed"],
    ["every account", [statement({ Principal: { AWS: "*" } })], "allowed"],
    [
      "a service",
      [statement({ Principal: { Service: "ec2.amazonaws.com" } })],
      "L8 policy/Statement/0/Principal AccessDenied",
    ],
    [
      "another account",
      [statement({ Principal: { Federated: arn.replace("2109", "1109") } })],
      "L8 policy/Statement/0/Principal AccessDenied",
    ],
    [
      "another issuer",
      [statement({ Principal: { Federated: `${arn}x` } })],
      "L8 policy/Statement/0/Principal AccessDenied",
    ],
    ["a principal that is none", [statement({ Principal: 5 })], "gap policy/Statement/0/Principal AccessDenied"],
    [
      "not this principal",
      [statement({ Principal: undefined, NotPrincipal: { Federated: arn } })],
      "L8 policy/Statement/0/NotPrincipal AccessDenied",
    ],
    ["several actions", [statement({ Action: ["sts:TagSession", "sts:assumerolewithWEBidentity"] })], "allowed"],
    ["all actions", [statement({ Action: "sts:*" })], "allowed"],
    ["another action", [statement({ Action: "sts:AssumeRole" })], "L8 policy/Statement/0/Action AccessDenied"],
    ["all but another action", [statement({ Action: undefined, NotAction: "sts:AssumeRole" })], "allowed"],
    [
      "all but this action",
      [statement({ Action: undefined, NotAction: "sts:*" })],
      "L8 policy/Statement/0/NotAction AccessDenied",
    ],
    ["a resource", [statement({ Resource: "*" })], "gap policy/Statement/0/Resource AccessDenied"],
    ["no condition at all", [statement({ Condition: undefined })], "allowed"],
    ["what is no statement", ["x"], "gap policy/Statement/0 AccessDenied"],
  ];
  for (const [title, statements, expected] of cases) {
    t.equal(told(aws(statements)), expected, title);
  }
  t.end();
});

void t.test("AWS: provider, key, time and audience come before the role", (t) => {
  const trust = aws([statement()]);
  const cases: [string, Partial<Token>, string][] = [
    ["all well", {}, "allowed"],
    ["another issuer", { iss: "https://other" }, "L1 provider/url InvalidIdentityToken"],
    ["a slash too many", { iss: `${issuer}/` }, "L1 provider/url InvalidIdentityToken"],
    ["an unknown key", { header: { kid: "two" } }, "L3 token/header/kid InvalidIdentityToken"],
    ["another algorithm", { header: { alg: "ES256" } }, "L4 token/header/alg InvalidIdentityToken"],
    ["expired", { exp: 2000 }, "L16 token/exp ExpiredTokenException"],
    ["too early", { nbf: 2001 }, "L16 token/nbf InvalidIdentityToken"],
    ["another audience", { aud: ["https://kubernetes.default.svc"] }, "L5 provider/clientIds InvalidIdentityToken"],
    ["no audience", { aud: [] }, "L6 token/aud InvalidIdentityToken"],
    ["another subject", { sub: "system:serviceaccount:shop:x" }, `L7 ${at("StringEquals", sub)}`],
  ];
  for (const [title, more, expected] of cases) t.equal(told(trust, { ...token, ...more }), expected, title);
  t.equal(told(trust, token, { keys: [] }), "L4 keys InvalidIdentityToken", "no key is published");
  t.equal(told(trust, { ...token, exp: 1 }, {}), "allowed", "without a time, times are not judged");
  t.equal(
    told(aws([statement()], { provider: null }), { ...token, aud: ["x"] }),
    "allowed",
    "without a provider, client ids are not judged",
  );
  t.equal(
    told(aws([statement({ Condition: { StringEquals: { [sub]: "${x" } } })], { version: "2008-10-17" })),
    `L7 ${at("StringEquals", sub)}`,
    "no variables in the old version",
  );
  t.end();
});

const ramArn = "acs:ram::1234567890123456:oidc-provider/ack-rrsa-c1";
const ramStatement: JsonObject = {
  Action: "sts:AssumeRole",
  Effect: "Allow",
  Principal: { Federated: [ramArn] },
  Condition: { StringEquals: { "oidc:aud": "sts.aliyuncs.com", "oidc:iss": issuer, "oidc:sub": subject } },
};

function alibaba(
  more: JsonObject = {},
  provider: { arn?: string; clientIds?: string[]; issuanceLimitHours?: number } = {},
): Trust {
  return {
    cloud: "alibaba",
    provider: { arn: ramArn, issuer, clientIds: ["sts.aliyuncs.com"], ...provider },
    policy: { Version: "1", Statement: [{ ...ramStatement, ...more }] },
  };
}

void t.test("Alibaba Cloud", (t) => {
  const given = { ...token, aud: ["sts.aliyuncs.com"] };
  const equals = (block: JsonObject): JsonObject => ({ Condition: { StringEquals: block } });
  const path = (key: string): string =>
    `policy/Statement/0/Condition/StringEquals/${key} AuthenticationFail.NoPermission`;
  const cases: [string, Trust, Partial<Token>, string][] = [
    ["all well", alibaba(), {}, "allowed"],
    [
      "another issuer",
      alibaba(),
      { iss: "https://other" },
      "L1 provider/issuer AuthenticationFail.OIDCToken.IssuerNotMatch",
    ],
    [
      "an unknown key",
      alibaba(),
      { header: { kid: "two" } },
      "L3 token/header/kid AuthenticationFail.OIDCToken.Invalid",
    ],
    ["expired", alibaba(), { exp: 1 }, "L16 token/exp AuthenticationFail.OIDCToken.Expired"],
    [
      "issued long ago",
      alibaba({}, { issuanceLimitHours: 1 }),
      { iat: 2000 - 3601, exp: 90000 },
      "L16 token/iat AuthenticationFail.OIDCToken.Expired",
    ],
    [
      "another client id",
      alibaba({}, { clientIds: ["x"] }),
      {},
      "L5 provider/clientIds AuthenticationFail.OIDCToken.AudienceNotMatch",
    ],
    [
      "another audience in the policy",
      alibaba(equals({ "oidc:aud": "x", "oidc:sub": subject })),
      {},
      `L5 ${path("oidc:aud")}`,
    ],
    [
      "another issuer in the policy",
      alibaba(equals({ "oidc:iss": "x", "oidc:sub": subject })),
      {},
      `L1 ${path("oidc:iss")}`,
    ],
    ["another subject", alibaba(), { sub: "x" }, `L7 ${path("oidc:sub")}`],
    [
      "a literal wildcard",
      alibaba(equals({ "oidc:sub": "system:serviceaccount:shop:ord*" })),
      {},
      `L9 ${path("oidc:sub")}`,
    ],
    [
      "a wildcard",
      alibaba({ Condition: { StringLike: { "oidc:sub": "system:serviceaccount:shop:*" } } }),
      {},
      "allowed",
    ],
    ["a key of the request", alibaba(equals({ "acs:SourceIp": "x" })), {}, `gap ${path("acs:SourceIp")}`],
    [
      "another provider",
      alibaba({ Principal: { Federated: "acs:ram::1:oidc-provider/x" } }),
      {},
      "L8 policy/Statement/0/Principal AuthenticationFail.NoPermission",
    ],
    [
      "AWS's action",
      alibaba({ Action: "sts:AssumeRoleWithWebIdentity" }),
      {},
      "L8 policy/Statement/0/Action AuthenticationFail.NoPermission",
    ],
  ];
  for (const [title, trust, more, expected] of cases) t.equal(told(trust, { ...given, ...more }), expected, title);
  t.equal(
    told(alibaba(), { ...given, iat: 0, exp: 13 * 3600 }, {}),
    "L16 token/iat AuthenticationFail.OIDCToken.Expired",
    "a life above the limit",
  );
  t.end();
});

void t.test("Azure", (t) => {
  const given = { ...token, aud: ["api://AzureADTokenExchange"] };
  const credential = { name: "orders", issuer, subject, audiences: ["api://AzureADTokenExchange"] };
  const other = { name: "other", issuer: "https://other", subject: "x", audiences: ["y"] };
  const cases: [string, Trust, Partial<Token>, string][] = [
    ["all well", { cloud: "azure", credentials: [other, credential] }, {}, "allowed"],
    ["no credentials", { cloud: "azure", credentials: [] }, {}, "L7 credentials AADSTS70025"],
    [
      "another issuer",
      { cloud: "azure", credentials: [credential] },
      { iss: "https://x" },
      "L1 credentials/0/issuer AADSTS700211",
    ],
    [
      "a slash too many",
      { cloud: "azure", credentials: [other, credential] },
      { iss: `${issuer}/` },
      "L1 credentials/1/issuer AADSTS700211",
    ],
    [
      "another subject",
      { cloud: "azure", credentials: [credential] },
      { sub: "x" },
      "L7 credentials/0/subject AADSTS700213",
    ],
    [
      "another case",
      { cloud: "azure", credentials: [credential] },
      { sub: subject.toUpperCase() },
      "L7 credentials/0/subject AADSTS7002138",
    ],
    [
      "a wildcard",
      { cloud: "azure", credentials: [{ ...credential, subject: "system:*" }] },
      {},
      "L9 credentials/0/subject AADSTS700213",
    ],
    [
      "another audience",
      { cloud: "azure", credentials: [credential] },
      { aud: ["openshift"] },
      "L5 credentials/0/audiences AADSTS700212",
    ],
    [
      "an unknown key",
      { cloud: "azure", credentials: [credential] },
      { header: { kid: "x" } },
      "L3 token/header/kid AADSTS700027",
    ],
    ["expired", { cloud: "azure", credentials: [credential] }, { exp: 1 }, "L16 token/exp AADSTS700024"],
  ];
  for (const [title, trust, more, expected] of cases) t.equal(told(trust, { ...given, ...more }), expected, title);
  t.end();
});

const pool = "projects/654321098765/locations/global/workloadIdentityPools/prod";
const gcpProvider: GcpProvider = {
  name: `${pool}/providers/prod`,
  issuer,
  allowedAudiences: ["openshift"],
  attributeMapping: { "google.subject": "assertion.sub", "attribute.ns": "assertion['kubernetes.io']['namespace']" },
};
const user = "roles/iam.workloadIdentityUser";
const principal = `principal://iam.googleapis.com/${pool}/subject/${subject}`;
const set = `principalSet://iam.googleapis.com/${pool}`;

function gcp(
  more: Partial<GcpProvider> = {},
  members: string[] = [principal],
  binding: { role?: string; condition?: Json } = {},
): Trust {
  return { cloud: "gcp", provider: { ...gcpProvider, ...more }, bindings: [{ role: user, members, ...binding }] };
}

void t.test("Google Cloud", (t) => {
  const given = { ...token, aud: ["openshift"], claims: { "kubernetes.io": { namespace: "shop" } } };
  const long = `system:serviceaccount:shop:${"x".repeat(101)}`;
  const cases: [string, Trust, Partial<Token>, string][] = [
    ["all well", gcp(), {}, "allowed"],
    ["the exchange alone", { cloud: "gcp", provider: gcpProvider, bindings: null }, {}, "allowed"],
    ["disabled", gcp({ isActive: false }), {}, "L17 provider/state invalid_target"],
    ["another issuer", gcp(), { iss: `${issuer}/` }, "L1 provider/oidc/issuerUri invalid_grant"],
    ["an unknown key", gcp(), { header: { kid: "x" } }, "L3 token/header/kid invalid_grant"],
    ["another key", gcp(), { header: { kid: "one", alg: "ES256" } }, "allowed"],
    ["expired", gcp(), { exp: 1 }, "L16 token/exp invalid_grant"],
    ["another audience", gcp(), { aud: ["x"] }, "L5 provider/oidc/allowedAudiences invalid_grant"],
    [
      "its own name",
      gcp({ allowedAudiences: [] }),
      { aud: [`https://iam.googleapis.com/${pool}/providers/prod`] },
      "allowed",
    ],
    [
      "its own name, where others are set",
      gcp(),
      { aud: [`https://iam.googleapis.com/${pool}/providers/prod`] },
      "L5 provider/oidc/allowedAudiences invalid_grant",
    ],
    [
      "no subject is mapped",
      gcp({ attributeMapping: {} }),
      {},
      "L7 provider/attributeMapping/google.subject invalid_grant",
    ],
    [
      "a mapping that is none",
      gcp({ attributeMapping: { "google.subject": "assertion.(" } }),
      {},
      "L7 provider/attributeMapping/google.subject invalid_grant",
    ],
    [
      "a subject that is too long",
      gcp(),
      { sub: long },
      "L18 provider/attributeMapping/google.subject invalid_request",
    ],
    [
      "a condition that holds",
      gcp({ attributeCondition: "attribute.ns == 'shop' && assertion.sub.startsWith('system:')" }),
      {},
      "allowed",
    ],
    [
      "one that does not",
      gcp({ attributeCondition: "google.subject == 'x'" }),
      {},
      "L7 provider/attributeCondition unauthorized_client",
    ],
    [
      "one that is not known",
      gcp({ attributeCondition: "assertion.sub.unknown()" }),
      {},
      "gap provider/attributeCondition unauthorized_client",
    ],
    ["another subject", gcp({}, [`${principal}x`]), {}, "L7 bindings PERMISSION_DENIED"],
    ["another pool", gcp({}, [principal.replace("/prod/", "/test/")]), {}, "L7 bindings PERMISSION_DENIED"],
    ["the whole pool", gcp({}, [`${set}/*`]), {}, "allowed"],
    ["an attribute", gcp({}, [`${set}/attribute.ns/shop`]), {}, "allowed"],
    ["an attribute's other value", gcp({}, [`${set}/attribute.ns/test`]), {}, "L7 bindings PERMISSION_DENIED"],
    [
      "a group",
      gcp({ attributeMapping: { "google.subject": "assertion.sub", "google.groups": "['a', 'b']" } }, [
        `${set}/group/b`,
      ]),
      {},
      "allowed",
    ],
    ["everybody", gcp({}, ["allUsers"]), {}, "allowed"],
    [
      "another role",
      gcp({}, [principal], { role: "roles/iam.serviceAccountUser" }),
      {},
      "L7 bindings PERMISSION_DENIED",
    ],
    [
      "a role of one's own",
      gcp({}, [principal], { role: "projects/x/roles/y" }),
      {},
      "gap bindings/0/role PERMISSION_DENIED",
    ],
    [
      "a condition of the binding",
      gcp({}, [principal], { condition: { expression: "true" } }),
      {},
      "gap bindings/0/condition PERMISSION_DENIED",
    ],
  ];
  for (const [title, trust, more, expected] of cases) t.equal(told(trust, { ...given, ...more }), expected, title);
  t.equal(
    told(gcp(), { ...given, iat: 0, exp: 25 * 3600 }, {}),
    "L16 token/iat invalid_grant",
    "a life of more than a day",
  );
  t.end();
});
