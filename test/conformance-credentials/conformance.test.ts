import t from "tap";
import { judgeFolders, ownCases } from "./run.ts";

t.test("every observed case is reproduced, or named as a reviewed deviation", async (t) => {
  const verdicts = await judgeFolders([ownCases]);
  t.ok(verdicts.length >= 159, `${verdicts.length} cases`);
  for (const { id, faults, how } of verdicts) t.strictSame(faults, [], `${id}: ${how}`);
});
