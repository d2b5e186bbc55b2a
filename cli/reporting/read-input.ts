import { collectKnownObjects, type KnownObjects } from "../../engine/context/known-objects.ts";
import type { PodgraftError } from "../../engine/errors.ts";
import type { LocatedObject } from "../../engine/locate/locate-pods.ts";
import { podKinds } from "../../engine/locate/table.ts";
import { decideSource, type JudgedDocument } from "../../renderer/inject/decide-source.ts";
import { attempt, type TakeFault } from "../../renderer/inject/faults.ts";
import { objectsIn, splitSource, type Source, type SplitSource } from "../../renderer/inject/sources.ts";
import { textOptions, type Call } from "../command.ts";
import { contextSources } from "../context.ts";
import { findInput } from "../inject-input.ts";
import { readText, sourceName } from "../input.ts";
import { readNamespace } from "../namespace.ts";
import type { LoadedRules } from "../rules.ts";

/** What a command that only tells has read. */
export type ReadInput = {
  /** To be decided. */
  readonly sources: readonly SplitSource[];
  /** Everything that may hold ServiceAccounts and Namespaces, context first: a later one counts. */
  readonly surroundings: readonly SplitSource[];
  readonly known: KnownObjects;
  /** Folders of chart templates that were left out. */
  readonly skipped: readonly string[];
  /** What could not be read; deciding adds to it. */
  readonly faults: PodgraftError[];
};

/**
 * Reads the operands (standard input without any) and the context. Throws PodgraftError `usage.*`, and `input.*` for context files; other
 * files and single documents that cannot be read are among the faults.
 */
export function readInput(call: Call, loaded: LoadedRules): ReadInput {
  const faults: PodgraftError[] = [];
  const takeFault: TakeFault = (fault) => void faults.push(fault);
  const { files, skipped } = findInput(call.operands.length > 0 ? call.operands : ["-"], takeFault);
  const texts = files.flatMap((file): Source[] => {
    const text = attempt(() => readText(file), takeFault);
    return text === undefined ? [] : [{ name: sourceName(file), text }];
  });
  return inputOf(texts, call, loaded, { skipped, faults });
}

/** Context as read: many inputs may have it in common. */
export type ReadContext = { readonly sources: readonly SplitSource[]; readonly objects: readonly LocatedObject[] };

/** Reads the context that a call and its configuration name. Throws PodgraftError `input.*`. */
export function readContextOf(
  call: Call,
  { rules, contextFiles }: Pick<LoadedRules, "rules" | "contextFiles">,
): ReadContext {
  const sources = contextSources([...contextFiles, ...textOptions(call, "context")]);
  return { sources, objects: objectsIn(sources, rules.table) };
}

/** What was met before the texts were at hand. */
type Before = {
  readonly skipped: readonly string[];
  readonly faults: PodgraftError[];
  readonly context?: ReadContext;
};

/** Splits texts that are at hand, as another program's output is, and reads the context. Throws as {@link readInput} does. */
export function inputOf(
  texts: readonly Source[],
  call: Call,
  loaded: Pick<LoadedRules, "rules" | "contextFiles">,
  { skipped, faults, context = readContextOf(call, loaded) }: Before = { skipped: [], faults: [] },
): ReadInput {
  const namespace = readNamespace(call);
  const { table } = loaded.rules;
  const kinds = podKinds(table);
  const sources = texts.map((text) => splitSource(text, kinds));
  const takeFault: TakeFault = (fault) => void faults.push(fault);
  const objects = [...context.objects, ...objectsIn(sources, table, takeFault)];
  const known = collectKnownObjects(objects, namespace);
  return { sources, surroundings: [...context.sources, ...sources], known, skipped, faults };
}

/** Decides every Pod of the input as `inject` does; `keep` takes from each document what is needed. Throws what the rules throw. */
export function decideInput<Kept>(
  { sources, known, faults }: ReadInput,
  { rules }: LoadedRules,
  keep: (document: JudgedDocument) => Kept,
): Kept[] {
  return sources.flatMap((source) => decideSource(source, rules, known, keep, (fault) => void faults.push(fault)));
}
