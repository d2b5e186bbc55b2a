import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import t from "tap";
import { parseJson } from "../../../engine/json.ts";
import { runPodgraft, type Run } from "../run-podgraft.ts";

type Files = { readonly [path: string]: string };

const config = "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nproviders: { aws: {} }\n";
const account = (role: string): string =>
  `apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: app\n  namespace: shop\n  annotations: { eks.amazonaws.com/role-arn: "arn:aws:iam::111122223333:role/${role}" }\n`;
const deployment = (name = "web"): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${name}, namespace: shop }\nspec:\n  selector: {}\n  template:\n    spec:\n      serviceAccountName: app\n      containers:\n        - name: c # the one\n`;
const files: Files = { "podgraft.yaml": config, "account.yaml": account("one"), "web.yaml": deployment() };

function tree(folder: string, name: string, given: Files): string {
  for (const [path, text] of Object.entries({ ...files, ...given })) {
    if (text === "") continue;
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return join(folder, name);
}

/** Compares two trees, both with the usual files and these in their place; an empty file is none. */
function compare(folder: string, base: Files, head: Files, args: readonly string[] = []): Promise<Run> {
  tree(folder, "base", base);
  return runPodgraft(["diff", "--base", "../base", ...args, "."], { cwd: tree(folder, "head", head) });
}

t.test("before and after injection, with comments and all", async (t) => {
  const run = await runPodgraft(["diff", "."], { cwd: tree(t.testdir(), "head", {}) });
  t.equal(run.status, 0, run.stderr);
  t.match(
    run.stdout,
    /^Identity changes \(1\)\n {2}Deployment shop\/web \(ServiceAccount app\)\n {4}\+ AWS: arn:aws:iam::111122223333:role\/one/,
  );
  t.match(run.stdout, /\n {9}- name: c # the one\n\+ {10}env:\n/);
  t.notMatch(run.stdout, /^-[^-]/m, "nothing is taken away");
});

t.test("nothing to do", async (t) => {
  const run = await runPodgraft(["diff", "--exit-code", "podgraft.yaml"], { cwd: tree(t.testdir(), "head", {}) });
  t.match(run, { status: 0, stdout: "no differences\n" });
});

const changes: { readonly [title: string]: { base: Files; head: Files; identity: RegExp; objects: RegExp } } = {
  "only the ServiceAccount": {
    base: {},
    head: { "account.yaml": account("two") },
    identity: /Deployment shop\/web.*\n.*- AWS: .*role\/one.*\n.*\+ AWS: .*role\/two/,
    objects: /^\+\+\+ b\/Deployment shop\/web\n[^]*\+ +value: arn:aws:iam::111122223333:role\/two/m,
  },
  "only the configuration": {
    base: {},
    head: { "podgraft.yaml": config.replace("{}", "{ audience: other }").replace("audience", "awsDefaultRegion") },
    identity: /^No identity changes/,
    objects: /^\+ +- name: AWS_DEFAULT_REGION$/m,
  },
  "only the identity map": {
    base: { "account.yaml": "" },
    head: {
      "account.yaml": "",
      "podgraft.yaml": `${config}identities:\n  - match: { namespace: shop, serviceAccount: app }\n    annotations: { eks.amazonaws.com/role-arn: "arn:aws:iam::111122223333:role/map" }\n`,
    },
    identity: /Deployment shop\/web.*\n.*\+ AWS: .*role\/map/,
    objects: /^\+ +- name: AWS_ROLE_ARN$/m,
  },
  "an object that is called otherwise": {
    base: {},
    head: { "web.yaml": deployment("shop") },
    identity: /Deployment shop\/shop[^]*\+ AWS[^]*Deployment shop\/web[^]*- AWS/,
    objects: /Objects: 1 added, 1 removed/,
  },
  "no configuration before: all is gained": {
    base: { "podgraft.yaml": "" },
    head: {},
    identity: /\+ AWS/,
    objects: /1 changed/,
  },
  "GKE's own annotation": {
    base: {},
    head: {
      "account.yaml": account("one").replace(
        "annotations: { ",
        "annotations: { iam.gke.io/gcp-service-account: a@p.iam.gserviceaccount.com, ",
      ),
    },
    identity: /Deployment shop\/web.*\n.*\+ GKE: a@p\.iam\.gserviceaccount\.com/,
    objects: /ServiceAccount shop\/app/,
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

t.test("values of Secrets are never shown, in Lists neither; that they changed is", async (t) => {
  const secret = (value: string): string =>
    `apiVersion: v1\nkind: Secret\nmetadata: { name: s, namespace: shop, annotations: { kubectl.kubernetes.io/last-applied-configuration: "hidden-${value}" } }\ndata: { same: hidden-same, other: hidden-${value} }\nstringData: { text: hidden-${value} }\n`;
  const list = (value: string): string =>
    JSON.stringify({
      apiVersion: "v1",
      kind: "List",
      metadata: { name: "all" },
      items: [{ apiVersion: "v1", kind: "Secret", metadata: { name: "t" }, data: { inner: `hidden-${value}` } }],
    });
  const before = { "secret.yaml": secret("one"), "list.json": list("one") };
  for (const format of ["text", "json", "markdown"]) {
    const run = await compare(t.testdir(), before, { "secret.yaml": secret("two"), "list.json": list("two") }, [
      "--format",
      format,
    ]);
    t.equal(run.status, 0, run.stderr);
    t.notMatch(run.stdout, /hidden/);
    t.match(run.stdout, /other[^]*redacted, changed/);
    t.match(run.stdout, /inner[^]*redacted, changed/);
  }
  const added = await compare(t.testdir(), {}, before);
  t.notMatch(added.stdout, /hidden/);
  t.match(added.stdout, /\+ +"other": "\(redacted\)"/);
});

t.test("documents of the same name are compared in their order", async (t) => {
  const twice = `${deployment()}---\n${deployment()}`;
  const run = await compare(
    t.testdir(),
    { "web.yaml": twice },
    { "web.yaml": `${deployment()}---\n${deployment().replace("# the one", "# the other")}` },
  );
  t.match(run.stdout, /Objects: 1 changed/);
});

t.test("CRLF line ends", async (t) => {
  const crlf = deployment().replaceAll("\n", "\r\n");
  const run = await compare(t.testdir(), { "web.yaml": crlf }, { "web.yaml": crlf.replace("# the one", "# an other") });
  t.match(run.stdout, /^- +- name: c # the one$[^]*^\+ +- name: c # an other$/m);
});

t.test("JSON and Markdown", async (t) => {
  const folder = t.testdir();
  const json = await compare(folder, {}, { "account.yaml": account("two") }, ["--format", "json"]);
  t.match(parseJson(json.stdout), {
    kind: "Diff",
    identities: [
      {
        kind: "Deployment",
        namespace: "shop",
        name: "web",
        cloud: "aws",
        before: { principal: /one/ },
        after: { principal: /two/ },
      },
    ],
    objects: [
      { title: "Deployment shop/web", change: "changed", diff: /^--- a/ },
      { title: "ServiceAccount shop/app" },
    ],
  });
  const markdown = await compare(folder, {}, { "account.yaml": account("two") }, ["--format", "markdown"]);
  t.match(
    markdown.stdout,
    /^\| workload [^]*\n\| Deployment shop\/web \| app \| AWS \| arn.*one.* \| arn.*two.* \|\n[^]*<details><summary>Deployment shop\/web \(changed\)<\/summary>\n\n```diff\n/,
  );
});

t.test("what a manifest says is shown, not obeyed", async (t) => {
  const run = await compare(t.testdir(), {}, { "web.yaml": deployment().replace("# the one", "# \u202etxt") });
  t.match(run.stdout, /\\u\{202e\}txt/);
});

t.test("a denied Pod: exit 1, the differences are printed", async (t) => {
  const gcp = config.replace("aws: {}", "gcp: {}");
  const denied = account("one").replace(
    /eks[^}]*/,
    "cloud.google.com/workload-identity-provider: wrong, cloud.google.com/service-account-email: a@p ",
  );
  const run = await compare(t.testdir(), {}, { "podgraft.yaml": gcp, "account.yaml": denied });
  t.match(run, { status: 1, stdout: /- AWS/, stderr: /^denied: Deployment web \(gcp\): /m });
});

const faults: {
  readonly [title: string]: { base: Files; head: Files; args?: string[]; status: number; stderr: RegExp };
} = {
  "a base that is not there": { base: {}, head: {}, args: ["--base", "no-such"], status: 3, stderr: /no-such/ },
  "a base that is no YAML": {
    base: { "web.yaml": "kind: Deployment\nspec: {containers: [\n" },
    head: {},
    status: 3,
    stderr: /base\/web\.yaml/,
  },
  "a bad configuration of the base": {
    base: { "podgraft.yaml": "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nproviders: { ams: {} }\n" },
    head: {},
    status: 2,
    stderr: /aws/,
  },
  "an unknown format": { base: {}, head: {}, args: ["--format", "html"], status: 2, stderr: /text, json or markdown/ },
};

for (const [title, { base, head, args = [], status, stderr }] of Object.entries(faults)) {
  t.test(title, async (t) => {
    t.match(await compare(t.testdir(), base, head, args), { status, stdout: /^$/, stderr });
  });
}
