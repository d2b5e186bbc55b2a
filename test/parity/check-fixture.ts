import { isDeepStrictEqual } from "node:util";
import { decidedPods, injectedText, rules } from "./expected.ts";
import type { Fixture } from "./fixtures.ts";
import { podLines } from "./pods.ts";
import { verifies, type Way } from "./ways.ts";

/** What is wrong with what a way makes of a fixture; empty where it is what all others make, and stays so. */
export async function checkFixture(fixture: Fixture, way: Way): Promise<string[]> {
  const expected = decidedPods(fixture, way.namesAreFinal);
  if (expected.length !== 1) return [`a fixture holds one Pod, this one ${expected.length}`];
  if (isDeepStrictEqual(lines(fixture.text), expected)) return ["nothing is injected, so that nothing is compared"];
  const first = await way.render(fixture);
  if (first.fault !== undefined) return [first.fault];
  const faults: string[] = [];
  if (!isDeepStrictEqual(lines(first.text), expected)) {
    faults.push(
      `another Pod: ${lines(first.text).join(" ").slice(0, 1500)} instead of ${expected.join(" ").slice(0, 1500)}`,
    );
  }
  if (way.keepsBytes && first.text !== injectedText(fixture)) faults.push("other bytes than the library's");
  const again = await way.render({ ...fixture, text: first.text });
  if (again.fault !== undefined) faults.push(`the second time: ${again.fault}`);
  else if (!isDeepStrictEqual(lines(again.text), lines(first.text))) faults.push("the second time changes something");
  const refusal = await verifies(first.text);
  if (refusal !== undefined) faults.push(`podgraft verify: ${refusal}`);
  return faults;
}

function lines(text: string): string[] {
  return podLines(text, rules().table);
}
