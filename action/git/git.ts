import { PodgraftError } from "../../engine/errors.ts";
import { runTool, runToolOrFail } from "../../cli/run-tool.ts";

/** No hook, no file system monitor that the checkout's own configuration names. Owners differ in container jobs. */
const cautious = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "safe.directory=*"];

/** No network: a partial clone fetches what it lacks while it checks out. */
const quiet = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  LC_ALL: "C",
};

/** What git prints in a folder, trimmed; undefined where it fails, and where there is no git. */
export async function askGit(folder: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    const { status, stdout } = await runTool("git", [...cautious, "-C", folder, ...args], { env: quiet });
    return status === 0 ? stdout.trim() : undefined;
  } catch (cause) {
    if (cause instanceof PodgraftError && cause.code === "tool.missing") return undefined;
    throw cause;
  }
}

/** Runs git in a folder, with further variables. Throws PodgraftError `tool.*` with its own message. */
export async function runGit(
  folder: string,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
): Promise<void> {
  await runToolOrFail("git", [...cautious, "-C", folder, ...args], { env: { ...quiet, ...env } });
}

/** The folder that holds the working tree, undefined outside of any. */
export function repositoryRoot(folder: string): Promise<string | undefined> {
  return askGit(folder, "rev-parse", "--show-toplevel");
}

/** The commit that is checked out, undefined where there is none. */
export function headCommit(folder: string): Promise<string | undefined> {
  return askGit(folder, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
}

/** The parents of the commit that is checked out, as it names them: a shallow clone has the names, not the commits. */
export async function headParents(folder: string): Promise<readonly string[]> {
  const commit = (await askGit(folder, "cat-file", "commit", "HEAD")) ?? "";
  const [head = ""] = commit.split("\n\n");
  return [...head.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, parent = ""]) => parent);
}
