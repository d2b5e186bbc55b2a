import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { PodgraftError } from "../engine/errors.ts";

/** The most that is read for objects on their own, 32 MiB: etcd takes 1.5 MiB of one. */
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
  let bytes = Buffer.allocUnsafe(65_536);
  let size = 0;
  for (;;) {
    if (size === bytes.length) bytes = Buffer.concat([bytes], size * 2);
    const read = readOnce(descriptor, bytes.subarray(size));
    if (read === 0) return bytes.subarray(0, size);
    size += read;
    if (size > limit) {
      const message = `more than ${limit / 1_048_576} MiB, the most that is read here; expected single objects, and etcd takes 1.5 MiB of one`;
      throw new PodgraftError("input.too_large", message, { file });
    }
  }
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
