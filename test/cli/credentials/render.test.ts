import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { runPodgraft } from "../run-podgraft.ts";

const providerArn = "arn:aws:iam::210987654321:oidc-provider/id.example.com";
const aws = ["credentials", "render", "--cloud", "aws"];
const awsNamed = [...aws, "--name", "prod", "--identity-provider-arn", providerArn];

type Parts = {
  readonly kind?: string;
  readonly secret?: string;
  readonly namespace?: string;
  readonly accounts?: string;
  readonly spec?: string;
  readonly more?: string;
  readonly annotations?: string;
};

function request(parts: Parts = {}): string {
  const { kind = "CredentialsRequest", secret = "crane-creds", namespace = "harbour", accounts = "[crane]" } = parts;
  const { spec = "{kind: AWSProviderSpec}", more = "", annotations = "{}" } = parts;
  return `apiVersion: cloudcredential.openshift.io/v1
kind: ${kind}
metadata: {name: crane, namespace: cco, annotations: ${annotations}}
spec:
  secretRef: {name: ${secret}, namespace: ${namespace}}
  serviceAccountNames: ${accounts}
  providerSpec: ${spec}
${more}`;
}

t.test("a Secret in the short-term form, printed or written with all that belongs to it", async (t) => {
  const cwd = t.testdir({ in: { "a.yaml": request() } });
  const printed = await runPodgraft([...awsNamed, "in"], { cwd });
  const secret = `apiVersion: v1
stringData:
  credentials: |-
    [default]
    sts_regional_endpoints = regional
    role_arn = arn:aws:iam::210987654321:role/prod-harbour-crane-creds
    web_identity_token_file = /var/run/secrets/openshift/serviceaccount/token
kind: Secret
metadata:
  name: crane-creds
  namespace: harbour
type: Opaque
`;
  t.strictSame(printed, { status: 0, stdout: `---\n${secret}`, stderr: "" });
  const written = await runPodgraft(
    [...awsNamed, "--issuer-url", "https://id.example.com", "--output-dir", "out", "in"],
    { cwd },
  );
  t.equal(written.status, 0, written.stderr);
  t.equal(written.stdout, "");
  t.strictSame(readdirSync(join(cwd, "out/manifests")).sort(), [
    "cluster-authentication-02-config.yaml",
    "harbour-crane-creds-credentials.yaml",
  ]);
  const file = join(cwd, "out/manifests/harbour-crane-creds-credentials.yaml");
  t.equal(readFileSync(file, "utf8"), secret);
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.match(
    readFileSync(join(cwd, "out/manifests/cluster-authentication-02-config.yaml"), "utf8"),
    /^ {2}serviceAccountIssuer: https:\/\/id\.example\.com$/m,
  );
});

t.test("what is there is kept, the same text is no change, --force replaces", async (t) => {
  const cwd = t.testdir({
    "a.yaml": request(),
    out: { manifests: { "harbour-crane-creds-credentials.yaml": "mine\n" } },
  });
  const file = join(cwd, "out/manifests/harbour-crane-creds-credentials.yaml");
  const call = [...awsNamed, "--issuer-url", "https://id.example.com", "--output-dir", "out", "a.yaml"];
  const refused = await runPodgraft(call, { cwd });
  t.equal(refused.status, 2);
  t.match(refused.stderr, /harbour-crane-creds-credentials\.yaml: is there already with another text; give --force/);
  t.strictSame(
    readdirSync(join(cwd, "out/manifests")),
    ["harbour-crane-creds-credentials.yaml"],
    "nothing else was written",
  );
  t.equal(readFileSync(file, "utf8"), "mine\n");
  const forced = await runPodgraft([...call, "--force"], { cwd });
  t.equal(forced.status, 0, forced.stderr);
  t.match(readFileSync(file, "utf8"), "role_arn");
  t.strictSame(readdirSync(join(cwd, "out/manifests")).length, 2, "no files are left over");
  const again = await runPodgraft(call, { cwd });
  t.strictSame(again, { status: 0, stdout: "", stderr: "" });
});

