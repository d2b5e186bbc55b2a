// Repeats in few lines what the last run of the tests found wrong, for the end of a long log.
// Usage: node dist/scripts/list-failures.js   (status 1: the run left nothing to repeat)
import { readFileSync } from "node:fs";
import { tapFailures } from "./lib/tap-failures.ts";

const most = 40;

const lines = tapFailures(readFileSync(".tap/output.tap", "utf8"));
for (const line of lines.slice(0, most)) console.log(line);
if (lines.length > most) console.log(`… and ${lines.length - most} lines more`);
if (lines.length === 0) process.exitCode = 1;
