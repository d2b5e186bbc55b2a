import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeRepository } from "../repository.ts";
import type { Suite } from "../suite.ts";

/** The runner ends a cancelled step with a signal: nothing of it goes on, and nothing is left. */
export const cancelledSuite: Suite = {
  name: "cancelled",
  async run({ action, count, path }) {
    const repository = makeRepository();
    const { folder, write, commit, git } = repository;
    try {
      write({ "c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n" });
      commit("chart");
      const alive = join(folder, "../alive");
      const tools = path();
      // Of the head it makes nothing where there is a base to come; then it goes on and on, as a child of its own does.
      const child = `setInterval(() => require("fs").appendFileSync(${JSON.stringify(alive)}, "."), 20)`;
      const script = `if (process.argv[4].includes("podgraft-base-") || process.env.HELM_FOR_EVER) {
  require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" });
  setTimeout(() => {}, 60_000);
}`;
      writeFileSync(join(tools, "helm"), `#!${process.execPath}\n${script}\n`);
      chmodSync(join(tools, "helm"), 0o755);
      const temporary = join(folder, "../temporary");
      mkdirSync(temporary);
      for (const mode of ["diff", "verify"]) {
        const result = await action.run({
          workspace: folder,
          inputs: { path: "c", mode, "base-ref": "HEAD" },
          env: { PATH: tools, TMPDIR: temporary, ...(mode === "verify" ? { HELM_FOR_EVER: "yes" } : {}) },
          cancelledBy: alive,
        });
        count.equal(`${mode}: it ends by the signal`, result.status, 143);
        count.equal(`${mode}: there is no worktree`, git("worktree", "list").split("\n").length, 1);
        count.equal(`${mode}: and no folder`, readdirSync(temporary), []);
        const { length } = readFileSync(alive, "utf8");
        await sleep(300);
        count.equal(`${mode}: nothing that it started goes on`, readFileSync(alive, "utf8").length, length);
        if (existsSync(alive)) rmSync(alive);
      }
    } finally {
      repository.remove();
    }
  },
};
