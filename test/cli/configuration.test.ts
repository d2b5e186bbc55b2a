import t from "tap";
import { pod, role, serviceAccount } from "./manifests.ts";
import { runPodgraft, type Run, type Surroundings } from "./run-podgraft.ts";

const input = JSON.stringify(pod());
const account = JSON.stringify(serviceAccount());

function config(...lines: readonly string[]): string {
  return ["apiVersion: podgraft.dev/v1alpha1", "kind: Config", ...lines, ""].join("\n");
}

const awsOn = config("providers:", "  aws: {}", "context:", "  files: [sa.json]");

function patch(args: readonly string[], surroundings: Surroundings): Promise<Run> {
  return runPodgraft(["patch", ...args], { input, ...surroundings });
}

t.test("where the configuration is looked for: --config, PODGRAFT_CONFIG, upward, else defaults", async (t) => {
  const off = config("providers: {}");
  const cwd = t.testdir({
    "sa.json": account,
    "podgraft.yaml": awsOn,
    "off.yaml": off,
    below: { deeper: {}, "podgraft.yaml": off, elsewhere: { "sa.json": account, "on.yaml": `\uFEFF${awsOn}` } },
    beside: { deeper: {} },
  });
  const cases: readonly (readonly [
    name: string,
    args: string[],
    folder: string,
    env: { [name: string]: string },
    injected: boolean,
  ])[] = [
    ["in the working directory", [], "", {}, true],
    ["upward", [], "/beside/deeper", {}, true],
    ["the nearest one upward", [], "/below/deeper", {}, false],
    ["PODGRAFT_CONFIG before that", [], "/below", { PODGRAFT_CONFIG: "elsewhere/on.yaml" }, true],
    ["an empty PODGRAFT_CONFIG is none", [], "/below", { PODGRAFT_CONFIG: "" }, false],
    ["--config before both", ["--config", "off.yaml"], "", { PODGRAFT_CONFIG: "podgraft.yaml" }, false],
    ["-c, with context files beside the configuration", ["-c", "below/elsewhere/on.yaml"], "", {}, true],
  ];
  for (const [name, args, folder, env, injected] of cases) {
    const run = await patch(args, { cwd: cwd + folder, env });
    t.match(run, { status: 0, stderr: /^$/, stdout: injected ? /AWS_ROLE_ARN/ : /^\[\]\n$/ }, name);
  }
});

t.test("extends, --environment and --set, each over the one before", async (t) => {
  const cwd = t.testdir({
    "sa.json": account,
    base: {
      "podgraft.yaml": config("providers:", "  aws: { tokenAudience: base, awsDefaultRegion: base }"),
      "sa.json": "{}",
    },
    "podgraft.yaml": config(
      "extends: base/podgraft.yaml",
      "providers:",
      "  aws: { awsDefaultRegion: main }",
      "environments:",
      "  prod: { providers: { aws: { awsDefaultRegion: prod } } }",
      "context:",
      "  files: [sa.json]",
    ),
  });
  const cases: readonly (readonly [args: string[], region: string, audience: string])[] = [
    [[], "main", "base"],
    [["--environment", "prod"], "prod", "base"],
    [
      ["-e", "prod", "--set", "providers.aws.awsDefaultRegion=set", "--set=providers.aws.tokenAudience=a=b"],
      "set",
      "a=b",
    ],
  ];
  for (const [args, region, audience] of cases) {
    const run = await patch(args, { cwd });
    t.match(run, { status: 0, stderr: /^$/ }, args.join(" "));
    t.match(run.stdout, `{"name":"AWS_DEFAULT_REGION","value":"${region}"}`);
    t.match(run.stdout, `"audience":"${audience}"`);
  }
});

t.test(
  "context: files and folders, YAML and JSON, streams and Lists; a later one counts, the input above all",
  async (t) => {
    const other = account.replaceAll(role, "arn:aws:iam::999999999999:role/other");
    const cwd = t.testdir({
      folder: {
        "a.json": other,
        "b.yml": `# accounts\n---\n${account}\n---\napiVersion: v1\nkind: Service\nmetadata: { name: "unread`,
        ".hidden.yaml": other,
        "notes.txt": "{",
        inner: {},
      },
      "list.yaml": `kind: List\napiVersion: v1\nitems:\n- ${other}\n`,
      "crd.yaml": "kind: CustomResourceDefinition\nspec: {{",
    });
    const aws = ["--set", "providers.aws={}"];
    t.match(
      await patch([...aws, "--context", "folder"], { cwd }),
      { status: 0, stdout: /111122223333/ },
      "in the order of names",
    );
    t.match(await patch([...aws, "--context", "folder", "--context", "list.yaml"], { cwd }), {
      status: 0,
      stdout: /999999999999/,
    });
    t.match(await patch([...aws, "--context", "list.yaml", "--context", "crd.yaml"], { cwd, input: account + input }), {
      status: 0,
      stdout: /111122223333/,
    });
  },
);

