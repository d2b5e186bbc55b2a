import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { decide, type ChainResult } from "../../../engine/decide.ts";
import { isJsonObject, type JsonObject } from "../../../engine/json.ts";
import { loadRuleModule } from "../../../engine/wasm/load.ts";
import { nameless, restsOnName } from "../../../plugin/server/rests-on-name.ts";
import { readCases, type Case } from "../../conformance/cases.ts";
import { subjectOf } from "../../conformance/outcome.ts";
import { ownCaseFiles } from "../../conformance/run.ts";
import { chainOf } from "../../conformance/suite.ts";

const module = loadRuleModule();
const codes = fileURLToPath(new URL("../../../../policies/schema/codes/", import.meta.url));

/** What is decided for a case's Pod under this name; undefined where it does not decode. */
function decideNamed(given: Case, name: string): ChainResult | undefined {
  const { metadata } = given.pod;
  const pod: JsonObject = { ...given.pod, metadata: { ...(isJsonObject(metadata) ? metadata : {}), name } };
  try {
    return decide(subjectOf(given, pod), module, chainOf(given, {}));
  } catch {
    return undefined;
  }
}

t.test("what is said to rest on no name comes out the same under any", async (t) => {
  let held = 0;
  let resting = 0;
  for (const given of ownCaseFiles().flatMap(readCases)) {
    const [one, other] = [decideNamed(given, "orders-aaaaa"), decideNamed(given, "orders-bbbbb")];
    if (one === undefined || other === undefined) continue;
    const decisions = one.decisions.map(({ provider, decision: { outcome, reason } }) => {
      return { provider, outcome, reason: reason.code };
    });
    if (restsOnName({ decisions }, { exceptions: [] })) {
      resting += 1;
      continue;
    }
    held += 1;
    t.same(
      [other.outcome, other.patch, other.findings, other.decisions],
      [one.outcome, one.patch, one.findings, one.decisions],
      given.id,
    );
  }
  t.ok(held > 100 && resting > 10, `${held} cases, and ${resting} that rest on the name`);
});

t.test("the reasons are such as there are", async (t) => {
  const tables = readdirSync(codes).map((file) => readFileSync(codes + file, "utf8"));
  for (const reason of nameless)
    t.ok(
      tables.some((table) => table.includes(`"${reason}"`)),
      reason,
    );
});
