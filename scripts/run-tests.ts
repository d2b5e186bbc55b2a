// Runs the compiled tests and closes with one line of counts.
// Usage: node dist/scripts/run-tests.js [compiled test files…]   (default: all of dist/test)
import { readFileSync, rmSync } from "node:fs";
import { execa } from "execa";
import { tallyTap } from "./lib/tap-tally.ts";

const stream = ".tap/output.tap";

rmSync(stream, { force: true });
const run = await execa("tap", [`--output-file=${stream}`, ...process.argv.slice(2)], {
  preferLocal: true,
  reject: false,
  stdin: "ignore",
  stdout: "inherit",
  stderr: "inherit",
});
process.exitCode = report(run.exitCode ?? 1);

/** Prints the counts; the exit status is tap's, but never 0 when a count says that something failed or nothing ran. */
function report(status: number): number {
  const tally = readTally();
  if (tally === undefined) {
    console.error("The run was cut off: tap left no counts.");
    return status === 0 ? 1 : status;
  }
  for (const skip of tally.skips) console.log(`skipped: ${skip}`);
  const { passed, failed, skipped, files } = tally;
  console.log(`${passed} assertions passed, ${failed} failed, ${skipped} skipped in ${files} test files`);
  return status === 0 && (failed > 0 || passed === 0) ? 1 : status;
}

function readTally(): ReturnType<typeof tallyTap> {
  try {
    return tallyTap(readFileSync(stream, "utf8"));
  } catch {
    return undefined;
  }
}