t.test("all files or none", async (t) => {
  const cwd = t.testdir({
    "a.yaml": `${request()}---\n${request({ secret: "b" })}`,
    out: { manifests: { "harbour-b-credentials.yaml": { folder: "" } } },
  });
  const run = await runPodgraft([...awsNamed, "--output-dir", "out", "--force", "a.yaml"], { cwd });
  t.equal(run.status, 3);
  t.match(run.stderr, /harbour-b-credentials\.yaml: cannot be written, no file was changed/);
  t.strictSame(readdirSync(join(cwd, "out/manifests")), ["harbour-b-credentials.yaml"]);
  const nested = await runPodgraft([...awsNamed, "--output-dir", "deep/er", "a.yaml"], { cwd });
  t.match(nested, { status: 3, stderr: /deep\/er: cannot be written, no file was changed: ENOENT/ });
  t.notOk(existsSync(join(cwd, "deep")));
});

t.test("a folder that cannot be written to", async (t) => {
  const cwd = t.testdir({ "a.yaml": request(), out: {} });
  chmodSync(join(cwd, "out"), 0o500);
  t.teardown(() => {
    if (existsSync(cwd)) chmodSync(join(cwd, "out"), 0o700);
  });
  if (process.getuid?.() === 0) {
    t.comment("skipped: root can write anywhere");
    return;
  }
  const run = await runPodgraft([...awsNamed, "--output-dir", "out", "a.yaml"], { cwd });
  t.match(run, { status: 3, stderr: /out\/manifests: cannot be written, no file was changed/ });
});

t.test("bad requests: file, line and field, and nothing is written", async (t) => {
  const twice = `${request()}---\n${request()}`;
  const cases: readonly (readonly [name: string, text: string, message: RegExp])[] = [
    ["not YAML", "a: [\n", /in\/a\.yaml:\d+/],
    ["another kind", request({ kind: "ConfigMap" }), /a\.yaml:2:1: kind: expected a CredentialsRequest .* "ConfigMap"/],
    ["a scalar", "text\n", /a\.yaml:1:1: .*expected a CredentialsRequest .* without a kind/],
    [
      "no spec",
      "apiVersion: cloudcredential.openshift.io/v1\nkind: CredentialsRequest\n",
      /a\.yaml:1:1: spec is missing/,
    ],
    [
      "no secretRef",
      "apiVersion: cloudcredential.openshift.io/v1\nkind: CredentialsRequest\nspec: {}\n",
      /:3:1: spec: spec\.secretRef is missing/,
    ],
    ["no namespace", request({ namespace: '""' }), /:5:3: spec\.secretRef: spec\.secretRef\.namespace is missing/],
    ["a path for a name", request({ secret: "../../x" }), /spec\.secretRef\.name: "\.\.\/\.\.\/x" is no name/],
    ["a dot in the namespace", request({ namespace: "a.b" }), /spec\.secretRef\.namespace: "a\.b" is no name/],
    [
      "no ServiceAccounts",
      request({ accounts: "[]" }),
      /a\.yaml:4:1: spec: spec\.serviceAccountNames names no ServiceAccount/,
    ],
    [
      "ServiceAccounts as a text",
      request({ accounts: "crane" }),
      /:6:3: spec\.serviceAccountNames: expected a list, got a string/,
    ],
    [
      "a list in a list",
      request({ accounts: "[[crane]]" }),
      /spec\.serviceAccountNames\[0\]: expected a string, got a list/,
    ],
    ["no kind of provider", request({ spec: "{}" }), /:7:3: spec\.providerSpec: spec\.providerSpec has no kind/],
    [
      "another cloud",
      request({ spec: "{kind: GCPProviderSpec}" }),
      /expected AWSProviderSpec, got GCPProviderSpec: .* --cloud gcp/,
    ],
    [
      "a platform without",
      request({ spec: "{kind: NutanixProviderSpec}" }),
      /that platform has no short-term credentials/,
    ],
    ["an unknown kind", request({ spec: "{kind: AwsProviderSpec}" }), /the unknown kind "AwsProviderSpec"/],
    ["a providerSpec as text", request({ spec: "aws" }), /spec\.providerSpec: expected an object, got a string/],
    [
      "an action as text",
      request({ spec: "{kind: AWSProviderSpec, statementEntries: [{action: x}]}" }),
      /statementEntries\[0\]\.action: expected a list, got a string/,
    ],
    [
      "a statement as text",
      request({ spec: "{kind: AWSProviderSpec, statementEntries: [x]}" }),
      /statementEntries\[0\]: expected a statement, got a string/,
    ],
    [
      "two for one Secret",
      twice,
      /a\.yaml:13:3: spec\.secretRef: a second request for the Secret harbour\/crane-creds, after in\/a\.yaml:5/,
    ],
    [
      "two for one file",
      `${request({ namespace: "a-b", secret: "c" })}---\n${request({ namespace: "a", secret: "b-c" })}`,
      /would be written to the same file/,
    ],
    [
      "two cut to one role",
      `${request({ secret: `${"s".repeat(60)}-1` })}---\n${request({ secret: `${"s".repeat(60)}-2` })}`,
      /have the same name prod-harbour-s+; choose a shorter --name/,
    ],
    ["broken YAML behind a good request", `${request()}---\nx: [\n`, /a\.yaml:9:4/],
  ];
  for (const [name, text, message] of cases) {
    const cwd = t.testdir({ in: { "a.yaml": text } });
    const run = await runPodgraft([...awsNamed, "--output-dir", "out", "in"], { cwd });
    t.equal(run.status, 3, name);
    t.match(run.stderr, message, name);
    t.equal(run.stdout, "", name);
    t.notOk(existsSync(join(cwd, "out")), `${name}: nothing is written`);
  }
});

