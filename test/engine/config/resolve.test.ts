import t from "tap";
import type { ConfigFile } from "../../../engine/config/layers/extends.ts";
import { resolveConfig, resolveWithProvenance, type ResolveOptions } from "../../../engine/config/resolve.ts";
import { describeSource } from "../../../engine/config/source.ts";
import { formatPath } from "../../../engine/config/path.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Json, JsonObject, Segment } from "../../../engine/json.ts";
import { configOf, faultsOf, faultsWith, fileWith } from "./config-of.ts";

/** Reads from a set of files by name. */
function readFrom(files: { readonly [name: string]: JsonObject }): (name: string, from: string) => ConfigFile {
  return (name) => {
    const value = files[name];
    if (value === undefined) throw new PodgraftError("config.unreadable", `no file ${name}`);
    return { file: name, value };
  };
}

t.test("nothing at all gives the defaults, with every provider off", async (t) => {
  t.strictSame(resolveConfig(), {
    providers: {},
    order: ["aws", "azure", "gcp", "alibaba"],
    context: { files: [] },
    identities: [],
    render: { unknownServiceAccount: "warn", unknownNamespace: "warn" },
    verify: { conflicts: "warn", lateContainers: "warn" },
    admission: { mode: "warn", lookupFailure: "deny", failure: "deny" },
    exceptions: [],
    workloads: [],
  });
});

t.test("what only a file has is gone once resolved", async (t) => {
  const config = configOf({ metadata: { name: "x" }, environments: { prod: {} } });
  t.strictSame(Object.keys(config), Object.keys(resolveConfig()));
});

t.test("list items get their defaults; keys stand in the schema's order", async (t) => {
  const config = configOf({
    providers: { gcp: {}, aws: { jitter: "pinned" } },
    identities: [{ annotations: { a: "b" }, match: { namespace: "shop-*" } }],
    order: ["gcp"],
  });
  t.strictSame(config.identities, [
    { match: { namespace: "shop-*", serviceAccount: "*" }, annotations: { a: "b" }, override: false },
  ]);
  t.strictSame(Object.keys(config.providers), ["aws", "gcp"]);
  t.equal(Object.keys(config.providers.aws ?? {})[0], "profile");
  t.strictSame(config.order, ["gcp", "aws", "azure", "alibaba"]);
});

const layered: ResolveOptions = {
  file: "podgraft.yaml",
  value: fileWith({
    extends: "base.yaml",
    providers: { aws: { awsDefaultRegion: "eu-west-1" } },
    context: { files: ["own.yaml"] },
    environments: { prod: { providers: { aws: { tokenAudience: "prod" } } } },
  }),
  read: readFrom({
    "base.yaml": fileWith({
      preset: "kops",
      providers: { aws: { awsDefaultRegion: "base", annotationPrefix: "base", stsRegionalEndpoint: true } },
      context: { files: ["a.yaml", "b.yaml"] },
      environments: {
        prod: {
          admission: { mode: "enforce" },
          providers: { aws: { tokenAudience: "base", tokenMountPath: "/base" } },
        },
      },
    }),
  }),
};

t.test("extends, environment, preset and --set lie in this order, and every value knows its source", async (t) => {
  const { provenance } = resolveWithProvenance({
    ...layered,
    environment: "prod",
    sets: ["providers.aws.stsRegionalEndpoint=false", "admission.failure=allow"],
  });
  const given = provenance
    .filter(({ source }) => source.kind !== "default")
    .map(({ path, value, source }) => [formatPath(path), value, describeSource(source)]);
  t.strictSame(given, [
    ["preset", "kops", "base.yaml"],
    ["providers.aws.annotationPrefix", "base", "base.yaml"],
    ["providers.aws.tokenAudience", "prod", "podgraft.yaml (environment prod)"],
    ["providers.aws.tokenMountPath", "/base", "base.yaml (environment prod)"],
    ["providers.aws.awsDefaultRegion", "eu-west-1", "podgraft.yaml"],
    ["providers.aws.stsRegionalEndpoint", false, "--set providers.aws.stsRegionalEndpoint=false"],
    ["context.files", ["own.yaml"], "podgraft.yaml"],
    ["admission.mode", "enforce", "base.yaml (environment prod)"],
    ["admission.failure", "allow", "--set admission.failure=allow"],
  ]);
});

