import { mkdirSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { runPodgraft } from "../run-podgraft.ts";
import { account, compare, config, deployment, tree, type Files } from "./trees.ts";

const map = (role: string): string =>
  `identities:\n  - match: { namespace: shop, serviceAccount: app }\n    annotations: { eks.amazonaws.com/role-arn: "arn:aws:iam::111122223333:role/${role}" }\n`;
const hook = (name: string, account: string, weight: number): string =>
  `---\napiVersion: batch/v1\nkind: Job\nmetadata:\n  name: ${name}\n  namespace: shop\n  annotations: { helm.sh/hook: pre-install, helm.sh/hook-weight: "${weight}" }\nspec:\n  template:\n    spec:\n      serviceAccountName: ${account}\n      containers: [{ name: c }]\n`;

const changes: { readonly [title: string]: { base: Files; head: Files; identity: RegExp; objects: RegExp } } = {
  "only the ServiceAccount": {
    base: {},
    head: { "account.yaml": account("two") },
    identity: /^Identity changes: 1 changed\n.*Deployment shop\/web.*\n.*- AWS: .*role\/one.*\n.*\+ AWS: .*role\/two/,
    objects: /^\+\+\+ b\/Deployment shop\/web\n[^]*\+ +value: arn:aws:iam::111122223333:role\/two/m,
  },
  "only a setting": {
    base: {},
    head: { "podgraft.yaml": config.replace("{}", "{ awsDefaultRegion: eu-west-1 }") },
    identity: /^No identity changes/,
    objects: /^\+ +- name: AWS_DEFAULT_REGION$/m,
  },
  "only a setting that identities depend on": {
    base: {},
    head: { "podgraft.yaml": config.replace("{}", "{ tokenAudience: other }") },
    identity:
      /^Identity changes: 1 changed\n.*web.*\n.*- AWS: .*audience sts.amazonaws.com.*\n.*\+ AWS: .*audience other/,
    objects: /^\+ +audience: other$/m,
  },
  "only the identity map": {
    base: { "account.yaml": "", "podgraft.yaml": config + map("one") },
    head: { "account.yaml": "", "podgraft.yaml": config + map("two") },
    identity: /Deployment shop\/web.*\n.*- AWS: .*role\/one.*\n.*\+ AWS: .*role\/two/,
    objects: /^\+ +value: arn:aws:iam::111122223333:role\/two$/m,
  },
  "an object that is called otherwise": {
    base: {},
    head: { "web.yaml": deployment("shop") },
    identity: /: 1 gained, 1 lost\n.*Deployment shop\/shop[^]*\+ AWS[^]*Deployment shop\/web[^]*- AWS/,
    objects: /Objects: 1 added, 1 removed/,
  },
  "another ServiceAccount with the same role": {
    base: {},
    head: {
      "account.yaml": `${account("one")}---\n${account("one").replace("name: app", "name: other")}`,
      "web.yaml": deployment().replace("serviceAccountName: app", "serviceAccountName: other"),
    },
    identity: /web \(ServiceAccount app → other\)\n {4}~ AWS: .*role\/one .*, as another ServiceAccount\n/,
    objects: /Objects: 1 changed, 1 added/,
  },
  "no configuration before: all is gained": {
    base: { "podgraft.yaml": "" },
    head: {},
    identity: /: 1 gained\n[^]*\+ AWS/,
    objects: /1 changed/,
  },
  "GKE's own annotation": {
    base: {},
    head: { "account.yaml": account("one", ", iam.gke.io/gcp-service-account: a@p.iam.gserviceaccount.com") },
    identity: /Deployment shop\/web.*\n.*\+ GKE: a@p\.iam\.gserviceaccount\.com/,
    objects: /ServiceAccount shop\/app/,
  },
  "a hook that comes twice: the one that differs": {
    base: { "web.yaml": hook("migrate", "app", 1) + hook("migrate", "app", 2) },
    head: { "web.yaml": hook("migrate", "app", 2) + hook("migrate", "other", 1) },
    identity: /^Identity changes: 1 lost\n {2}Job shop\/migrate .*\n.*- AWS/,
    objects: /Objects: 1 changed\n[^]*\n-.*serviceAccountName: app\n[^]*\n\+.*serviceAccountName: other/,
  },
  "a hook that came twice and comes once": {
    base: { "web.yaml": hook("migrate", "app", 1) + hook("migrate", "app", 2) },
    head: { "web.yaml": hook("migrate", "app", 2) },
    identity: /^Identity changes: 1 lost\n/,
    objects: /Objects: 1 removed\n[^]*-.*hook-weight: "1"/,
  },
  "an object that no Pod is in": {
    base: {},
    head: { "rules.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c }\ndata: { a: b }\n" },
    identity: /^No identity changes/,
    objects: /^\+\+\+ b\/ConfigMap c\n[^]*^\+data: \{ a: b \}$/m,
  },
};

for (const [title, { base, head, identity, objects }] of Object.entries(changes)) {
  t.test(title, async (t) => {
    const run = await compare(t.testdir(), base, head, ["--exit-code"]);
    t.equal(run.status, 1, run.stderr);
    t.match(run.stdout, identity);
    t.match(run.stdout, objects);
  });
}

const list = (...objects: object[]): string => JSON.stringify({ apiVersion: "v1", kind: "List", items: objects });
const pod = (name: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop" },
  spec: { serviceAccountName: "app", containers: [{ name: "c" }] },
});

