import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { PodgraftError } from "../engine/errors.ts";

/** The most that one object may have, 32 MiB: etcd takes 1.5 MiB. */
export const largestObject: number = 32 * 1024 * 1024;

/** How a source is called in messages. */
export function sourceName(operand: string): string {
  return operand === "-" ? "standard input" : operand;
}

/**
 * Reads a file, or standard input for `-`, as UTF-8 text; a byte order mark is kept. Throws PodgraftError `input.unreadable` for what
 * cannot be read or is not UTF-8, `input.too_large` beyond `limit` bytes (nothing more than that is read).
 */
export function readText(operand: string, limit: number = Number.POSITIVE_INFINITY): string {
  const file = sourceName(operand);
  const bytes = readBytes(operand, file, limit);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new PodgraftError("input.unreadable", "not UTF-8 text; save it as UTF-8", { file }, { cause });
  }
}

function readBytes(operand: string, file: string, limit: number): Uint8Array {
  let descriptor: number | undefined;
  try {
    descriptor = operand === "-" ? 0 : openSync(operand, "r");
    if (operand !== "-" && fstatSync(descriptor).isDirectory()) {
      throw new PodgraftError("input.unreadable", "a directory, where a file is meant", { file });
    }
    return readAll(descriptor, file, limit);
  } catch (cause) {
    if (cause instanceof PodgraftError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PodgraftError("input.unreadable", `cannot be read: ${reason}`, { file }, { cause });
  } finally {
    if (descriptor !== undefined && descriptor !== 0) closeSync(descriptor);
  }
}

function readAll(descriptor: number, file: string, limit: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = new Uint8Array(65_536);
    const read = readOnce(descriptor, chunk);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    size += read;
    if (size > limit) throw new PodgraftError("input.too_large", `more than ${limit / 1_048_576} MiB, the most that one object may have`, { file });
  }
  return Buffer.concat(chunks);
}

/** A terminal or pipe that has nothing yet answers EAGAIN where it was opened without blocking. */
function readOnce(descriptor: number, chunk: Uint8Array): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
