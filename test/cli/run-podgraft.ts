import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../cli/main.js", import.meta.url));

/** How a run ended and what it printed. */
export type Run = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** What a run is given besides its arguments. */
export type Surroundings = {
  readonly cwd: string;
  readonly input?: string | Uint8Array;
  readonly env?: { readonly [name: string]: string };
};

/** Runs the compiled program as its own process. The caller's PODGRAFT_CONFIG does not count. */
export function runPodgraft(args: readonly string[], { cwd, input = "", env = {} }: Surroundings): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH, ...env }, maxBuffer: 256 * 1024 * 1024 };
    const child = execFile(process.execPath, [main, ...args], options, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode, stdout, stderr });
    });
    // A program that refuses its input need not read all of it.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** The JSON values that a run printed, one a line. */
export function printedLines({ stdout }: Run): unknown[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}
