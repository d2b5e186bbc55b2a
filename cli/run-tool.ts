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
  /** Where to end it; by default nowhere. */
  readonly limits?: ToolLimits;
};

/** What a tool may take. */
export type ToolLimits = { readonly seconds: number; readonly mebibytes: number };

/**
 * Runs a program without a shell, in the working directory. Whatever status it exits with is a result. Throws PodgraftError `tool.missing` if
 * there is no such program, `tool.failed` if it cannot be started, a signal ended it, or it went beyond its limits.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { input = "", env = {}, limits }: ToolSurroundings = {},
): Promise<ToolRun> {
  const options = { input, env, reject: false, stripFinalNewline: false, ...boundsOf(limits) } as const;
  const run = await execa(command, args, options);
  if (limits !== undefined) refuseExcess(command, run, limits);
  const { exitCode, signal, code, originalMessage, stdout, stderr } = run;
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

function boundsOf(limits: ToolLimits | undefined): { readonly maxBuffer: number; readonly timeout?: number } {
  if (limits === undefined) return { maxBuffer: Number.POSITIVE_INFINITY };
  return { maxBuffer: limits.mebibytes * 1_048_576, timeout: limits.seconds * 1000 };
}

function refuseExcess(
  command: string,
  { timedOut, isMaxBuffer }: { readonly timedOut: boolean; readonly isMaxBuffer: boolean },
  { seconds, mebibytes }: ToolLimits,
): void {
  if (timedOut) throw new PodgraftError("tool.failed", `${command} was ended after ${seconds} s, the limit`);
  if (isMaxBuffer) {
    throw new PodgraftError("tool.failed", `${command} was ended after ${mebibytes} MiB of output, the limit`);
  }
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