t.test("without its environment and --set, the preset shows through", async (t) => {
  t.equal(resolveConfig(layered).providers.aws?.tokenAudience, "amazonaws.com");
});

const presets: readonly [string, Json][] = [
  ["eks", { aws: { stsRegionalEndpoint: true, awsDefaultRegion: "" } }],
  ["aks", { azure: { profile: "1.6.0", logLevel: "info" } }],
  ["ack", { alibaba: { profile: "0.4.2" } }],
  ["openshift-aws", { aws: { awsDefaultRegion: "us-east-1", stsRegionalEndpoint: false } }],
  ["openshift-azure", { azure: { profile: "1.5.1", logLevel: "info" } }],
  ["openshift-gcp", { gcp: { profile: "0.7.0", gcpDefaultRegion: "" } }],
  ["kops", { aws: { tokenAudience: "amazonaws.com" } }],
];
const required = ["providers.azure.azureTenantId=t", "providers.alibaba.accountUid=1", "providers.alibaba.clusterId=c"];

for (const [preset, expected] of presets) {
  t.test(`preset ${preset}`, async (t) => {
    const name = Object.keys(expected as JsonObject)[0] ?? "";
    const sets = required.filter((argument) => argument.startsWith(`providers.${name}.`));
    const config = configOf({ preset }, { sets });
    t.match(config.providers, expected);
    t.strictSame(Object.keys(config.providers), [name]);
  });
}

t.test("a preset may come from --set", async (t) => {
  t.equal(resolveConfig({ sets: ["preset=kops"] }).providers.aws?.tokenAudience, "amazonaws.com");
});

t.test("null switches off what a preset turned on", async (t) => {
  t.strictSame(configOf({ preset: "eks", providers: { aws: null } }).providers, {});
  t.strictSame(configOf({ providers: { gcp: {} } }, { sets: ["providers.gcp=null"] }).providers, {});
});

t.test("a bare off, which YAML reads as false, is off", async (t) => {
  t.equal(configOf({ admission: { mode: false } }).admission.mode, "off");
  t.equal(
    configOf({ environments: { dev: { admission: { mode: false } } } }, { environment: "dev" }).admission.mode,
    "off",
  );
});

