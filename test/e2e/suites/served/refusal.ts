import { isJsonList, member } from "../../../../engine/json.ts";
import type { Answer } from "../../client/client.ts";

/** What became of Pods that were to be created. */
export type Tally = {
  readonly add: (answer: Answer) => void;
  readonly created: () => number;
  /** How many were created and how many refused, with the refusals by their reasons, the most frequent first. */
  readonly print: (print: (line: string) => void) => void;
};

/** A tally without any Pods. */
export function createTally(): Tally {
  let [created, refused] = [0, 0];
  const reasons = new Map<string, number>();
  return {
    add(answer) {
      if (answer.status === 201) {
        created += 1;
        return;
      }
      refused += 1;
      const reason = reasonOf(answer);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    },
    created: () => created,
    print(print) {
      print(`${created + refused} Pods: ${created} created, ${refused} refused by the API server`);
      const sorted = [...reasons].sort(([, left], [, right]) => right - left);
      for (const [reason, times] of sorted) print(`  ${times} × ${reason}`);
    },
  };
}

/** A refusal without what differs from Pod to Pod, so that refusals for the same reason count together. */
function reasonOf({ status, body }: Answer): string {
  const causes = member(body.details, "causes");
  const first = isJsonList(causes) ? causes[0] : undefined;
  const text =
    first === undefined
      ? String(body.message ?? "")
      : `${String(member(first, "field"))}: ${String(member(first, "message"))}`;
  const general = text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replaceAll(/\[\d+\]/g, "[*]")
    .replaceAll(/(?<=Invalid value: |number )-?\d+/g, "N");
  return `${status} ${general}`.slice(0, 160);
}
