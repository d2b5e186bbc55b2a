// Runs the packed Action as GitHub runs it, in repositories of its own: `npm run -s test:action [-- SUITE…]`.
// The last line counts: `N passed, N failed`.
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findNode24 } from "../../scripts/tools/node24.ts";
import { findKustomize } from "../../scripts/tools/find-kustomize.ts";
import { findHelm3, findHelm4, findKubectl135 } from "../../scripts/tools/real-tools.ts";
import { createCount } from "../e2e/count.ts";
import { packAction } from "./packed-action.ts";
import type { Suite, Surroundings } from "./suite.ts";
import { suites } from "./suites.ts";

const found = { helm3: findHelm3(), helm4: findHelm4(), kubectl: findKubectl135(), kustomize: findKustomize() };
/** Wherever this machine has it. */
const git =
  (process.env.PATH ?? "")
    .split(":")
    .map((folder) => join(folder, "git"))
    .find((file) => existsSync(file)) ?? "/usr/bin/git";
const called = { helm3: "helm", helm4: "helm", kubectl: "kubectl", kustomize: "kustomize" } as const;

async function main(names: readonly string[]): Promise<number> {
  const count = createCount((line) => console.log(line));
  const scratch = mkdtempSync(join(tmpdir(), "podgraft-action-tools-"));
  const node = await findNode24();
  // The Action has to run under the Node that it names: another one proves little.
  count.ok("Node 24, which action.yml names", node.path !== undefined, () => node.reason ?? "");
  const action = packAction(node.path ?? process.execPath);
  try {
    const missing: Surroundings["missing"] = (renderer) => found[renderer].reason;
    const surroundings = { action, count, missing, path: createPath(scratch) };
    for (const suite of suites.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const before = count.totals();
      const started = Date.now();
      await runWhole(suite, surroundings);
      const { passed, failures } = count.totals();
      const seconds = Math.round((Date.now() - started) / 1000);
      console.log(
        `${suite.name}: ${passed - before.passed} passed, ${failures.length - before.failures.length} failed (${seconds} s)`,
      );
    }
  } finally {
    action.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
  const { passed, failures } = count.totals();
  for (const failure of failures.slice(0, 15)) console.log(failure.slice(0, 500));
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 && passed > 0 ? 0 : 1;
}

/** What a suite stumbles over is a failure of it, and the others run all the same. */
async function runWhole(suite: Suite, surroundings: Surroundings): Promise<void> {
  try {
    await suite.run(surroundings);
  } catch (error) {
    surroundings.count.ok(`${suite.name} runs to its end`, false, () => String(error));
  }
}

/** Only what is named is found: the machine may have renderers of its own elsewhere than in the system's folders. */
function createPath(scratch: string): Surroundings["path"] {
  return (...renderers) => {
    const folder = mkdtempSync(join(scratch, "bin-"));
    for (const renderer of renderers) {
      const { path } = found[renderer];
      if (path !== undefined) symlinkSync(path, join(folder, called[renderer]));
    }
    symlinkSync(git, join(folder, "git"));
    return folder;
  };
}

process.exitCode = await main(process.argv.slice(2));