const sets: readonly [string, (config: ReturnType<typeof resolveConfig>) => unknown, unknown][] = [
  ["providers.azure.azureTenantId=123", ({ providers }) => providers.azure?.azureTenantId, "123"],
  ['providers.azure.azureTenantId="123"', ({ providers }) => providers.azure?.azureTenantId, "123"],
  ["providers.azure.azureTenantId=true", ({ providers }) => providers.azure?.azureTenantId, "true"],
  ["providers.azure.azureTenantId=a=b", ({ providers }) => providers.azure?.azureTenantId, "a=b"],
  ["providers.azure.azureTenantId={}", ({ providers }) => providers.azure?.azureTenantId, "{}"],
  ["providers.gcp.tokenDefaultMode=0440", ({ providers }) => providers.gcp?.tokenDefaultMode, 288],
  ["providers.gcp.tokenDefaultMode=256", ({ providers }) => providers.gcp?.tokenDefaultMode, 256],
  ["providers.gcp={}", ({ providers }) => providers.gcp?.profile, "0.7.0"],
  [
    'providers.aws.configMap.a\\.b/c={"RoleARN":"r"}',
    ({ providers }) => providers.aws?.configMap,
    { "a.b/c": { RoleARN: "r" } },
  ],
  [
    "providers.aws.configMap.__proto__=1",
    ({ providers }) => JSON.stringify(providers.aws?.configMap),
    '{"__proto__":1}',
  ],
  ['order=["gcp"]', ({ order }) => order[0], "gcp"],
  ["order[0]=gcp", ({ order }) => order, ["gcp", "aws", "azure", "alibaba"]],
  ["context.files[0]=x.yaml", ({ context }) => context.files, ["x.yaml", "b.yaml"]],
  ["context.files[2]=x.yaml", ({ context }) => context.files, ["a.yaml", "b.yaml", "x.yaml"]],
  [
    "identities[0].match.namespace=x",
    ({ identities }) => identities[0]?.match,
    { namespace: "x", serviceAccount: "sa" },
  ],
  [
    "identities[0].annotations.eks\\.amazonaws\\.com/role-arn=1",
    ({ identities }) => identities[0]?.annotations,
    { "eks.amazonaws.com/role-arn": "1" },
  ],
  [
    "providers.azure.mutatingWebhookNamespaceSelector.matchExpressions[0].values[0]=y",
    ({ providers }) => providers.azure?.mutatingWebhookNamespaceSelector.matchExpressions,
    [{ key: "k", operator: "In", values: ["y"] }],
  ],
  ["identities[1].match.namespace=x", ({ identities }) => identities.length, 2],
];
const base: JsonObject = {
  providers: {
    azure: {
      azureTenantId: "t",
      mutatingWebhookNamespaceSelector: { matchExpressions: [{ key: "k", operator: "In", values: ["x"] }] },
    },
  },
  context: { files: ["a.yaml", "b.yaml"] },
  identities: [{ match: { serviceAccount: "sa" } }],
};

for (const [argument, pick, expected] of sets) {
  t.test(`--set ${argument}`, async (t) => {
    t.strictSame(pick(configOf(base, { sets: [argument] })), expected);
  });
}

const gcpKeys =
  "profile, annotationPrefix, tokenAudience, tokenExpiration, gcpDefaultRegion, gcloudImage, tokenDefaultMode, setupContainerResources, defaultInjectionMode";

const badSets: readonly [string, string][] = [
  ["providers.aws", "expected KEY=VALUE"],
  ["=1", "expected KEY=VALUE"],
  ["a..b=1", "expected a key such as providers.aws.tokenExpiration or identities[0].override"],
  ["a.=1", "expected a key such as providers.aws.tokenExpiration or identities[0].override"],
  ["order[x]=1", "expected a key such as providers.aws.tokenExpiration or identities[0].override"],
  ["provders.aws.jitter=1", 'unknown key "provders"; did you mean "providers"?'],
  ["providers.aws.jiter=1", 'providers.aws: unknown key "jiter"; did you mean "jitter"?'],
  [
    "extends=x",
    'unknown key "extends"; valid keys: preset, providers, order, context, identities, render, verify, admission, exceptions, workloads',
  ],
  [
    "__proto__.x=1",
    'unknown key "__proto__"; valid keys: preset, providers, order, context, identities, render, verify, admission, exceptions, workloads',
  ],
  ["[0]=1", "the configuration takes no list index"],
  ["preset.x=1", "preset takes no keys"],
  ["providers[0]=1", "providers takes no list index"],
  ["order[1]=gcp", "index 1 is beyond the end of the list, which has 0 items"],
  ["identities[1].match.x=1", 'identities[1].match: unknown key "x"; valid keys: namespace, serviceAccount'],
  ["providers.aws.tokenExpiration=1h", 'providers.aws.tokenExpiration: expected an integer, got "1h"'],
  [
    "preset=ekz",
    'preset: "ekz" is not one of "eks", "aks", "ack", "openshift-aws", "openshift-azure", "openshift-gcp", "kops"; did you mean "eks"?',
  ],
  ["providers=1", "providers: expected a map, got 1"],
  ["providers.gcp=1", "providers.gcp: expected a map or null, got 1"],
  ["order=1", "order: expected a list, got 1"],
  ["order={}", "order: expected a list, got a map"],
  ['providers.gcp={"x":1}', 'providers.gcp.x: unknown key "x"; valid keys: ' + gcpKeys],
  [
    "providers.azure.mutatingWebhookNamespaceSelector.matchExpressions[0].values[1]=x",
    "index 1 is beyond the end of the list, which has 0 items",
  ],
  ["identities=1", "identities: expected a list, got 1"],
  ["identities[0].annotations=1", 'identities[0]: missing key "match"'],
  ["exceptions[0].code=x", 'exceptions[0]: missing key "match"'],
  [
    "providers.gcp.tokenExpiration=1d",
    'providers.gcp.tokenExpiration: "1d" is no duration; write a number with a unit (s, m, h; there is no d), such as 24h',
  ],
];

