import { writeFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { runPodgraft, type Run } from "./run-podgraft.ts";

const files = {
  "podgraft.yaml": `apiVersion: podgraft.dev/v1alpha1
kind: Config
providers:
  aws: { awsDefaultRegion: eu-west-1 }
context: { files: [accounts.yaml] }
environments:
  prod: { providers: { aws: { awsDefaultRegion: us-east-1 } } }
`,
  "accounts.yaml": `# first an older one
apiVersion: v1
kind: ServiceAccount
metadata:
  name: orders
  namespace: shop
  annotations:
    eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/old
---
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ServiceAccount
    metadata:
      name: orders
      namespace: shop
      annotations:
        eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/orders
`,
  "m.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: { name: orders, namespace: shop }
spec:
  template:
    metadata:
      annotations:
        eks.amazonaws.com/token-expiration: "4000"
    spec:
      serviceAccountName: orders
      containers: [{ name: app, image: app }]
---
apiVersion: v1
kind: Pod
metadata: { name: other, namespace: shop }
spec: { containers: [{ name: app, image: app }] }
---
apiVersion: v1
kind: Secret
metadata: { name: s }
stringData: { password: hunter2 }
`,
};

function explain(t: Test, args: readonly string[], changes: { readonly [name: string]: string } = {}): Promise<Run> {
  const cwd = t.testdir({});
  for (const [name, text] of Object.entries({ ...files, ...changes })) writeFileSync(join(cwd, name), text);
  return runPodgraft(["explain", ...args], { cwd });
}

t.test("values, origins and places", async (t) => {
  const { status, stdout, stderr } = await explain(t, ["m.yaml"]);
  t.strictSame([status, stderr], [0, ""]);
  const lines = stdout.split("\n");
  for (const line of [
    "Deployment shop/orders at m.yaml:1",
    "  runs as ServiceAccount orders (accounts.yaml:13)",
    "    principal                    arn:aws:iam::111122223333:role/orders",
    "                                   ← the ServiceAccount's annotation eks.amazonaws.com/role-arn (accounts.yaml:19)",
    "    expiration                   4000 s",
    "                                   ← the Pod's own eks.amazonaws.com/token-expiration (m.yaml:8)",
    "                                   ← setting providers.aws.awsDefaultRegion, from podgraft.yaml",
    "                                   ← setting providers.aws.tokenAudience, the default",
    "  off in the configuration: Azure, Google Cloud, Alibaba Cloud",
    "Pod shop/other at m.yaml:13",
    "  runs as ServiceAccount default, which is not known",
    "  AWS: nothing – ServiceAccount not known (context.service_account_unknown)",
  ]) {
    t.ok(lines.includes(line), line);
  }
  t.match(stdout, /\n {2}warning: m\.yaml:16:1: Pod other: /);
  t.notMatch(stdout, "hunter2");
});

t.test("where settings come from", async (t) => {
  const region = async (...args: readonly string[]): Promise<string | undefined> => {
    const { stdout } = await explain(t, [...args, "m.yaml"]);
    return /← (setting providers\.aws\.awsDefaultRegion.*)/.exec(stdout)?.[1];
  };
  t.equal(
    await region("--environment", "prod"),
    "setting providers.aws.awsDefaultRegion, from podgraft.yaml (environment prod)",
  );
  t.equal(
    await region("--set", "providers.aws.awsDefaultRegion=x"),
    "setting providers.aws.awsDefaultRegion, from --set providers.aws.awsDefaultRegion=x",
  );
});

t.test("identity map and labels of Namespaces", async (t) => {
  const { stdout } = await explain(t, ["m.yaml"], {
    "accounts.yaml": "",
    "podgraft.yaml": `${files["podgraft.yaml"]}identities:
  - match: { namespace: shop, serviceAccount: orders }
    annotations: { eks.amazonaws.com/role-arn: "arn:aws:iam::111122223333:role/mapped" }
`,
  });
  t.match(stdout, "  runs as ServiceAccount orders; identities[0] gives eks.amazonaws.com/role-arn\n");
  t.match(stdout, "← identities[0] of podgraft.yaml, which fills in the ServiceAccount's eks.amazonaws.com/role-arn\n");
  const alibaba = await explain(
    t,
    ["--set", "providers.alibaba.accountUid=1", "--set", "providers.alibaba.clusterId=c", "m.yaml"],
    {
      "accounts.yaml": `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels: { pod-identity.alibabacloud.com/injection: "on" }
`,
    },
  );
  t.match(alibaba.stdout, "Alibaba Cloud: nothing – ServiceAccount not known");
});

t.test("only some Pods", async (t) => {
  const heads = async (...filters: readonly string[]): Promise<string[]> => {
    const { stdout } = await explain(t, [...filters.flatMap((filter) => ["--pod", filter]), "m.yaml"]);
    return [...stdout.matchAll(/^\w+ shop\/\w+/gm)].map(([head]) => head);
  };
  t.strictSame(await heads("orders"), ["Deployment shop/orders"]);
  t.strictSame(await heads("pod/oth*"), ["Pod shop/other"]);
  t.strictSame(await heads("*"), ["Deployment shop/orders", "Pod shop/other"]);
  t.strictSame(await heads("other", "orders"), ["Deployment shop/orders", "Pod shop/other"]);
  t.match(await explain(t, ["--pod", "Pod/orders", "m.yaml"]), {
    status: 2,
    stdout: "",
    stderr: /no Pod of the input has this name; there are: Deployment\/orders, Pod\/other\n/,
  });
});

t.test("as JSON", async (t) => {
  const { status, stdout } = await explain(t, ["--format", "json", "m.yaml"]);
  t.equal(status, 0);
  t.match(JSON.parse(stdout), {
    kind: "Explanation",
    digests: { configuration: /^[0-9a-f]{64}$/ },
    pods: [
      {
        object: { kind: "Deployment", name: "orders" },
        place: "m.yaml:1",
        serviceAccount: { name: "orders", found: true, place: "accounts.yaml:13" },
        decisions: [
          {
            provider: "aws",
            outcome: "inject",
            reason: { code: "aws.role_arn" },
            identity: [
              { name: "subject", value: "system:serviceaccount:shop:orders" },
              {
                name: "principal",
                origin: { from: "serviceAccount:eks.amazonaws.com/role-arn", place: "accounts.yaml:19" },
              },
            ],
            variables: [{ name: "AWS_DEFAULT_REGION", value: "eu-west-1", containers: ["app"], isPresent: false }],
          },
        ],
        off: ["azure", "gcp", "alibaba"],
        findings: [],
      },
      { object: { name: "other" }, findings: [{ code: "context.service_account_unknown" }] },
    ],
  });
});

t.test("no Pods, unreadable documents, wrong options", async (t) => {
  t.match(await explain(t, ["accounts.yaml"]), { status: 0, stdout: "no Pods found\n" });
  const broken = await explain(t, ["m.yaml", "b.yaml"], { "b.yaml": "kind: Pod\na: [" });
  t.match(broken, { status: 3, stdout: /^Deployment shop\/orders/, stderr: /b\.yaml:2/ });
  t.match(await explain(t, ["--format", "sarif", "m.yaml"]), {
    status: 2,
    stdout: "",
    stderr: /expected text or json/,
  });
});

t.test("in colour", async (t) => {
  const cwd = t.testdir(files);
  const { stdout } = await runPodgraft(["explain", "m.yaml"], { cwd, env: { FORCE_COLOR: "1" } });
  t.match(stdout, /^\u001b\[1mDeployment shop\/orders/);
  t.match(stdout, "\u001b[33mwarning\u001b[39m: m.yaml");
});