t.test("the identity map fills in what is not known", async (t) => {
  const cwd = t.testdir({
    "podgraft.yaml": config(
      "providers:",
      "  aws: {}",
      "identities:",
      "- match: { namespace: 'shop-*', serviceAccount: '*' }",
      `  annotations: { eks.amazonaws.com/role-arn: "${role}" }`,
    ),
  });
  const mapped = await patch(["-n", "shop-eu", "--explain"], { cwd });
  t.match(mapped, { status: 0, stderr: /^$/ });
  t.match(JSON.parse(mapped.stdout), {
    pods: [{ identityMap: { rule: 0, annotations: ["eks.amazonaws.com/role-arn"] }, outcome: "changed" }],
  });
  t.match(await patch(["-n", "other"], { cwd }), { status: 0, stdout: /^\[\]\n$/, stderr: /service_account_unknown/ });
});

t.test("labels of Namespaces in the stream count", async (t) => {
  const namespace = {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "shop", labels: { "pod-identity.alibabacloud.com/injection": "on" } },
  };
  const ofRole = {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "orders", annotations: { "pod-identity.alibabacloud.com/role-name": "orders" } },
  };
  const args = ["--set", 'providers.alibaba={"accountUid":"1","clusterId":"c","region":"cn-shanghai"}', "-n", "shop"];
  const both = await patch(args, {
    cwd: t.testdir(),
    input: JSON.stringify(namespace) + JSON.stringify(ofRole) + input,
  });
  t.match(both, { status: 0, stdout: /ALIBABA_CLOUD_ROLE_ARN/, stderr: /^$/ });
  const without = await patch(args, { cwd: t.testdir(), input: JSON.stringify(ofRole) + input });
  t.match(without, {
    status: 0,
    stdout: /^\[\]\n\[\]\n$/,
    stderr: /metadata\.namespace: .*\(context\.namespace_unknown\)/,
  });
});

t.test("rows of the configuration find Pods in further kinds", async (t) => {
  const cwd = t.testdir({
    "sa.json": account,
    "podgraft.yaml": `${awsOn}workloads:\n- { apiVersion: example.com/*, kind: Robot, template: "spec.arms[*]" }\n`,
  });
  const robot = { apiVersion: "example.com/v2", kind: "Robot", spec: { arms: [{ spec: pod().spec }] } };
  const run = await patch([], { cwd, input: JSON.stringify(robot) });
  t.match(run, { status: 0, stdout: /"path":"\/spec\/arms\/0\/spec\/containers\/0\/env"/ });
});

