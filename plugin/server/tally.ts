import { Counter, type Registry } from "prom-client";

/** Counts by labels, which is all that a review costs; the counter itself gets the numbers when somebody asks for them. */
export type Tally = { readonly add: (...values: readonly string[]) => void };

const separator = "\0";

/** Makes a counter whose labels are given by position. */
export function createTally(
  registry: Registry,
  { name, help, labelNames }: { readonly name: string; readonly help: string; readonly labelNames: readonly string[] },
): Tally {
  const counts = new Map<string, number>();
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const [key, count] of counts) {
        const values = key.split(separator);
        this.inc(Object.fromEntries(labelNames.map((label, index) => [label, values[index] ?? ""])), count);
      }
    },
  });
  return {
    add(...values) {
      const key = values.join(separator);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
  };
}
