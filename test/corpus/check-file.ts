import fastJsonPatch from "fast-json-patch";
import { collectKnownObjects, type KnownObjects } from "../../engine/context/known-objects.ts";
import type { Rules } from "../../engine/document/decide-document.ts";
import { exitStatus, PodgraftError } from "../../engine/errors.ts";
import { isJsonList, isJsonObject, jsonEqual, member, type Json, type PatchOperation } from "../../engine/json.ts";
import { locatePods } from "../../engine/locate/locate-pods.ts";
import { podKinds } from "../../engine/locate/table.ts";
import { injectSource, type InjectedDocument, type InjectedSource as Injected } from "../../renderer/inject/inject.ts";
import { objectsIn, readPiece, splitSource, type SplitSource } from "../../renderer/inject/sources.ts";
import { stripSource } from "../../renderer/inject/strip.ts";
import { decideDocument } from "../../renderer/stream/decide.ts";
import { splitStream } from "../../renderer/stream/split.ts";
import { readYaml } from "../../renderer/yaml/read.ts";
import { plain, readIndependently } from "./independent-reader.ts";

type InjectedSource = Injected<InjectedDocument>;

/** One check of one file. `fault` is undefined where it holds; a `note` tells what is listed although it holds. */
export type Check = { readonly name: string; readonly fault: string | undefined; readonly note?: string };

/** A file as the index describes it. */
export type CorpusFile = {
  readonly name: string;
  readonly text: string;
  readonly pods: number;
  readonly unreadable: number;
};

/** Everything that came of one file under one configuration. `output` is undefined where the file is refused. */
export type FileResult = { readonly checks: readonly Check[]; readonly output: string | undefined };

/** Injects a file and checks the result against readers that are not ours. */
export function checkFile(file: CorpusFile, rules: Rules): FileResult {
  const counted: Check = { name: "Pods found", fault: countFault(file, rules) };
  let split: SplitSource;
  let injected: InjectedSource;
  try {
    split = splitSource({ name: file.name, text: file.text }, podKinds(rules.table));
    injected = inject(split, rules);
  } catch (error) {
    return { checks: [refusal(file, error, counted)], output: undefined };
  }
  const checks = [
    counted,
    { name: "documents without Pods are as they were", fault: untouchedFault(split, injected) },
    meaningCheck(injected),
    rangesCheck(injected),
    { name: "a second run changes nothing", fault: secondRunFault(injected, rules) },
    stripCheck(split, injected, rules),
  ];
  return { checks, output: injected.text };
}

function inject(split: SplitSource, rules: Rules): InjectedSource {
  return injectSource(split, rules, knownFrom(split, rules), (document) => document);
}

function knownFrom(split: SplitSource, rules: Rules): KnownObjects {
  return collectKnownObjects(objectsIn([split], rules.table), null);
}

function countFault(file: CorpusFile, rules: Rules): string | undefined {
  const kinds = podKinds(rules.table);
  let pods = 0;
  for (const { text } of splitStream(file.text)) {
    if (decideDocument(text, kinds) === "pass") continue;
    try {
      pods += locatePods(readYaml(text).value, rules.table).pods.filter(({ pod }) => hasContainers(pod.spec)).length;
    } catch (error) {
      if (!(error instanceof PodgraftError)) throw error;
    }
  }
  return pods === file.pods ? undefined : `${pods} found, ${file.pods} in the index`;
}

function hasContainers(spec: Json | undefined): boolean {
  const containers = member(spec, "containers");
  return isJsonList(containers) && containers.length > 0;
}

/** A refused file is right where it names the line of what no Kubernetes reader takes either. */
function refusal(file: CorpusFile, error: unknown, counted: Check): Check {
  const name = "refused, with the place";
  if (!(error instanceof PodgraftError)) return { name, fault: `an error without a type: ${String(error)}` };
  if (counted.fault !== undefined) return counted;
  const { line } = error.location;
  const note = `${file.name}:${line ?? "?"}: ${error.message}`;
  if (exitStatus(error.code) !== 3) return { name, fault: `exit status ${exitStatus(error.code)}: ${note}` };
  if (line === undefined || error.location.file !== file.name) return { name, fault: `no place: ${note}` };
  const expected = file.unreadable > 0 || error.code === "input.pod_invalid";
  return { name, fault: expected ? undefined : `refused, but the index calls it readable: ${note}`, note };
}

function untouchedFault({ pieces }: SplitSource, { text, kept: documents }: InjectedSource): string | undefined {
  const changed = documents.filter(({ decided }) => decided.patch.length > 0);
  if (changed.some(({ decided }) => decided.pods.length === 0)) return "a document without Pods was changed";
  let position = 0;
  let next = 0;
  for (const piece of pieces) {
    const expected = piece.action === "pass" ? piece.document.text : (documents[next++]?.text ?? "");
    if (!text.startsWith(expected, position)) return "a document is not where it was";
    position += expected.length;
  }
  return position === text.length ? undefined : "there is more than the documents";
}

