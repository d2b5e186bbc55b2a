import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { account, configuration, deployment } from "../manifests.ts";
import { makeRepository } from "../repository.ts";
import type { Suite } from "../suite.ts";

/** Manifests with identities, written for the rendered-manifests pattern. */
export const injectSuite: Suite = {
  name: "inject",
  async run({ action, count, path }) {
    const repository = makeRepository("examples");
    const { folder, write, git } = repository;
    try {
      write({
        "chart/crds/shops.yaml":
          "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: shops.example.com }\n",
      });
      repository.commit("first");
      const run = (inputs: { readonly [name: string]: string } = {}) =>
        action.run({
          workspace: folder,
          inputs: {
            mode: "inject",
            path: "chart\nkustomize\nokd",
            namespace: "shop",
            directory: "rendered-out",
            ...inputs,
          },
          env: { PATH: path("helm3", "kubectl") },
        });
      const first = await run();
      count.equal("everything is written", [first.status, first.outputs.changed], [0, "true"]);
      count.equal("output directory", first.outputs.directory, join(folder, "rendered-out"));
      const written = ["chart/manifests.yaml", "kustomize/overlays/prod/manifests.yaml", "okd/bucket-operator.yaml"];
      for (const file of written) count.ok(`there is ${file}`, existsSync(join(folder, "rendered-out", file)));
      const chart = readFileSync(join(folder, "rendered-out/chart/manifests.yaml"), "utf8");
      count.match("with the identity", chart, /AWS_WEB_IDENTITY_TOKEN_FILE/);
      count.match("with what the chart defines", chart, /kind: CustomResourceDefinition/);
      count.match("the summary counts the files", first.summary, /3 added, 0 changed, 0 removed/);
      const verified = await action.run({ workspace: folder, inputs: { path: "rendered-out" }, env: { PATH: path() } });
      count.equal("what was written passes verification", [verified.status, verified.outputs.violations], [0, "0"]);

      const again = await run();
      count.equal("a second run writes the same", [again.status, again.outputs.changed], [0, "false"]);

      write({
        "rendered-out/mine.yaml": "kind: Mine\n",
        "okd/bucket-operator.yaml": null,
        "okd/other.yaml": "apiVersion: shop.example/v1\nkind: Nothing\n",
      });
      const fewer = await run();
      count.match("what is no longer rendered goes", fewer.summary, /1 added, 0 changed, 1 removed/);
      count.ok("what others wrote stays", existsSync(join(folder, "rendered-out/mine.yaml")));
      count.ok("the file is gone", !existsSync(join(folder, "rendered-out/okd/bucket-operator.yaml")));

      const before = readFileSync(join(folder, "rendered-out/chart/manifests.yaml"), "utf8");
      write({ "chart/templates/broken.yaml": '{{ fail "not today" }}\n' });
      const failing = await run();
      count.equal("a chart that fails: the check fails", [failing.status, failing.outputs.directory], [1, ""]);
      count.match("with Helm's own message", failing.log, /not today/);
      count.equal(
        "and nothing is written",
        readFileSync(join(folder, "rendered-out/chart/manifests.yaml"), "utf8"),
        before,
      );
      git("checkout", "--quiet", "--", "chart");
      write({ "chart/templates/broken.yaml": null });

      write({
        "bad/podgraft.yaml": configuration,
        "bad/a.yaml": account("orders", "orders"),
        "bad/b.yaml": `${deployment("orders")}      volumes: [{ name: aws-iam-token, emptyDir: {} }]\n`,
      });
      const findings = await run({
        path: "bad",
        config: "bad/podgraft.yaml",
        "fail-on": "warning",
        directory: "bad-out",
      });
      count.equal("findings that fail the check", findings.status, 1);
      count.ok("nothing is written then", !existsSync(join(folder, "bad-out")));

      write({ "rendered-out/okd": null, "rendered-out/.podgraft-rendered.json": null, "../outside/none": "" });
      symlinkSync("../../outside", join(folder, "rendered-out/okd"));
      const linked = await run();
      count.match("a link in the directory leads nowhere", linked.log, /okd\/other\.yaml" leads out of the workspace/);
      count.equal("nothing is written through it", readdirSync(join(folder, "../outside")), ["none"]);
      write({ "rendered-out/okd": null, "rendered-out/kustomize": null, "rendered-out/okd/other.yaml/in-the-way": "" });
      const inTheWay = await run();
      count.match(
        "a folder where a file belongs",
        inTheWay.log,
        /cannot be written, nothing is: .*okd\/other\.yaml is a folder/,
      );
      count.ok("nothing is written then", !existsSync(join(folder, "rendered-out/kustomize")));
      count.equal("and nothing left over", readdirSync(join(folder, "rendered-out")).sort(), [
        "chart",
        "mine.yaml",
        "okd",
      ]);
      write({ "rendered-out/okd": null });
      const values = await run({
        path: "chart",
        values: "values.yaml\nvalues.yaml, values.yaml",
        directory: "choices",
      });
      count.equal("each choice of values has its file", values.status, 0);
      count.ok("called like the choice", existsSync(join(folder, "choices/chart/values.yaml")));
      const same = await run({ path: "chart", values: "values.yaml\nvalues.yaml", directory: "twice" });
      count.match("two renderings of one place", same.log, /two renderings would be written to chart\/values\.yaml/);
    } finally {
      repository.remove();
    }
  },
};
