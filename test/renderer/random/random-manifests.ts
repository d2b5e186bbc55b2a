import fc from "fast-check";
import type { Provider } from "../../../engine/decision.ts";
import { checkStream } from "./check-stream.ts";
import { configurationsOf } from "./configurations.ts";
import { manifests } from "./manifests.ts";
import { printStream } from "./print-stream.ts";
import { randomSource } from "./source.ts";

/** The seed of all random manifests: the same on every run, unless PODGRAFT_SEED names another. */
const seed = Number(process.env["PODGRAFT_SEED"] ?? 20270131);

/**
 * Injects into `cases` random streams with `providers` on and returns how many Pods were changed. Prints the seed first; throws for the
 * first case that fails, shrunk, with its text and the seed.
 */
export function injectRandomManifests(providers: readonly Provider[], cases: number): number {
  console.error(`${cases} random streams for ${providers.join(", ")}: PODGRAFT_SEED=${seed}`);
  const configurations = configurationsOf(providers);
  let changed = 0;
  fc.assert(
    fc.property(manifests, fc.nat(configurations.length - 1), fc.integer(), (objects, choice, style) => {
      const rules = configurations[choice];
      const text = printStream(objects, randomSource(style));
      if (rules === undefined) throw new Error("there is no such configuration");
      try {
        changed += checkStream(text, objects, rules);
      } catch (cause) {
        throw new Error(`PODGRAFT_SEED=${seed}: ${String(cause)}, in\n${text}`, { cause });
      }
    }),
    { numRuns: cases, seed },
  );
  return changed;
}