for (const [argument, fault] of badSets) {
  t.test(`--set ${argument} is refused`, async (t) => {
    t.equal(faultsOf(undefined, { sets: [argument] })[0], `--set ${argument}: ${fault}`);
  });
}

t.test("an index within a list's item may be beyond the end too", async (t) => {
  t.strictSame(faultsWith({ workloads: [] }, { sets: ["exceptions[1].code=x"] }), [
    "--set exceptions[1].code=x: index 1 is beyond the end of the list, which has 0 items",
  ]);
  t.strictSame(faultsWith({ context: { files: ["a"] } }, { sets: ["context.files[2]=x"] }), [
    "--set context.files[2]=x: index 2 is beyond the end of the list, which has 1 item",
  ]);
});

t.test("all --set faults come at once", async (t) => {
  t.strictSame(faultsOf(undefined, { sets: ["a=1", "b"] }).length, 2);
});

/** Line n for the nth segment, so that a test sees which part was found. */
function positionOf(
  known: readonly string[],
): (path: readonly Segment[]) => { line: number; column: number } | undefined {
  return (path) => {
    const index = known.indexOf(formatPath(path));
    return index < 0 ? undefined : { line: index + 1, column: 3 };
  };
}

t.test("faults have file, line, column and path, in document order", async (t) => {
  const value = fileWith({ providers: { aws: { awsDefaultRegoin: "x" }, azure: {} }, verify: { conflicts: "dney" } });
  const position = positionOf(["", "providers", "providers.aws.awsDefaultRegoin"]);
  t.strictSame(faultsOf(value, { position }), [
    'podgraft.yaml:3:3: providers.aws.awsDefaultRegoin: unknown key "awsDefaultRegoin"; did you mean "awsDefaultRegion"?',
    'podgraft.yaml:1:3: verify.conflicts: "dney" is not one of "warn", "deny", "ignore"; did you mean "deny"?',
  ]);
  t.strictSame(faultsOf(value, { position: () => undefined })[0]?.slice(0, 20), "podgraft.yaml: provi");
  t.throws(() => resolveConfig({ value, position }), {
    code: "config.invalid",
    location: { file: "podgraft.yaml", line: 3, column: 3, path: "providers.aws.awsDefaultRegoin" },
  });
});

t.test("a setting that the webhook refuses is placed where it was given", async (t) => {
  const environments = { prod: { providers: { azure: { azureEnvironment: "Mars" } } } };
  t.match(
    faultsWith({ providers: { azure: { azureTenantId: "t" } }, environments }, { environment: "prod" })[0],
    /^podgraft\.yaml: environments\.prod\.providers\.azure\.azureEnvironment: unknown cloud "Mars"/,
  );
  t.match(faultsWith({ preset: "aks" })[0], /^podgraft\.yaml: providers\.azure\.azureTenantId: is required/);
  t.match(faultsOf(undefined, { sets: ["preset=aks"] })[0], /^providers\.azure\.azureTenantId: is required/);
  const read = readFrom({ "base.yaml": fileWith({ providers: { gcp: { tokenExpiration: "24" } } }) });
  t.match(
    faultsWith({ extends: "base.yaml" }, { read })[0],
    /^base\.yaml: providers\.gcp\.tokenExpiration: "24" is no duration/,
  );
});

