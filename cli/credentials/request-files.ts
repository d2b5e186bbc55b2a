import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";

/**
 * The files that an operand names: itself, or of a folder those that the official tool reads there: direct children that end in `.yaml` or
 * `.yml`, hidden ones too, in the byte order of their names. Throws PodgraftError `input.unreadable`.
 */
export function requestFiles(operand: string): string[] {
  if (operand === "-") return [operand];
  try {
    if (!statSync(operand).isDirectory()) return [operand];
    const names = readdirSync(operand, { withFileTypes: true }).filter((entry) => !entry.isDirectory());
    return names
      .map(({ name }) => name)
      .filter((name) => /\.ya?ml$/.test(name))
      .sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
      .map((name) => join(operand, name));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PodgraftError("input.unreadable", `cannot be read: ${reason}`, { file: operand }, { cause });
  }
}
