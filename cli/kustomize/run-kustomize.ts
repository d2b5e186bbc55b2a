import { basename } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { hasDocuments } from "../../renderer/stream/has-documents.ts";
import { runToolOrFail, type ToolLimits, type ToolRun } from "../run-tool.ts";

/** What builds a kustomization. */
export type KustomizeCall = {
  /** What the build may take; without limits if absent. */
  readonly limits?: ToolLimits | undefined;
  /** The program, if one was named: `kustomize`, `kubectl`, a path of either, or with arguments of its own behind blanks. */
  readonly command: string | undefined;
  /** The folder and kustomize's own flags. */
  readonly args: readonly string[];
  /** Whether a kustomization may come to nothing. */
  readonly allowEmpty: boolean;
};

/**
 * Builds a kustomization, without a shell. Where no program is named, kustomize is taken, or kubectl where there is none. Throws PodgraftError
 * `tool.missing`, `tool.failed` with kustomize's own message, and `internal.empty_output` where nothing came out, as after a transformer that
 * printed nothing: kustomize calls that a success.
 */
export async function buildKustomization({ command, args, allowEmpty, limits }: KustomizeCall): Promise<ToolRun> {
  const run = command === undefined ? await buildWithEither(args, limits) : await build(command, args, limits);
  if (allowEmpty || hasDocuments(run.stdout)) return run;
  throw new PodgraftError(
    "internal.empty_output",
    "the kustomization came to nothing; kustomize takes a transformer that prints nothing for a success. If nothing is meant, give --allow-empty",
  );
}

async function buildWithEither(args: readonly string[], limits: ToolLimits | undefined): Promise<ToolRun> {
  try {
    return await build("kustomize", args, limits);
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
  }
  try {
    return await build("kubectl", args, limits);
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    const message = "there is neither kustomize nor kubectl; install one of them, or name it with --kustomize-command";
    throw new PodgraftError("tool.missing", message, {}, { cause });
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof PodgraftError && cause.code === "tool.missing";
}

function build(command: string, args: readonly string[], limits: ToolLimits | undefined): Promise<ToolRun> {
  const [program, ...before] = buildCommand(command);
  return runToolOrFail(program, [...before, ...args], limits === undefined ? {} : { limits });
}

/** The program and what makes it build: `kubectl kustomize`, `kustomize build`; what has arguments already is taken as it is. */
export function buildCommand(command: string): [string, ...string[]] {
  const [program = "", ...before] = command.trim().split(/\s+/);
  if (program === "")
    throw new PodgraftError("usage.invalid", "--kustomize-command: expected a program, found nothing");
  if (before.length > 0) return [program, ...before];
  return [program, basename(program).startsWith("kubectl") ? "kustomize" : "build"];
}