const refused: readonly [string, Json, ResolveOptions, readonly string[]][] = [
  ["an empty file", null, {}, ["podgraft.yaml: expected a map, got null"]],
  [
    "another kind",
    { apiVersion: "v1", kind: "Config" },
    {},
    ['podgraft.yaml: apiVersion: "v1" is not one of "podgraft.dev/v1alpha1"'],
  ],
  [
    "null that switches nothing off",
    fileWith({ providers: { gcp: null } }),
    {},
    [
      "podgraft.yaml: providers.gcp: null switches a provider off, but nothing switched it on; write {} to switch it on with its defaults",
    ],
  ],
  [
    "unknown environment",
    fileWith({ environments: { prod: {}, dev: {} } }),
    { environment: "prd" },
    ['podgraft.yaml: environments: unknown environment "prd"; known: prod, dev; did you mean "prod"?'],
  ],
  [
    "no environments",
    fileWith({}),
    { environment: "prod" },
    ['podgraft.yaml: environments: unknown environment "prod"; the configuration has none'],
  ],
  [
    "__proto__ as environment",
    fileWith({ environments: { prod: {} } }),
    { environment: "__proto__" },
    ['podgraft.yaml: environments: unknown environment "__proto__"; known: prod'],
  ],
  [
    "extends in an environment",
    fileWith({ environments: { prod: { extends: "x" } } }),
    {},
    [
      'podgraft.yaml: environments.prod.extends: unknown key "extends"; valid keys: providers, order, context, identities, render, verify, admission, exceptions, workloads',
    ],
  ],
  [
    "extends without files",
    fileWith({ extends: "base.yaml" }),
    {},
    ['podgraft.yaml: extends: cannot read "base.yaml": files are not available here'],
  ],
  [
    "extends of a wrong type",
    fileWith({ extends: 1 }),
    {},
    ['podgraft.yaml: extends: expected a string, got 1; write it in quotes: "1"'],
  ],
  ["provider twice in order", fileWith({ order: ["aws", "aws"] }), {}, ['podgraft.yaml: order[1]: "aws" occurs twice']],
];

for (const [title, value, options, faults] of refused) {
  t.test(title, async (t) => {
    t.strictSame(faultsOf(value, options), faults);
  });
}

t.test("an environment without any file is unknown", async (t) => {
  t.strictSame(faultsOf(undefined, { environment: "prod" }), [
    'unknown environment "prod"; the configuration has none',
  ]);
});

t.test("files that extend each other are found", async (t) => {
  const read = readFrom({ "a.yaml": fileWith({ extends: "b.yaml" }), "b.yaml": fileWith({ extends: "a.yaml" }) });
  t.strictSame(faultsWith({ extends: "a.yaml" }, { read }), [
    "b.yaml: extends: files extend each other: podgraft.yaml → a.yaml → b.yaml → a.yaml",
  ]);
});

t.test("faults of every file are reported, and what the reader throws passes through", async (t) => {
  const read = readFrom({ "base.yaml": { nope: 1 } });
  t.strictSame(
    faultsWith({ extends: "base.yaml", nope: 1 }, { read }).map((line) => line.split(":")[0]),
    ["podgraft.yaml", "base.yaml", "base.yaml", "base.yaml"],
  );
  t.throws(() => configOf({ extends: "gone.yaml" }, { read }), { code: "config.unreadable" });
});

t.test("without a name the file is podgraft.yaml", async (t) => {
  t.throws(
    () => resolveConfig({ value: {} }),
    new PodgraftError("config.invalid", faultsOf({}).join("\n").replace("podgraft.yaml: ", ""), {
      file: "podgraft.yaml",
    }),
  );
});