const alike: { readonly [title: string]: { base: Files; head: Files } } = {
  "the same trees": { base: {}, head: {} },
  "other files, other markers, another order": {
    base: { "more.yaml": hook("b", "app", 1) + hook("a", "app", 1) },
    head: { "web.yaml": "", "all.yaml": `${hook("a", "app", 1)}---\n\n${deployment()}\n\n${hook("b", "app", 1)}` },
  },
  "other line ends": { base: { "web.yaml": deployment().replaceAll("\n", "\r\n") }, head: {} },
  "a List instead of documents of their own": {
    base: { "pods.json": list(pod("a"), pod("b")) },
    head: { "pods.yaml": `${JSON.stringify(pod("b"), null, 2)}\n---\n${JSON.stringify(pod("a"), null, 2)}` },
  },
  "templates that cannot be read but are the same": {
    base: { "odd.yaml": "kind: ConfigMap\ndata: {{ .Values.data }}\n" },
    head: { "elsewhere/odd.yaml": "kind: ConfigMap\ndata: {{ .Values.data }}\n" },
  },
};

for (const [title, { base, head }] of Object.entries(alike)) {
  t.test(`${title}: no differences`, async (t) => {
    t.match(await compare(t.testdir(), base, head, ["--exit-code"]), {
      status: 0,
      stdout: "no differences\n",
      stderr: "",
    });
  });
}

t.test("an item of a List is an object of its own", async (t) => {
  const changed = { ...pod("b"), spec: { serviceAccountName: "other", containers: [{ name: "c" }] } };
  const run = await compare(
    t.testdir(),
    { "pods.json": list(pod("a"), pod("b")) },
    { "pods.json": list(pod("new"), pod("a"), changed) },
  );
  t.match(run.stdout, /Objects: 1 changed, 1 added\n\n--- a\/Pod shop\/b\n/);
  t.match(run.stdout, /\n- {2}serviceAccountName: app\n\+ {2}serviceAccountName: other\n/);
});

t.test("the base is judged by its own configuration and context, also where they are named", async (t) => {
  const folder = t.testdir();
  tree(folder, "other", { "podgraft.yaml": config + map("three") });
  const without: Files = { "account.yaml": "", "podgraft.yaml": "" };
  const args = ["--base-config", "../other/podgraft.yaml"];
  t.match((await compare(folder, without, {}, args)).stdout, /- AWS: .*role\/three/);
  args.push("--base-context", "../other/account.yaml");
  t.match(await compare(folder, without, {}, args), { stdout: /^No identity changes/, stderr: "" });
});

t.test("a base in a checkout of its own is not judged by what stands around it", async (t) => {
  const root = tree(t.testdir(), "head", {});
  tree(root, ".base", { "podgraft.yaml": "" });
  const args = ["diff", "--base", ".base", "."];
  t.match(await runPodgraft(args, { cwd: root }), { stdout: /^No identity changes\n/, stderr: "" });
  mkdirSync(join(root, ".base/.git"));
  t.match(await runPodgraft(args, { cwd: root }), {
    stdout: /: 1 gained\n/,
    stderr: "info: no podgraft.yaml was found for the base: no cloud is on there; --base-config names one\n",
  });
});

t.test("a head without a configuration is told too", async (t) => {
  t.match(await compare(t.testdir(), {}, { "podgraft.yaml": "" }), {
    status: 0,
    stdout: /: 1 lost\n/,
    stderr: "info: no podgraft.yaml was found for the other side: no cloud is on there; --config names one\n",
  });
});

t.test("objects without a namespace are those of the named one", async (t) => {
  const run = await compare(
    t.testdir(),
    {},
    { "web.yaml": deployment().replace(", namespace: shop", ""), "account.yaml": account("one") },
    ["-n", "shop"],
  );
  t.match(run.stdout, /^No identity changes\n\nObjects: 1 changed\n\n--- a\/Deployment shop\/web\n/);
});

t.test("a base on standard input", async (t) => {
  const run = await runPodgraft(["diff", "--base", "-", "."], {
    cwd: tree(t.testdir(), "head", {}),
    input: `${account("one")}---\n${deployment("old")}`,
  });
  t.match(run, { status: 0, stdout: /: 1 gained, 1 lost\n/ });
});
