// Gives every fixture its identity in every way there is, and compares: `npm run -s parity -- [WAY…]`.
// A tool that is not here counts as skipped. The last line counts: `N passed, N failed`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkFixture } from "./check-fixture.ts";
import { checkReports } from "./check-reports.ts";
import { fixtures, type Fixture } from "./fixtures.ts";
import { createWays } from "./ways.ts";

async function main(wanted: readonly string[]): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), "podgraft-parity-"));
  try {
    const { ways, missing } = createWays(scratch);
    for (const { name, reason } of missing) console.log(`skipped: ${name}: ${reason}`);
    const checks = [
      ...ways.map((way) => ({ name: way.name, check: (fixture: Fixture) => checkFixture(fixture, way) })),
      { name: "explain and verify", check: checkReports },
    ];
    const chosen = checks.filter(({ name }) => wanted.length === 0 || wanted.some((one) => name.startsWith(one)));
    let [passed, failed] = [0, 0];
    for (const { name: way, check } of chosen) {
      const faults = new Map<string, readonly string[]>();
      for (const fixture of fixtures()) faults.set(fixture.name, await check(fixture));
      const bad = [...faults].filter(([, found]) => found.length > 0);
      for (const [name, found] of bad) for (const fault of found) console.log(`FAILED ${way}, ${name}: ${fault}`);
      console.log(`${way}: ${faults.size - bad.length} of ${faults.size} fixtures alike`);
      passed += faults.size - bad.length;
      failed += bad.length;
    }
    console.log(`${passed} passed, ${failed} failed`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
