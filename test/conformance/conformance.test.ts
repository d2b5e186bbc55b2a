import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { loadRuleModule } from "../../engine/wasm/load.ts";
import { readCases } from "./cases.ts";
import { findOpa } from "./opa.ts";
import { ownCaseFiles } from "./run.ts";
import { runCases } from "./suite.ts";

const policies = fileURLToPath(new URL("../../../policies", import.meta.url));
const binary = findOpa();
const noOpa = "no opa in the cache (.ci/run installs it where Go is present)";
t.test("every case through OPA too", { skip: binary === undefined ? noOpa : false }, (t) => {
  t.ok(binary, "done below, with the cases");
  t.end();
});

for (const file of ownCaseFiles()) {
  t.test(basename(file), (t) => {
    const verdicts = runCases(
      readCases(file),
      loadRuleModule(),
      binary === undefined ? undefined : { binary, policies },
    );
    for (const { given, faults } of verdicts) t.strictSame(faults, [], given.id);
    t.ok(verdicts.length > 0, "there are cases");
    t.end();
  });
}