function meaningCheck({ kept: documents }: InjectedSource): Check {
  const name = "meaning after = meaning before + patch";
  const unread: number[] = [];
  for (const { read, decided, text } of documents) {
    if (decided.patch.length === 0) continue;
    const before = readIndependently(read.document.text);
    const after = readIndependently(text);
    if (before === undefined || after === undefined) {
      unread.push(read.document.number);
      continue;
    }
    const expected = applied(before, decided.patch);
    if (expected === undefined || !jsonEqual(expected, after))
      return { name, fault: `document ${read.document.number}: the readers disagree` };
  }
  return {
    name,
    fault: undefined,
    ...(unread.length === 0 ? {} : { note: `documents ${unread.join(", ")}: no other reader takes them` }),
  };
}

/** A textual value with a patch applied by fast-json-patch; undefined where it does not apply. */
export function applied(before: Json, patch: readonly PatchOperation[]): Json | undefined {
  try {
    const textual = patch.map((operation) =>
      "value" in operation ? { ...operation, value: plain(operation.value) } : operation,
    );
    const document: Json = fastJsonPatch.applyPatch(
      structuredClone(before),
      structuredClone(textual),
      false,
      true,
      false,
    ).newDocument;
    return document;
  } catch {
    return undefined;
  }
}

function rangesCheck({ kept: documents }: InjectedSource): Check {
  const name = "without the spliced ranges, the input's bytes";
  const replacing: string[] = [];
  for (const document of documents) {
    if (restored(document) !== document.read.document.text)
      return { name, fault: `document ${document.read.document.number} does not come back` };
    const replaced = document.ranges.filter(({ original }) => original.trim() !== "").length;
    if (replaced > 0)
      replacing.push(
        `document ${document.read.document.number}: ${replaced} replaced${document.copies.length > 0 ? `, copies of ${document.copies.join(", ")}` : ""}`,
      );
  }
  return { name, fault: undefined, ...(replacing.length === 0 ? {} : { note: replacing.join("; ") }) };
}

function restored({ text, ranges }: InjectedDocument): string {
  let original = "";
  let position = 0;
  for (const range of ranges) {
    original += text.slice(position, range.start) + range.original;
    position = range.end;
  }
  return original + text.slice(position);
}

function secondRunFault(injected: InjectedSource, rules: Rules): string | undefined {
  const again = inject(splitSource({ name: injected.name, text: injected.text }, podKinds(rules.table)), rules);
  return again.text === injected.text && !again.changed ? undefined : "the second run changed something";
}

function stripCheck(split: SplitSource, injected: InjectedSource, rules: Rules): Check {
  const name = "--strip gives back the meaning before";
  const strippedSource = stripSource(
    splitSource({ name: injected.name, text: injected.text }, podKinds(rules.table)),
    rules,
    knownFrom(split, rules),
    ({ patch }) => patch,
  );
  const before = readDocuments(split, rules);
  const after = readDocuments(
    splitSource({ name: injected.name, text: strippedSource.text }, podKinds(rules.table)),
    rules,
  );
  if (before.length !== after.length) return { name, fault: "another number of documents" };
  const listed: string[] = [];
  for (const [index, { value, number }] of before.entries()) {
    const stripped = after[index]?.value ?? null;
    if (jsonEqual(value, stripped)) continue;
    if (jsonEqual(withoutEmpty(value), withoutEmpty(stripped))) {
      listed.push(`document ${number}: an empty list or map that injection filled is now absent`);
      continue;
    }
    const replaced = injected.kept
      .find(({ read }) => read.document.number === number)
      ?.decided.pods.filter(({ result }) => replacesAnything(result.patch));
    if (replaced === undefined || replaced.length === 0)
      return { name, fault: `document ${number}: ${firstDifference(value, after[index]?.value ?? null, "")}` };
    listed.push(
      ...replaced.map(({ located }) => `values had been replaced in ${located.object.kind} ${located.object.name}`),
    );
  }
  return { name, fault: undefined, ...(listed.length === 0 ? {} : { note: listed.join("; ") }) };
}

/** To Kubernetes an empty list or map, null and nothing at all are the same. */
function withoutEmpty(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([, item]) => item !== null && !(typeof item === "object" && Object.keys(item).length === 0),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutEmpty(item ?? null)]));
}

function readDocuments({ source, pieces }: SplitSource, rules: Rules): { value: Json; number: number }[] {
  const read = pieces.filter(({ action }) => action === "read");
  return read.map((piece) => ({ value: readPiece(source, piece, rules.table).value, number: piece.document.number }));
}

function replacesAnything(patch: readonly PatchOperation[]): boolean {
  return patch.some(({ op }) => op === "replace");
}

function firstDifference(left: Json, right: Json, path: string): string {
  const [before, after] = [new Map(entriesOf(left)), new Map(entriesOf(right))];
  if (before.size > 0 && after.size > 0) {
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [one, other] = [before.get(key), after.get(key)];
      if (one === undefined || other === undefined || !jsonEqual(one, other))
        return firstDifference(one ?? "absent", other ?? "absent", `${path}/${key}`);
    }
  }
  return `${path}: ${JSON.stringify(left)} became ${JSON.stringify(right)}`;
}

function entriesOf(value: Json): [string, Json | undefined][] {
  return isJsonList(value) || isJsonObject(value) ? Object.entries(value) : [];
}