t.test("odd requests are served with a warning, which --fail-on can make count", async (t) => {
  const cases: readonly (readonly [name: string, text: string, message: RegExp])[] = [
    [
      "bare scalar",
      request({ secret: "0777" }),
      /a\.yaml:5:15: spec\.secretRef\.name: .*"511".*\(request\.bare_scalar\)/,
    ],
    ["empty account", request({ accounts: "[~]" }), /serviceAccountNames\[0\]: an empty name/],
    ["wildcard", request({ accounts: '["*"]' }), /taken literally/],
    ["quote", request({ accounts: "['a\"b']" }), /"a\\"b" cannot be the name of a ServiceAccount/],
    ["twice", request({ accounts: "[a, a]" }), /serviceAccountNames\[1\]: "a" is listed twice/],
    ["comments", `# nothing\n---\n${request()}`, /^$/],
    [
      "comments alone",
      `${request()}---\n# nothing\n---\n${request({ secret: "b" })}`,
      /a\.yaml:8: a document of comments alone/,
    ],
    ["long name", request({ secret: "s".repeat(70) }), /cut to the 64 characters that IAM takes: prod-harbour-s{51} /],
    [
      "token path",
      request({ more: "  cloudTokenPath: /x/token\n" }),
      /spec\.cloudTokenPath: \/x\/token is not what the Secret will name/,
    ],
  ];
  for (const [name, text, message] of cases) {
    const cwd = t.testdir({ "a.yaml": text });
    const run = await runPodgraft([...awsNamed, "a.yaml"], { cwd });
    t.equal(run.status, 0, `${name}: ${run.stderr}`);
    t.match(run.stderr, message, name);
    const strict = await runPodgraft([...awsNamed, "--fail-on", "warning", "a.yaml"], { cwd });
    t.equal(strict.status, run.stderr === "" ? 0 : 1, name);
    if (run.stderr !== "") t.equal(strict.stdout, "", name);
  }
});

t.test("which requests are served", async (t) => {
  const cwd = t.testdir({
    in: {
      "9.yaml": request({ secret: "nine" }),
      "10.yml": request({ secret: "ten" }),
      ".hidden.yaml": request({ secret: "hidden" }),
      "B.yaml": request({ secret: "upper" }),
      "a.yaml": request({ secret: "deleted", annotations: '{release.openshift.io/delete: "true"}' }),
      "b.yaml": request({ secret: "kept", annotations: '{release.openshift.io/delete: "True"}' }),
      "c.yaml": request({ secret: "preview", annotations: "{release.openshift.io/feature-set: TechPreviewNoUpgrade}" }),
      "d.yaml": request({ secret: "custom", annotations: "{release.openshift.io/feature-set: CustomNoUpgrade}" }),
      "e.json": "not even JSON",
      folder: { "x.yaml": "a: [" },
    },
  });
  const secretsOf = (stdout: string): string[] =>
    [...stdout.matchAll(/^ {2}name: (\S+)$/gm)].map(([, name = ""]) => name);
  const run = await runPodgraft([...awsNamed, "--credentials-requests-dir", "in"], { cwd });
  t.strictSame(secretsOf(run.stdout), ["hidden", "ten", "nine", "upper", "kept"], run.stderr);
  const preview = await runPodgraft([...awsNamed, "--enable-tech-preview", "in"], { cwd });
  t.strictSame(secretsOf(preview.stdout), ["hidden", "ten", "nine", "upper", "kept", "preview"]);
});

t.test("GCP and Azure, with the identities from a file or by option", async (t) => {
  const cwd = t.testdir({
    "gcp.yaml": request({ spec: "{kind: GCPProviderSpec}" }),
    "azure.yaml": request({ spec: "{kind: AzureProviderSpec}", more: "  cloudTokenPath: /x/token\n" }),
    "principals.yaml": "harbour/crane-creds: crane@proj.iam.gserviceaccount.com\n",
  });
  const pool = [
    "--project-number",
    "123456789012",
    "--workload-identity-pool",
    "quay",
    "--workload-identity-provider",
    "prov",
  ];
  const gcp = await runPodgraft(
    ["credentials", "render", "--cloud", "gcp", ...pool, "--principals", "principals.yaml", "gcp.yaml"],
    { cwd },
  );
  t.equal(gcp.status, 0, gcp.stderr);
  const [, encoded = ""] = /service_account\.json: (\S+)/.exec(gcp.stdout) ?? [];
  t.strictSame(JSON.parse(Buffer.from(encoded, "base64").toString()), {
    type: "external_account",
    audience: "//iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/quay/providers/prov",
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: "https://sts.googleapis.com/v1/token",
    service_account_impersonation_url:
      "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/crane@proj.iam.gserviceaccount.com:generateAccessToken",
    credential_source: { file: "/var/run/secrets/openshift/serviceaccount/token", format: { type: "text" } },
  });
  const id = "c11e0000-0000-4000-8000-000000000000";
  const ids = ["--region", "northeurope", "--subscription-id", id, "--tenant-id", id];
  const azure = await runPodgraft(
    ["credentials", "render", "--cloud", "azure", ...ids, "--principal", `harbour/crane-creds=${id}`, "azure.yaml"],
    { cwd },
  );
  t.equal(azure.status, 0, azure.stderr);
  t.match(azure.stdout, /azure_federated_token_file: \/x\/token/);
  t.match(azure.stdout, /^ {2}name: azure-credentials\n {2}namespace: openshift-cloud-credential-operator$/m);
});

t.test("a file of principals may name more than is asked for, and one by option wins over it", async (t) => {
  const arn = "arn:aws:iam::210987654321:role";
  const cwd = t.testdir({
    "a.yaml": request(),
    "p.yaml": `harbour/crane-creds: ${arn}/from-file\nharbour/other: ${arn}/other\n`,
  });
  const run = await runPodgraft([...aws, "--principals", "p.yaml", "a.yaml"], { cwd });
  t.match(run, { status: 0, stderr: /^warning: p\.yaml: a principal for harbour\/other, .* \(principal\.unused\)\n$/ });
  t.match(run.stdout, `role_arn = ${arn}/from-file\n`);
  const single = ["--principal", `harbour/crane-creds=${arn}/by-option`];
  const won = await runPodgraft([...aws, "--principals", "p.yaml", ...single, "a.yaml"], { cwd });
  t.match(won.stdout, `role_arn = ${arn}/by-option\n`);
});

t.test("two Secrets for one identity", async (t) => {
  const cwd = t.testdir({ "a.yaml": `${request()}---\n${request({ secret: "b" })}` });
  const arn = "arn:aws:iam::210987654321:role/shared";
  const both = ["--principal", `harbour/crane-creds=${arn}`, "--principal", `harbour/b=${arn}`];
  const run = await runPodgraft([...aws, ...both, "a.yaml"], { cwd });
  t.match(run, {
    status: 0,
    stderr: /harbour\/crane-creds and harbour\/b are for the same identity.*request\.shared_identity/,
  });
});

t.test("--form operator: from what the requests name, marked as the operator marks it", async (t) => {
  const named = "{kind: AWSProviderSpec, stsIAMRoleARN: 'arn:aws:iam::210987654321:role/crane'}";
  const cwd = t.testdir({
    "a.yaml": request({ spec: named, more: "  cloudTokenPath: /x/token\n" }),
    "no-path.yaml": request({ spec: named, accounts: "[]" }),
    "none.yaml": request(),
    "wrong.yaml": request({ spec: "{kind: AWSProviderSpec, stsIAMRoleARN: crane}" }),
  });
  const form = [...aws, "--form", "operator"];
  const run = await runPodgraft([...form, "a.yaml"], { cwd });
  t.equal(run.stderr, "");
  t.match(run.stdout, /web_identity_token_file = \/x\/token$/m);
  t.match(run.stdout, /^ {2}annotations:\n {4}cloudcredential\.openshift\.io\/credentials-request: cco\/crane$/m);
  t.match(run.stdout, /^ {2}labels:\n {4}cloudcredential\.openshift\.io\/credentials-request: "true"$/m);
  const noPath = await runPodgraft([...form, "no-path.yaml"], { cwd });
  t.match(noPath.stdout, "/var/run/secrets/kubernetes.io/serviceaccount/token");
  t.match(noPath.stderr, /request\.no_service_accounts[^]*Incorrect token audience[^]*request\.token_path/);
  const none = await runPodgraft([...form, "none.yaml"], { cwd });
  t.match(none, { status: 0, stdout: "", stderr: /the operator writes no Secret harbour\/crane-creds/ });
  const wrong = await runPodgraft([...form, "wrong.yaml"], { cwd });
  t.match(wrong, { status: 3, stderr: /wrong\.yaml:7:\d+: spec\.providerSpec\.stsIAMRoleARN: "crane" is no role ARN/ });
});

t.test("wrong calls", async (t) => {
  const cwd = t.testdir({ "a.yaml": request(), "list.yaml": "- a\n", "bad.yaml": "a/b: 1\n" });
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [["credentials", "render"], /--cloud is missing: expected one of aws, gcp, azure/],
    [["credentials", "render", "--cloud", "ibm"], /--cloud "ibm": expected one of/],
    [[...aws, "--tenant-id", "x"], /--tenant-id belongs to --cloud azure, not to aws/],
    [[...aws, "--name", "x"], /--name and --identity-provider-arn go together/],
    [[...aws, "--name", "a/b", "--identity-provider-arn", providerArn], /--name "a\/b": expected/],
    [
      [...aws, "--name", "x", "--identity-provider-arn", "https://id"],
      /expected arn:aws:iam::ACCOUNT:oidc-provider\/ISSUER/,
    ],
    [
      [...awsNamed, "--issuer-url", "https://id.example.com/"],
      /is not the issuer of the identity provider, https:\/\/id\.example\.com/,
    ],
    [[...awsNamed, "--principal", "x"], /expected NAMESPACE\/SECRET=PRINCIPAL/],
    [[...awsNamed, "--principal", "harbour/other=x"], /a principal for harbour\/other, for which there is no request/],
    [
      [...awsNamed, "--principal", "harbour/crane-creds=x"],
      /the principal of harbour\/crane-creds: "x" is no role ARN/,
    ],
    [["credentials", "render", "--cloud", "gcp", "--project-number", "proj"], /expected the project's number/],
    [["credentials", "render", "--cloud", "gcp", "--project-number", "1"], /go together/],
    [["credentials", "render", "--cloud", "azure", "--tenant-id", "x"], /--tenant-id "x": expected a UUID/],
    [[...awsNamed, "--form", "olm"], /--form: expected ccoctl, operator, found "olm"/],
  ];
  for (const [args, message] of cases) {
    const run = await runPodgraft([...args, "a.yaml"], { cwd });
    t.equal(run.status, 2, args.join(" "));
    t.match(run.stderr, message);
  }
  const absent = await runPodgraft([...awsNamed, "nowhere"], { cwd });
  t.match(absent, { status: 3, stderr: /nowhere: cannot be read/ });
  const list = await runPodgraft([...awsNamed, "--principals", "list.yaml", "a.yaml"], { cwd });
  t.match(list, { status: 3, stderr: /list\.yaml: expected a mapping/ });
  const bad = await runPodgraft([...awsNamed, "--principals", "bad.yaml", "a.yaml"], { cwd });
  t.match(bad, { status: 3, stderr: /bad\.yaml:1:1: "a\/b": expected NAMESPACE\/SECRET with a text/ });
  const none = await runPodgraft([...aws, "a.yaml"], { cwd });
  t.match(none, { status: 3, stderr: /nothing says which identity harbour\/crane-creds is for/ });
});

t.test("names that only look like members of an object are harmless", async (t) => {
  const cwd = t.testdir({
    "a.yaml": request({ spec: "{kind: AWSProviderSpec, __proto__: {kind: GCPProviderSpec}, constructor: x}" }),
  });
  t.equal((await runPodgraft([...awsNamed, "a.yaml"], { cwd })).status, 0);
});
