import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { loadCommands } from "../../../cli/commands.ts";
import { findKustomize } from "../../../scripts/tools/find-kustomize.ts";
import { officialManifests } from "../config/import/official-manifests.ts";

const main = fileURLToPath(new URL("../../../cli/main.js", import.meta.url));

const manifest = `apiVersion: v1
kind: ServiceAccount
metadata: { name: orders, namespace: shop, annotations: { eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/orders } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: orders, namespace: shop }
spec:
  selector: { matchLabels: { app: orders } }
  template:
    metadata: { labels: { app: orders } }
    spec:
      serviceAccountName: orders
      containers: [{ name: app, image: app }]
`;
const deployment = JSON.stringify({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "orders", namespace: "shop" },
  spec: { serviceAccountName: "orders", containers: [{ name: "app", image: "app" }] },
});
const webhook = JSON.stringify({ kind: "List", items: officialManifests("aws", { profile: "0.6.17" }, "equals") });
const resourceList = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n";

const files = {
  "podgraft.yaml": `apiVersion: podgraft.dev/v1alpha1
kind: Config
providers: { aws: {} }
environments: { prod: {} }
`,
  manifests: { "orders.yaml": manifest },
  cluster: { "serviceaccounts.yaml": manifest },
  clusters: { one: { "podgraft.yaml": "apiVersion: podgraft.dev/v1alpha1\nkind: Config\n" } },
  chart: { "Chart.yaml": "apiVersion: v2\nname: orders\nversion: 1.0.0\n", templates: {} },
  overlays: { prod: { "kustomization.yaml": "resources: [orders.yaml]\n", "orders.yaml": manifest } },
  identity: {},
  ".config": { fish: { completions: {} } },
  "kustomize.sh": "#!/bin/sh\ncat\n",
  "serviceaccounts.yaml": manifest,
  "pod.json": deployment,
  "report.json": '{"findings": []}',
  "azure-wi-webhook.yaml": webhook,
  "manifest.yaml": manifest,
  "deployment.json": deployment,
  "webhook.json": webhook,
  "resource-list.yaml": resourceList,
};

const kustomize = findKustomize();

/** Tools of others, as far as the examples need them. */
const tools = {
  helm: `case "$1" in version) echo v3.17.2+g0 ;; template) cat "$ROOT/manifest.yaml" ;; *) echo '{}' ;; esac`,
  kustomize: kustomize.path === undefined ? `cat "$ROOT/manifest.yaml"` : `exec '${kustomize.path}' "$@"`,
  kubectl: `case "$*" in
  *mutatingwebhookconfigurations*yaml) cat "$ROOT/webhook.json" ;;
  *deployments,*) cat "$ROOT/webhook.json" ;;
  *"get deployment "*) cat "$ROOT/deployment.json" ;;
  kustomize*) cat "$ROOT/manifest.yaml" ;;
  *) echo '{"kind": "List", "items": []}' ;;
esac`,
  kpt: `case "$2" in source) cat "$ROOT/resource-list.yaml" ;; sink) cat > /dev/null ;; *) : ;; esac`,
  jq: `cat > /dev/null`,
};

/** Whether this machine has the shell that the examples are written for. */
const hasBash = spawnSync("bash", ["-c", "exit 0"]).status === 0;

/** Examples for which nothing here can stand in, and why. */
const notRun: ReadonlyMap<string, string> = new Map([
  ['podgraft completion zsh > "${fpath[1]}/_podgraft"', "is written for zsh"],
]);

/** The commands whose surroundings are set up above; of others the examples are only read (examples.test.ts). */
const setUp =
  /^(?:inject|verify|explain|patch|helm|helm-post-render|kustomize|krm|argocd-cmp .*|export .*|config .*|completion)$/;

for (const entry of await loadCommands()) {
  const commands = "commands" in entry ? entry.commands : [entry];
  for (const { name, examples } of commands) {
    t.test(`the examples of ${name} run`, async (t) => {
      if (!setUp.test(name)) {
        t.comment("skipped: nothing is set up for this command");
        return;
      }
      for (const { command } of examples) {
        const isProof = name.startsWith("export ") && kustomize.path === undefined;
        const reason = !hasBash ? "there is no bash here" : isProof ? kustomize.reason : notRun.get(command);
        if (reason !== undefined) {
          t.comment(`skipped: ${command}: ${reason}`);
          continue;
        }
        const root = t.testdir(files);
        chmodSync(join(root, "kustomize.sh"), 0o755);
        const bin = join(root, "bin");
        mkdirSync(bin);
        for (const [tool, script] of Object.entries({ ...tools, podgraft: `exec "$NODE" "$MAIN" "$@"` })) {
          writeFileSync(join(bin, tool), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
        }
        if (/^config (?:init|import)$/.test(name)) rmSync(join(root, "podgraft.yaml"));
        const env = {
          PATH: `${bin}:${process.env.PATH ?? ""}`,
          HOME: root,
          ROOT: root,
          NODE: process.execPath,
          MAIN: main,
        };
        const script = `set -o pipefail\n${command}`;
        const run = spawnSync("bash", ["-c", script], { cwd: root, env, encoding: "utf8", input: manifest });
        // Exit 1 is an answer too: a finding.
        t.ok(run.status === 0 || run.status === 1, `${command}: exit ${String(run.status)}: ${run.stderr}`);
        t.notMatch(run.stderr, /internal error|usage|podgraft: error/, command);
        t.equal(readFileSync(join(root, "manifest.yaml"), "utf8"), manifest, "the input is left alone");
      }
    });
  }
}
