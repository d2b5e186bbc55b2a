import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { account, configuration, deployment } from "../manifests.ts";
import { makeRepository } from "../repository.ts";
import type { Suite } from "../suite.ts";

const chart = (name: string, more = ""): string => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${more}`;
const template = (name: string): string =>
  deployment("orders").replace("name: orders\n", `name: "{{ .Release.Name }}-${name}"\n`);
const overlay = "resources: [../base]\npatches: [{ path: patch.yaml }]\n";
const patch =
  "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: orders, namespace: shop }\nspec: { replicas: 3 }\n";

/** What is a chart, a kustomization or a manifest, and what is part of one. */
export const discoverySuite: Suite = {
  name: "discovery",
  async run({ action, count, path }) {
    const repository = makeRepository();
    const { folder, write } = repository;
    try {
      write({
        "podgraft.yaml": configuration,
        "accounts/orders.yaml": account("orders", "orders"),
        "shop/Chart.yaml": chart("shop"),
        "shop/values.yaml": "replicas: 1\n",
        "shop/templates/web.yaml": template("web"),
        "shop/charts/stock/Chart.yaml": chart("stock"),
        "shop/charts/stock/templates/stock.yaml": template("stock"),
        "shop/examples/plain.yaml": deployment("example", "orders"),
        "helpers/Chart.yaml": chart("helpers", "type: library\n"),
        "kustomize/base/kustomization.yaml": "resources: [orders.yaml]\n",
        "kustomize/base/orders.yaml": deployment("orders"),
        "kustomize/prod/kustomization.yaml": overlay,
        "kustomize/prod/patch.yaml": patch,
        "kustomize/debug/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n",
        "plain/orders.yaml": deployment("plain", "orders"),
        ".hidden/orders.yaml": deployment("hidden"),
        "plain/mkdocs.yml": "nav: !!python/name:shop.nav\n",
        "plain/template.yaml.j2": "{% if x %}",
        "package.json": "{}\n",
      });
      repository.commit();
      const found = async (inputs: { readonly [name: string]: string }): Promise<string[]> => {
        const { log, summary } = await action.run({
          workspace: folder,
          inputs: { context: "accounts", namespace: "shop", "report-dir": "../work/.out", ...inputs },
          env: { PATH: path("helm3", "kubectl") },
        });
        const several = [...log.matchAll(/^podgraft: (.*): (\d+) Pods?$/gm)].map(([, unit, pods]) => `${unit} ${pods}`);
        const [, only = "none"] = /<sub>([^·<]+?) · /.exec(summary) ?? [];
        const [, pods = "0"] = /^podgraft: (\d+) Pods?:/m.exec(log) ?? [];
        return several.length > 0 ? several : [`${only.replaceAll("\\", "")} ${pods}`];
      };
      const cases: readonly (readonly [title: string, inputs: { readonly [name: string]: string }, units: string[]])[] =
        [
          ["everything", {}, ["kustomize/prod 1", "manifests 1", "shop 2"]],
          ["each chart's file by a glob", { path: "**/Chart.yaml" }, ["helm shop 2"]],
          ["templates by a glob", { path: "shop/templates/*.yaml" }, ["helm shop 2"]],
          ["a template by its name", { path: "shop/templates/web.yaml" }, ["helm shop 2"]],
          ["a sub-chart by its name", { path: "shop/charts/stock" }, ["helm shop/charts/stock 1"]],
          ["a folder of a chart by its name", { path: "shop/examples" }, ["manifests 1"]],
          ["every file by a glob", { path: "**/*.yaml" }, ["kustomize/prod 1", "manifests 1", "shop 2"]],
          ["every folder by a glob", { path: "**" }, ["kustomize/prod 1", "manifests 1", "shop 2"]],
          ["patches by a glob", { path: "kustomize/**/patch.yaml" }, ["kustomize kustomize/prod 1"]],
          ["a base by a glob", { path: "kustomize/base/*.yaml" }, ["kustomize kustomize/base 1"]],
          ["a base by its name", { path: "kustomize\nkustomize/base" }, ["kustomize/base 1", "kustomize/prod 1"]],
          ["what is taken away", { path: "**/*.yaml\n!shop/**\n!kustomize/**" }, ["manifests 1"]],
          ["a hidden folder by its name", { path: ".hidden" }, ["manifests 1"]],
          ["charts alone", { renderer: "helm" }, ["helm shop 2"]],
          ["kustomizations alone", { renderer: "kustomize" }, ["kustomize kustomize/prod 1"]],
          ["files alone", { renderer: "none", path: "plain\nkustomize/base" }, ["manifests 2"]],
          [
            "below a working directory",
            { "working-directory": "shop", path: "templates", context: "../accounts" },
            ["helm . 2"],
          ],
        ];
      for (const [title, inputs, units] of cases) count.equal(title, await found(inputs), units);

      write({ "Chart.yaml": chart("whole"), "templates/web.yaml": template("web") });
      count.equal("a chart at the root", await found({}), ["helm . 1"]);
      count.equal("and what lies beside its own folders", await found({ path: ".\nplain" }), [". 1", "manifests 1"]);
      write({ "Chart.yaml": null, templates: null });

      write({
        "apps (new)/one/kustomization.yaml": "resources: [orders.yaml]\n",
        "apps (new)/one/orders.yaml": deployment("one", "orders"),
      });
      const inject = { mode: "inject", path: ".\n!shop\n!shop/**" };
      const first = await action.run({ workspace: folder, inputs: inject, env: { PATH: path("kubectl") } });
      count.equal("inject: everything", [first.status, first.outputs.changed], [0, "true"]);
      count.ok(
        "a folder's name can have anything",
        existsSync(join(folder, "podgraft-rendered/apps (new)/one/manifests.yaml")),
      );
      const written = readdirSync(join(folder, "podgraft-rendered"), { recursive: true, withFileTypes: true });
      count.equal(
        "only manifests are written",
        written
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
          .sort(),
        [".podgraft-rendered.json", "manifests.yaml", "manifests.yaml", "orders.yaml", "orders.yaml"],
      );
      const again = await action.run({ workspace: folder, inputs: inject, env: { PATH: path("kubectl") } });
      count.equal("what was written is not rendered again", [again.status, again.outputs.changed], [0, "false"]);
      count.ok("nor written into itself", !existsSync(join(folder, "podgraft-rendered/podgraft-rendered")));
    } finally {
      repository.remove();
    }
  },
};
