import { execFile } from "node:child_process";
import t from "tap";
import { chart, helm, skip } from "./render.ts";

/** The notes after an installation that does not take place. */
function notes(set: readonly string[]): Promise<string> {
  const args = [
    "install",
    "podgraft",
    chart,
    "--namespace",
    "there",
    "--dry-run=client",
    ...set.flatMap((value) => ["--set", value]),
  ];
  const env = { ...process.env, KUBECONFIG: "/dev/null" };
  return new Promise((resolve) => {
    execFile(helm.path ?? "", args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve(error === null ? (stdout.split(/^NOTES:$/m)[1] ?? "") : stderr);
    });
  });
}

const cases: readonly [string, readonly string[], readonly RegExp[], readonly RegExp[]][] = [
  [
    "nothing set",
    [],
    [
      /No cloud is on yet/,
      /verify +on, failurePolicy Ignore/,
      /mutate +off/,
      /helm test podgraft -n there/,
      /failurePolicy=Fail/,
    ],
    [/Attention/],
  ],
  ["a cloud", ["config.providers.aws.awsDefaultRegion=eu-west-1"], [/Next:/], [/No cloud/]],
  ["a preset", ["config.preset=eks"], [/Next:/], [/No cloud/]],
  ["a ConfigMap of one's own", ["existingConfigMap=mine"], [/Next:/], [/No cloud/]],
  [
    "cert-manager under Fail",
    ["certificates.mode=certManager", "webhooks.verify.failurePolicy=Fail"],
    [/Attention: with failurePolicy Fail, Pods of cert-manager/],
    [/created unchecked/],
  ],
  [
    "cert-manager left alone",
    [
      "certificates.mode=certManager",
      "webhooks.verify.failurePolicy=Fail",
      "webhooks.excludedNamespaces={kube-system,cert-manager}",
    ],
    [/failurePolicy Fail/],
    [/Attention/],
  ],
  [
    "mutation alone",
    ["webhooks.verify.enabled=false", "webhooks.mutate.enabled=true"],
    [/Attention: mutate is on without verify/, /enforce \| mutate/],
    [/created unchecked/],
  ],
  ["one replica", ["replicas=1"], [/Attention: one replica/], []],
];

// Helm 3 asks a cluster even then.
for (const [title, set, present, absent] of cases) {
  t.test(`notes: ${title}`, { skip }, async (t) => {
    const text = await notes(set);
    for (const pattern of present) t.match(text, pattern);
    for (const pattern of absent) t.notMatch(text, pattern);
  });
}
