import { execa } from "execa";
import { PodgraftError } from "../engine/errors.ts";

/** What a tool printed and how it ended. */
export type ToolRun = { readonly status: number; readonly stdout: string; readonly stderr: string };

/** What a tool is given besides its arguments. */
export type ToolSurroundings = {
  /** Its standard input; nothing by default. */
  readonly input?: string;
  /** Variables on top of the environment. */
  readonly env?: { readonly [name: string]: string };
};

/**
 * Runs a program without a shell, in the working directory. Whatever status it exits with is a result. Throws PodgraftError `tool.missing` if
 * there is no such program, `tool.failed` if it cannot be started or a signal ended it.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { input = "", env = {} }: ToolSurroundings = {},
): Promise<ToolRun> {
  const options = { input, env, reject: false, stripFinalNewline: false, maxBuffer: Number.POSITIVE_INFINITY } as const;
  const { exitCode, signal, code, originalMessage, stdout, stderr } = await execa(command, args, options);
  if (code === "ENOENT") {
    throw new PodgraftError(
      "tool.missing",
      `cannot be started: there is no program ${command}; install it, or name it with its path`,
    );
  }
  if (exitCode !== undefined) return { status: exitCode, stdout, stderr };
  const reason =
    signal === undefined ? `cannot be started: ${originalMessage ?? "no reason given"}` : `ended by ${signal}`;
  throw new PodgraftError("tool.failed", `${command}: ${reason}`);
}

/**
 * Runs a program that has to succeed, and gives what it printed. Throws PodgraftError `tool.failed` with its status and its own message, and
 * what {@link runTool} throws.
 */
export async function runToolOrFail(
  command: string,
  args: readonly string[],
  surroundings: ToolSurroundings = {},
): Promise<ToolRun> {
  const run = await runTool(command, args, surroundings);
  if (run.status === 0) return run;
  throw toolFailure(command, run);
}

/** The error for a tool that did not succeed: its status and its own message. */
export function toolFailure(command: string, { status, stderr }: ToolRun): PodgraftError {
  const said = stderr.trim();
  return new PodgraftError("tool.failed", `${command} exited with ${status}${said === "" ? "" : `:\n${said}`}`);
}
