import { readFileSync } from "node:fs";

/** The text of a file that may change: re-read at most every `everyMs`, at once where `fresh` is asked for. */
export type ChangingFile = (fresh?: boolean) => string;

/**
 * Reads a file that others replace, as the kubelet replaces tokens and CA bundles. The first read throws what the file system says; later a
 * file that cannot be read, or is empty because it is just being written, leaves the last good text in force.
 */
export function readChanging(path: string, everyMs: number, now: () => number = () => performance.now()): ChangingFile {
  let text = readFileSync(path, "utf8");
  let readAt = now();
  return (fresh = false) => {
    if (!fresh && now() - readAt < everyMs) return text;
    readAt = now();
    try {
      const again = readFileSync(path, "utf8");
      if (again.trim() !== "") text = again;
    } catch {
      // The last good text may still be accepted; if not, the API server says so.
    }
    return text;
  };
}
