import { writeFileSync } from "node:fs";
import { PodgraftError } from "../../engine/errors.ts";
import { switchOption, textOption, type Call, type Option, type Outcome } from "../command.ts";

/** The option of commands that make a configuration: whether an old one may go. */
export const forceOption: Option = { name: "force", description: "Replace the file if it is there" };

/**
 * Writes a configuration to the file that `--output` names (else `fallback`), or to standard output for `-`. `told` goes to standard error.
 * Throws PodgraftError `usage.invalid` if the file is there and `--force` is not given, `input.unreadable` if it cannot be written.
 */
export function writeConfiguration(call: Call, text: string, fallback: string, told: readonly string[]): Outcome {
  const file = textOption(call, "output") ?? fallback;
  const stderr = told.map((line) => `${line}\n`).join("");
  if (file === "-") return { status: 0, stdout: text, stderr };
  try {
    writeFileSync(file, text, { flag: switchOption(call, "force") ? "w" : "wx" });
  } catch (cause) {
    const exists = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    if (exists) {
      const message = "is there already; name another file with --output, or give --force to replace it";
      throw new PodgraftError("usage.invalid", message, { file }, { cause });
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PodgraftError("input.unreadable", `cannot be written: ${reason}`, { file }, { cause });
  }
  return { status: 0, stderr: `${stderr}${file}: written\n` };
}