/** Files of a configuration that is refused, the arguments, and what the message names. */
const faults: readonly (readonly [name: string, yaml: string, args: string[], ...expected: RegExp[]])[] = [
  [
    "an unknown key",
    config("providers:", "  aws: { tokenExpiraton: 5 }"),
    [],
    /podgraft\.yaml:4:10: providers\.aws\.tokenExpiraton: unknown key "tokenExpiraton"; did you mean "tokenExpiration"\?/,
  ],
  [
    "an unknown provider",
    config("providers: { was: {} }"),
    [],
    /podgraft\.yaml:3:14: providers\.was: unknown key "was"; did you mean "aws"\?/,
  ],
  [
    "an unknown profile",
    config("providers: { gcp: { profile: '9' } }"),
    [],
    /podgraft\.yaml:3:\d+: providers\.gcp\.profile: "9" is not one of "0\.7\.0", "next"/,
  ],
  [
    "a value of another type",
    config("providers: { aws: { stsRegionalEndpoint: maybe } }"),
    [],
    /providers\.aws\.stsRegionalEndpoint: expected a boolean \(true or false\), got "maybe"/,
  ],
  ["__proto__ as a key", config("__proto__: { providers: {} }"), [], /podgraft\.yaml:3:1: .*unknown key "__proto__"/],
  [
    "constructor as a key",
    config("providers: { constructor: {} }"),
    [],
    /providers\.constructor: unknown key "constructor"/,
  ],
  ["another kind", "apiVersion: v1\nkind: Pod\n", [], /podgraft\.yaml:\d+:1: /],
  ["a list", "- a\n", [], /podgraft\.yaml:1:1: /],
  ["no YAML", "a: [\n", [], /podgraft\.yaml:\d+:\d+: /],
  ["two documents", `${awsOn}---\n${awsOn}`, [], /podgraft\.yaml:\d+:1: one document was expected/],
  ["YAML nested too deep", "[".repeat(10_000), [], /podgraft\.yaml:1:\d+: /],
  [
    "a setting with which the official webhook does not start",
    config("providers:", "  azure: {}"),
    [],
    /podgraft\.yaml:4:3: providers\.azure\.azureTenantId: is required/,
  ],
  [
    "another",
    config("providers: { gcp: { tokenExpiration: soon } }"),
    [],
    /podgraft\.yaml:3:\d+: providers\.gcp\.tokenExpiration: .*soon/,
  ],
  ["an unknown environment", awsOn, ["-e", "prod"], /unknown environment "prod"/],
  [
    "an extended file that is missing",
    config("extends: ../gone.yaml"),
    [],
    /gone\.yaml: cannot be read: .*no such file/,
  ],
  [
    "files that extend each other",
    config("extends: podgraft.yaml"),
    [],
    /podgraft\.yaml:3:1: extends: files extend each other/,
  ],
  ["a workload row that finds nothing", config("workloads: [{ apiVersion: a/v1, kind: B }]"), [], /workloads\[0\]/],
  ["--set without a value", awsOn, ["--set", "providers.aws"], /--set providers\.aws: expected KEY=VALUE/],
  [
    "--set of an unknown key",
    awsOn,
    ["--set", "providers.aws.region=x"],
    /--set providers\.aws\.region=x: providers\.aws: unknown key "region"/,
  ],
  ["--set of __proto__", awsOn, ["--set", "__proto__.x=1"], /--set __proto__\.x=1: unknown key "__proto__"/],
  ["--set of __proto__ inside a value", awsOn, ["--set", 'providers={"__proto__":{}}'], /unknown key "__proto__"/],
  [
    "--set of an unknown profile",
    awsOn,
    ["--set", "providers.aws.profile=1"],
    /--set providers\.aws\.profile=1: providers\.aws\.profile: "1" is not one of "0\.6\.17"/,
  ],
  [
    "--config that is missing",
    awsOn,
    ["--config", "gone.yaml"],
    /^podgraft: error: gone\.yaml: cannot be read: .*no such file/,
  ],
  ["--config that is empty", awsOn, ["--config", ""], /cannot be read/],
  [
    "--config that is a directory",
    awsOn,
    ["--config", "."],
    /^podgraft: error: \.: a directory, where a file is meant/,
  ],
  ["a namespace that is none", awsOn, ["-n", "My Shop"], /--namespace "My Shop": expected the name of a Namespace/],
  ["an empty namespace", awsOn, ["--namespace="], /--namespace "": expected the name/],
  ["a long namespace", awsOn, ["-n", "n".repeat(64)], /expected the name of a Namespace/],
  ["an unknown output", awsOn, ["-o", "yaml"], /--output "yaml": expected patch or json/],
  ["an unknown severity", awsOn, ["--fail-on", "info"], /--fail-on "info": expected error, warning or never/],
];

t.test("bad configuration: exit 2, nothing on stdout, a message that names file, place and value", async (t) => {
  for (const [name, yaml, args, ...expected] of faults) {
    const cwd = t.testdir({ "podgraft.yaml": yaml, "sa.json": account });
    const run = await patch(args, { cwd });
    t.match(run, { status: 2, stdout: /^$/ }, `${name}: status and stdout`);
    for (const pattern of expected) t.match(run.stderr, pattern, name);
  }
});

t.test("all faults of a configuration are told at once, one a line", async (t) => {
  const cwd = t.testdir({ "podgraft.yaml": config("providers: { was: {} }", "oder: []") });
  const { status, stderr } = await patch([], { cwd });
  t.equal(status, 2);
  t.match(stderr, /^podgraft: error: [^\n]+podgraft\.yaml:3:14: [^\n]+\n[^\n]+podgraft\.yaml:4:1: [^\n]+\n$/);
});

t.test("a context that cannot be read: exit 3", async (t) => {
  const cases: readonly (readonly [name: string, content: string, expected: RegExp])[] = [
    ["bad YAML", "kind: ServiceAccount\nmetadata: {\n", /folder\/sa\.yaml:\d+:\d+/],
    [
      "an annotation without quotes",
      'kind: ServiceAccount\napiVersion: v1\nmetadata:\n  name: a\n  annotations:\n    "a.b/c": 5\n',
      /folder\/sa\.yaml:6:5 \(document 1\): metadata\.annotations\["a\.b\/c"\]: expected a string, found a number/,
    ],
    [
      "labels that are a list",
      "kind: Namespace\napiVersion: v1\nmetadata:\n  name: a\n  labels: []\n",
      /folder\/sa\.yaml:5:3 .*metadata\.labels: expected an object, found a list/,
    ],
  ];
  for (const [name, content, expected] of cases) {
    const cwd = t.testdir({ folder: { "sa.yaml": content } });
    t.match(await patch(["--context", "folder"], { cwd }), { status: 3, stdout: /^$/, stderr: expected }, name);
  }
  t.match(await patch(["--context", "gone"], { cwd: t.testdir() }), {
    status: 3,
    stdout: /^$/,
    stderr: /^podgraft: error: gone: cannot be read: .*no such file/,
  });
});
