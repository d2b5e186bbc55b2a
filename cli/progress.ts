/** A line on the terminal that says how far a long run has come; nothing anywhere else. */
export type Progress = { next(file: string): void; end(): void };

const manyFiles = 200;
const silent: Progress = { next: () => undefined, end: () => undefined };

/** Starts a progress line if standard error is a terminal and there is much to read. */
export function startProgress(total: number): Progress {
  if (total < manyFiles || !process.stderr.isTTY) return silent;
  let count = 0;
  return {
    next() {
      count += 1;
      if (count % 50 === 0) process.stderr.write(`\rpodgraft: ${count} of ${total} files read`);
    },
    end() {
      process.stderr.write("\r\u001b[K");
    },
  };
}
