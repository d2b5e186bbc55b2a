import { deployment } from "../manifests.ts";
import { makeShop } from "../repository.ts";
import type { Suite } from "../suite.ts";

/** Inputs that cannot be meant, and files that are not there: a clear message, a failed check, nothing else. */
export const inputsSuite: Suite = {
  name: "inputs",
  async run({ action, count, path }) {
    const repository = makeShop();
    try {
      repository.write({
        "chart/Chart.yaml":
          "apiVersion: v2\nname: shop\nversion: 1.0.0\ndependencies:\n  - { name: redis, version: 1.0.0, repository: https://charts.example }\n",
        "chart/templates/empty.yaml": "",
      });
      repository.commit();
      const run = (inputs: { readonly [name: string]: string }, renderers: readonly ("helm3" | "kubectl")[] = []) =>
        action.run({
          workspace: repository.folder,
          inputs: { path: "apps", ...inputs },
          env: { PATH: path(...renderers) },
        });
      const refused: readonly (readonly [
        title: string,
        inputs: { readonly [name: string]: string },
        message: RegExp,
      ])[] = [
        ["mode", { mode: "check" }, /input mode: "check": expected verify, inject or diff/],
        ["renderer", { renderer: "jsonnet" }, /input renderer: "jsonnet": expected auto, helm, kustomize or none/],
        ["fail-on", { "fail-on": "info" }, /input fail-on: "info": expected error, warning or never/],
        ["comment", { comment: "yes" }, /input comment: "yes": expected auto, always or never/],
        ["namespace", { namespace: "Shop_1" }, /input namespace: "Shop_1": expected the name of a Namespace/],
        [
          "release",
          { release: "--post-renderer=./x" },
          /input release: "--post-renderer=\.\/x": expected a name as Helm/,
        ],
        ["kube-version", { "kube-version": "newest" }, /input kube-version: "newest": expected a version/],
        [
          "render-timeout",
          { "render-timeout": "soon" },
          /input render-timeout: "soon": expected a whole number of seconds/,
        ],
        ["render-limit", { "render-limit": "0" }, /input render-limit: "0"/],
        ["allow-untrusted-checkout", { "allow-untrusted-checkout": "yes" }, /expected true or false/],
        ["working-directory", { "working-directory": "nowhere" }, /input working-directory: "nowhere": no such folder/],
        ["path", { path: "nowhere" }, /input path: "nowhere": no such file or folder/],
        ["config", { config: "nowhere.yaml" }, /nowhere\.yaml/],
        ["environment", { environment: "prod" }, /prod/],
        ["context", { context: "nowhere" }, /nowhere/],
        ["values", { path: "chart", values: "values-*.yaml" }, /input values: "values-\*\.yaml" names no file/],
      ];
      for (const [title, inputs, message] of refused) {
        const result = await run(inputs, ["helm3"]);
        count.equal(`${title}: the check fails`, result.status, 1);
        const [annotation, ...more] = result.commands.filter(({ name }) => name === "error");
        count.match(`${title}: says what is wrong`, annotation?.text ?? "", message);
        count.equal(`${title}: once`, more.length, 0);
        count.equal(`${title}: nothing is written`, repository.git("status", "--porcelain"), "");
      }
      const missing = await run({ path: "chart" });
      count.match(
        "no Helm: how to get it",
        missing.log,
        /helm is not installed: install Helm in a step before this one/,
      );
      const dependencies = await run({ path: "chart" }, ["helm3"]);
      count.match("a chart without its dependencies says so", dependencies.log, /redis/);
      count.match("and what to do", dependencies.log, /run helm dependency build for the chart/);
      count.equal("and fails", dependencies.status, 1);
      repository.write({
        "new/Chart.yaml": 'apiVersion: v2\nname: new\nversion: 1.0.0\nkubeVersion: ">=1.99.0"\n',
        "new/templates/a.yaml": `{{ if .Capabilities.APIVersions.Has "shop.example/v1" }}\n${deployment("served", "orders")}{{ end }}\n`,
      });
      const older = await run({ path: "new" }, ["helm3"]);
      count.match(
        "a chart for another Kubernetes: what to do",
        older.log,
        /give the cluster's version as the input kube-version/,
      );
      const newer = await run({ path: "new\napps", "kube-version": "1.99" }, ["helm3"]);
      count.match("kube-version", newer.log, /new: 0 Pods/);
      const served = { path: "new\napps", "kube-version": "v1.99.1", "api-versions": "a.example/v1\nshop.example/v1" };
      count.match("api-versions", (await run(served, ["helm3"])).log, /new: 1 Pod$/m);
      repository.write({ new: null, "apps/large.yaml": "#".repeat(1_100_000) });
      const large = await run({ "render-limit": "1" });
      count.match(
        "a file that is too large",
        large.log,
        /large\.yaml: more than 1 MiB, what the input render-limit allows/,
      );
      count.match("does not hide the others", large.log, /: 1 Pod\b/);
      repository.write({ "apps/large.yaml": null });
      repository.write({ "k/kustomization.yaml": "resources: [absent.yaml]\n" });
      const kustomize = await run({ path: "k" });
      count.match(
        "no kustomize: how to get it",
        kustomize.log,
        /kustomize is not installed: install kustomize or kubectl/,
      );
      const absent = await run({ path: "k" }, ["kubectl"]);
      count.match("kustomize's own message", absent.log, /absent\.yaml/);
      const others = await run({ path: "k\napps" }, ["kubectl"]);
      count.match("what can be judged is judged all the same", others.log, /1 Pod/);
      count.equal("and the check fails", others.status, 1);
      const glob = await run({ path: "apps/*.yaml\n!apps/orders.yaml" });
      count.match("what is taken away is not looked at", glob.log, /no Pods found/);
      const folder = await run({ path: ".", "working-directory": "apps" });
      count.match("the configuration lies above the working directory", folder.log, /1 Pod/);
      count.match("notes count from the repository's root", folder.log, /file=apps\/orders\.yaml/);
      repository.write({ k: null, chart: null, "podgraft.yaml": null });
      const none = await run({});
      count.match("no configuration is said", none.log, /no podgraft\.yaml was found, so no cloud is on/);
    } finally {
      repository.remove();
    }
  },
};
