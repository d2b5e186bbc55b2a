import { createWriteStream, openSync, readFileSync } from "node:fs";
import { execa } from "execa";
import { within } from "./wait.ts";

/** A program that runs beside the tests. */
export type Running = {
  readonly name: string;
  readonly pid: number;
  /** How it ended, as soon as it did. */
  readonly outcome: () => string | undefined;
  /** Sends the signal and waits until the process is gone. Nothing happens if it is gone already. */
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Promise<void>;
  /** The last lines of what it printed, without those that only inform. */
  readonly tail: (lines: number) => string;
};

/** Starts a program with its output in `log`. It never outlives this process, unless that is killed with SIGKILL. */
export function startProcess(name: string, path: string, flags: readonly string[], log: string): Running {
  // The program writes to the file itself: an open descriptor is handed over, and nothing passes through this process.
  const output = createWriteStream(log, { fd: openSync(log, "a") });
  const child = execa(path, flags, {
    stdin: "ignore",
    stdout: output,
    stderr: output,
    buffer: false,
    reject: false,
    // When this process ends, for whatever reason, nobody is left to wait for an orderly end; nothing here is worth keeping.
    cleanup: true,
    killSignal: "SIGKILL",
    forceKillAfterDelay: false,
  });
  output.destroy();
  if (child.pid === undefined) throw new Error(`${name} does not start from ${path}`);
  let outcome: string | undefined;
  const ended = child.then(({ exitCode, signal }) => {
    outcome = signal === undefined ? `it ended with status ${String(exitCode)}` : `it was ended by ${signal}`;
  });
  return {
    name,
    pid: child.pid,
    outcome: () => outcome,
    async end(signal) {
      if (outcome !== undefined) return;
      child.kill(signal);
      await within(`the end of ${name} after ${signal}`, ended);
    },
    tail: (lines) => telling(readFileSync(log, "utf8")).slice(-lines).join("\n"),
  };
}

/** Kubernetes' components begin a line with its severity: I0102 for information on 2 January, W, E or F for what is worse. */
function telling(text: string): string[] {
  return text
    .trimEnd()
    .split("\n")
    .filter((line) => !/^I\d{4} /.test(line));
}
