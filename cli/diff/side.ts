import { relative } from "node:path";
import { configDigest } from "../../engine/config/digest.ts";
import type { PodgraftError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { KnownSide } from "../../renderer/diff/compare.ts";
import { readDiffSide, type DiffScope } from "../../renderer/diff/side.ts";
import { judgeDenial } from "../../report/judge.ts";
import { summarizePod } from "../../report/pod-summary.ts";
import { nameOf } from "../../report/report.ts";
import { textOption, textOptions, type Call } from "../command.ts";
import { configurationWithin, emptyConfiguration } from "../configuration.ts";
import { checkoutOf } from "../files.ts";
import { readInput, type ReadInput } from "../reporting/read-input.ts";
import { today } from "../reporting/today.ts";
import { loadRules, type LoadedRules } from "../rules.ts";

/** One side of a comparison as the command line names it, decided by its own configuration. */
export type NamedSide = KnownSide & {
  readonly input: ReadInput;
  /** The configuration's file; undefined where there is none. */
  readonly configuration: string | undefined;
  readonly digest: string;
  readonly module: string;
  /** The Pods that are refused, and why; without those that exceptions excuse. */
  readonly denials: readonly string[];
};

/** Reads and decides what a call's operands name. Throws PodgraftError `config.*`, `usage.*`, and `input.*` for context files. */
export function readNamedSide(call: Call, scope: DiffScope, inline?: JsonObject): NamedSide {
  const loaded = loadRules(call, inline);
  return decideSide(loaded, readInput(call, loaded), scope);
}

/** Decides what was read. Throws what the rules throw. */
export function decideSide({ rules, file }: LoadedRules, input: ReadInput, scope: DiffScope): NamedSide {
  const takeFault = (fault: PodgraftError): void => void input.faults.push(fault);
  const side = readDiffSide(input.sources, rules, input.known, scope, takeFault);
  const excuses = { exceptions: rules.config.exceptions, today: today() };
  return {
    side,
    known: input.known,
    input,
    configuration: file,
    digest: configDigest(rules.config),
    module: rules.module.digest,
    denials: side.pods.map(summarizePod).flatMap((pod) => {
      const { object, denial } = pod;
      if (denial === null || judgeDenial(pod, excuses).kind !== "counts") return [];
      return [`${nameOf(object)} (${denial.provider}): ${denial.message}`];
    }),
  };
}

/** Reads the base: its own operand, configuration and context, or none of either. Throws as {@link readNamedSide} does. */
export function readBaseSide(call: Call, base: string): NamedSide {
  const config = textOption(call, "base-config") ?? nearestConfiguration(base);
  const options = { ...call.options, config, context: textOptions(call, "base-context") };
  const inline = config === undefined ? emptyConfiguration : undefined;
  return readNamedSide({ options, operands: [base] }, "everything", inline);
}

/**
 * The nearest podgraft.yaml upward from the base, but not beyond its repository or worktree: a checkout that lies inside another one is not
 * judged by the other's.
 */
function nearestConfiguration(base: string): string | undefined {
  const file = configurationWithin(base, checkoutOf(base));
  return file === undefined ? undefined : relative(process.cwd(), file);
}
