import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { account, configuration, deployment } from "../manifests.ts";
import { makeRepository, type Repository } from "../repository.ts";
import type { Suite } from "../suite.ts";

/** Names that are alike: a kustomization called as plain manifests are, and folders that would have one file. */
export const namesSuite: Suite = {
  name: "names",
  async run({ action, count, path }) {
    const repository = makeRepository();
    try {
      const kustomization = "resources: [orders.yaml]\n";
      const files = (role: string): Parameters<Repository["write"]>[0] => ({
        "podgraft.yaml": configuration,
        "manifests/kustomization.yaml": kustomization,
        "manifests/orders.yaml": deployment("orders"),
        "a/b/kustomization.yaml": kustomization,
        "a/b/orders.yaml": deployment("orders"),
        "a-b/kustomization.yaml": kustomization,
        "a-b/orders.yaml": deployment("orders"),
        "plain.yaml": deployment("plain", "orders"),
        "accounts/orders.yaml": account("orders", role),
      });
      repository.write(files("first"));
      const base = repository.commit("first");
      repository.write(files("second"));
      repository.commit("second");
      const result = await action.run({
        workspace: repository.folder,
        inputs: { mode: "diff", "base-ref": base, context: "accounts", "report-dir": "out" },
        env: { PATH: path("kubectl") },
      });
      count.match("units of like names are told apart", result.summary, /identity changes: 4 changed/);
      const written = readdirSync(join(repository.folder, "out/diff")).filter((name) => name.endsWith(".json"));
      count.equal("each has its file", written.sort(), [
        "a-b-2.json",
        "a-b.json",
        "manifests-plain-files.json",
        "manifests.json",
      ]);
      repository.write({ out: null });
      symlinkSync("../..", join(repository.folder, "out"));
      const linked = await action.run({
        workspace: repository.folder,
        inputs: { path: "plain.yaml", "report-dir": "out/report" },
        env: { PATH: path() },
      });
      count.match(
        "a folder of results by a link",
        linked.log,
        /input report-dir: "out\/report" leads out of the workspace/,
      );
    } finally {
      repository.remove();
    }
  },
};
