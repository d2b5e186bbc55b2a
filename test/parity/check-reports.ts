import { isDeepStrictEqual } from "node:util";
import { isJsonList, isJsonObject, member, type Json } from "../../engine/json.ts";
import { decided, injectedText } from "./expected.ts";
import type { Fixture } from "./fixtures.ts";
import { reportAsJson, verifies } from "./ways.ts";

/** What `podgraft explain` and `podgraft verify` say of a fixture that the library decides otherwise; empty where all agree. */
export async function checkReports(fixture: Fixture): Promise<string[]> {
  const faults: string[] = [];
  if ((await verifies(fixture.text)) === undefined) faults.push("verify accepts the Pod without its identity");
  const expected = decided(fixture, true).flatMap(({ result }) =>
    result.decisions.map(({ provider, decision: { outcome, reason } }) => ({ provider, outcome, reason: reason.code })),
  );
  for (const [text, outcome] of [
    [fixture.text, "changed"],
    [injectedText(fixture), "unchanged"],
  ] as const) {
    for (const command of ["explain", "verify"] as const) {
      const pods = listOf(member(await reportAsJson(command, text), "pods"));
      if (!isDeepStrictEqual(pods.map(outcomeOf), [outcome])) faults.push(`${command}: the Pod is not ${outcome}`);
      const said = pods.flatMap((pod) => listOf(member(pod, "decisions"))).map(decisionOf);
      if (!isDeepStrictEqual(said, expected)) {
        faults.push(`${command}: ${JSON.stringify(said)} of the Pod to be ${outcome}, not ${JSON.stringify(expected)}`);
      }
    }
  }
  return faults;
}

function outcomeOf(pod: Json): Json | undefined {
  return member(pod, "outcome");
}

function decisionOf(decision: Json): { readonly [key: string]: Json | undefined } {
  if (!isJsonObject(decision)) return {};
  const { provider, outcome, reason } = decision;
  return { provider, outcome, reason: member(reason, "code") };
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : [];
}
