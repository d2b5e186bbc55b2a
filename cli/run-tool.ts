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
  const running = execa(command, args, options);
  const isLate = limits === undefined ? () => false : endInTime(running, limits.seconds);
  const run = await running;
  if (limits !== undefined) refuseExcess(command, { isLate: isLate(), isMaxBuffer: run.isMaxBuffer }, limits);
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

function boundsOf(limits: ToolLimits | undefined): { readonly maxBuffer: number; readonly detached?: true } {
  if (limits === undefined) return { maxBuffer: Number.POSITIVE_INFINITY };
  return { maxBuffer: limits.mebibytes * 1_048_576, detached: true };
}

type Running = Pick<ReturnType<typeof execa>, "pid" | "once">;

/**
 * Ends a program of a process group of its own with all that it has started: after the time, at its own end, and at ours. A program that is
 * ended alone leaves its children behind, and they hold its output open. Gives whether it took too long.
 */
function endInTime(running: Running, seconds: number): () => boolean {
  let late = false;
  const end = (): void => endGroup(running.pid);
  const timer = setTimeout(() => {
    late = true;
    end();
  }, seconds * 1000);
  process.once("exit", end);
  const ended = (): void => {
    clearTimeout(timer);
    process.off("exit", end);
    end();
  };
  running.once("exit", ended);
  running.once("error", ended);
  return () => late;
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // None of it is left.
  }
}

function refuseExcess(
  command: string,
  { isLate, isMaxBuffer }: { readonly isLate: boolean; readonly isMaxBuffer: boolean },
  { seconds, mebibytes }: ToolLimits,
): void {
  if (isLate) throw new PodgraftError("tool.failed", `${command} was ended after ${seconds} s, the limit`);
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
