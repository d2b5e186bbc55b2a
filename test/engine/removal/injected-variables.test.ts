import t from "tap";
import type { Provider } from "../../../engine/decision.ts";
import { injectedForm } from "../../../engine/removal/injected-forms.ts";
import { injectedVariables } from "../../../engine/removal/injected-variables.ts";

const token = "AWS_WEB_IDENTITY_TOKEN_FILE=/var/run/token";
const role = "AWS_ROLE_ARN=arn";

/** Names of what is recognised in a list of `NAME=value`, `NAME` being a variable with a source. */
function recognised(
  provider: Provider,
  settings: { readonly [name: string]: string | boolean },
  env: readonly string[],
): string[] {
  const variables = env.map((text) => {
    const [name = "", value] = text.split("=");
    return value === undefined ? { name, valueFrom: { fieldRef: { fieldPath: "metadata.name" } } } : { name, value };
  });
  return injectedVariables(variables, injectedForm(provider, { [provider]: settings }), ["/"]).map((position) =>
    String(position),
  );
}

const rows: readonly (readonly [
  title: string,
  provider: Provider,
  settings: { readonly [name: string]: string | boolean },
  env: readonly string[],
  positions: string,
])[] = [
  ["nothing", "aws", {}, [], ""],
  ["the row at the end", "aws", {}, ["A=1", role, token], "1 2"],
  ["a row around a token file", "aws", {}, [role, token, "A=1"], "0 1"],
  ["two rows", "aws", {}, [role, token, "A=1", role, token], "0 1 3 4"],
  ["a role without its token file", "aws", {}, [role, "A=1"], ""],
  ["a role before another variable", "aws", {}, [role, "A=1", token], ""],
  ["a token file without its role", "aws", {}, [token, "A=1", role, token], "2 3"],
  ["a token file from elsewhere", "aws", {}, [role, "AWS_WEB_IDENTITY_TOKEN_FILE"], ""],
  ["a token file that is no path", "aws", {}, [role, "AWS_WEB_IDENTITY_TOKEN_FILE=token"], ""],
  ["a path of Windows", "aws", {}, [role, "AWS_WEB_IDENTITY_TOKEN_FILE=C:\\token"], "0 1"],
  [
    "a region of one's own",
    "aws",
    { awsDefaultRegion: "eu" },
    ["AWS_DEFAULT_REGION=us", "AWS_REGION=us", role, token],
    "2 3",
  ],
  [
    "the configured region",
    "aws",
    { awsDefaultRegion: "eu", stsRegionalEndpoint: true },
    ["AWS_STS_REGIONAL_ENDPOINTS=regional", "AWS_DEFAULT_REGION=eu", "AWS_REGION=eu", role, token],
    "0 1 2 3 4",
  ],
  [
    "endpoints without the setting",
    "aws",
    { stsRegionalEndpoint: false },
    ["AWS_STS_REGIONAL_ENDPOINTS=regional", role, token],
    "1 2",
  ],
  ["one of a pair alone", "aws", { awsDefaultRegion: "eu" }, ["AWS_DEFAULT_REGION=eu", role, token], "1 2"],
  ["a token file before the role", "aws", {}, [token, role], ""],
  [
    "container credentials",
    "aws",
    {},
    ["AWS_CONTAINER_CREDENTIALS_FULL_URI=http://x", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE=/t"],
    "0 1",
  ],
  [
    "Azure",
    "azure",
    {},
    ["AZURE_CLIENT_ID=c", "AZURE_TENANT_ID=t", "AZURE_FEDERATED_TOKEN_FILE=/t", "AZURE_AUTHORITY_HOST=https://h/"],
    "0 1 2 3",
  ],
  [
    "Azure's proxy",
    "azure",
    {},
    [
      "AZURE_FEDERATED_TOKEN_FILE=/t",
      "AZURE_AUTHORITY_HOST=https://h/",
      "AZURE_KUBERNETES_TOKEN_PROXY=p",
      "AZURE_KUBERNETES_SNI_NAME=s",
      "AZURE_KUBERNETES_CA_FILE=/c",
      "AZURE_KUBERNETES_CA_DATA=d",
    ],
    "0 1 2 3 4 5",
  ],
  ["another authority", "azure", {}, ["AZURE_FEDERATED_TOKEN_FILE=/t", "AZURE_AUTHORITY_HOST=h"], "0"],
  [
    "Google's gcloud mode",
    "gcp",
    { gcpDefaultRegion: "r" },
    [
      "GOOGLE_APPLICATION_CREDENTIALS=/var/run/secrets/gcloud/config/federation.json",
      "CLOUDSDK_CONFIG=/var/run/secrets/gcloud/config",
      "CLOUDSDK_COMPUTE_REGION=r",
      "CLOUDSDK_CORE_PROJECT=p",
    ],
    "0 1 2 3",
  ],
  [
    "Google's direct mode",
    "gcp",
    {},
    [
      "GOOGLE_APPLICATION_CREDENTIALS=/var/run/secrets/workload-identity/federation.json",
      "CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE=/var/run/secrets/workload-identity/federation.json",
    ],
    "0 1",
  ],
  ["a key file of one's own", "gcp", {}, ["GOOGLE_APPLICATION_CREDENTIALS=/keys/a.json"], ""],
  [
    "Alibaba Cloud",
    "alibaba",
    { region: "cn" },
    [
      "ALIBABA_CLOUD_ROLE_ARN=a",
      "ALIBABA_CLOUD_OIDC_PROVIDER_ARN=p",
      "ALIBABA_CLOUD_OIDC_TOKEN_FILE=/t",
      "ALIBABA_CLOUD_STS_ENDPOINT=sts-vpc.cn.aliyuncs.com",
      "ALIBABA_CLOUD_STS_REGION=cn",
      "ALIBABA_CLOUD_VPC_ENDPOINT_ENABLED=true",
    ],
    "0 1 2 3 4 5",
  ],
  ["another region", "alibaba", {}, ["ALIBABA_CLOUD_OIDC_TOKEN_FILE=/t", "ALIBABA_CLOUD_STS_REGION=cn"], "0"],
];

for (const [title, provider, settings, env, positions] of rows) {
  t.equal(recognised(provider, settings, env).join(" "), positions, title);
}

t.test("a variable without a value, and a provider without settings", async (t) => {
  const form = injectedForm("aws", {});
  t.strictSame(
    injectedVariables(
      [{ name: "AWS_ROLE_ARN" }, { name: "AWS_WEB_IDENTITY_TOKEN_FILE", value: null, valueFrom: null }],
      form,
      ["/"],
    ),
    [],
  );
  t.ok(form.token("aws-iam-token"));
});

const files: readonly (readonly [file: string, mountPaths: readonly string[], injected: boolean])[] = [
  ["/own/token", [], false],
  ["/own/token", ["/own"], true],
  ["/own/token", ["/own/"], true],
  ["/own/token", ["/ow"], false],
  ["/own", ["/own"], false],
  ["C:\\own\\token", ["/own"], true],
  ["/var/run/secrets/eks.amazonaws.com/serviceaccount/token", [], true],
];

for (const [file, mountPaths, injected] of files) {
  t.test(`a token file is below the token's mount: ${file} and ${mountPaths.join()}`, async (t) => {
    const env = [
      { name: "AWS_ROLE_ARN", value: "arn" },
      { name: "AWS_WEB_IDENTITY_TOKEN_FILE", value: file },
    ];
    t.strictSame(injectedVariables(env, injectedForm("aws", {}), mountPaths), injected ? [0, 1] : []);
  });
}
