import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { account, configuration, deployment } from "./manifests.ts";

/** The project's examples: a chart, kustomizations, rendered manifests and their configuration. */
const examples = fileURLToPath(new URL("../../../examples", import.meta.url));

/** A git repository for one test. */
export type Repository = {
  readonly folder: string;
  /** Writes files; a content of null removes one. */
  readonly write: (files: { readonly [path: string]: string | null }) => void;
  /** Commits everything and gives the commit. */
  readonly commit: (message?: string) => string;
  readonly git: (...args: readonly string[]) => string;
  readonly remove: () => void;
};

/** Makes an empty repository, or one that holds the project's examples. */
export function makeRepository(content: "empty" | "examples" = "empty"): Repository {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "podgraft-repository-")));
  const folder = join(scratch, "work");
  mkdirSync(folder);
  const git = gitIn(folder);
  git("init", "--quiet", "--initial-branch=main");
  if (content === "examples") cpSync(examples, folder, { recursive: true });
  return {
    folder,
    git,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        if (text === null) rmSync(file, { recursive: true });
        else writeFileSync(file, text);
      }
    },
    commit(message = "change") {
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "--message", message);
      return git("rev-parse", "HEAD");
    },
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}

/** Makes a repository with one workload whose ServiceAccount names a role, and the configuration that gives it its identity. */
export function makeShop(): Repository {
  const repository = makeRepository();
  repository.write({
    "podgraft.yaml": configuration,
    "apps/orders.yaml": deployment("orders"),
    "apps/account.yaml": account("orders", "orders"),
  });
  return repository;
}

/** Runs git in a folder, whatever the user's own settings are. */
export function gitIn(folder: string): (...args: readonly string[]) => string {
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_AUTHOR_NAME: "Dev",
    GIT_AUTHOR_EMAIL: "dev@example.com",
    GIT_COMMITTER_NAME: "Dev",
    GIT_COMMITTER_EMAIL: "dev@example.com",
  };
  return (...args) =>
    execFileSync("git", ["-C", folder, ...args], { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** What GitHub checks out for a pull request: the base with the branch merged into it. Gives the commits. */
export function mergePullRequest({ git }: Repository, base: string, head: string): string {
  git("checkout", "--quiet", "--detach", base);
  git("merge", "--quiet", "--no-ff", "--message", "merge", head);
  return git("rev-parse", "HEAD");
}
