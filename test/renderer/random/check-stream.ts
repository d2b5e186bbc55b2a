import fastJsonPatch from "fast-json-patch";
import { parseAllDocuments } from "yaml";
import { collectKnownObjects } from "../../../engine/context/known-objects.ts";
import { decideDocument, type DecidedDocument, type Rules } from "../../../engine/document/decide-document.ts";
import { isJsonObject, jsonEqual, parseJson, type Json, type PatchOperation } from "../../../engine/json.ts";
import { locatePods } from "../../../engine/locate/locate-pods.ts";
import { podKinds } from "../../../engine/locate/table.ts";
import { injectSource, type InjectedDocument, type InjectedSource } from "../../../renderer/inject/inject.ts";
import { objectsIn, splitSource } from "../../../renderer/inject/sources.ts";
import { splitStream } from "../../../renderer/stream/split.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { putBack } from "../yaml/put-back.ts";

/**
 * Injects into `text`, which says `objects`, and compares everything that comes out with what follows from the objects alone. Returns how many
 * Pods were changed; throws with the fault.
 */
export function checkStream(text: string, objects: readonly Json[], rules: Rules): number {
  const injected = inject(text, rules);
  const known = collectKnownObjects(
    objects.flatMap((object) => locatePods(object, rules.table).objects),
    null,
  );
  const before = splitStream(text);
  const after = splitStream(injected.text);
  assert(before.length === objects.length, `${before.length} documents read, ${objects.length} printed`);
  assert(after.length === objects.length, `${after.length} documents come out, ${objects.length} went in`);
  let changed = 0;
  objects.forEach((object, index) => {
    const decided = decideDocument(object, rules, known);
    changed += decided.pods.filter(({ patch }) => patch.length > 0).length;
    const [source = "", result = ""] = [before[index]?.text, after[index]?.text];
    if (decided.patch.length === 0) assert(result === source, `document ${index + 1} changed without a patch`);
    else checkMeaning(result, object, decided, rules);
  });
  for (const document of injected.kept)
    assert(putBack(document) === document.read.document.text, "the ranges put back");
  assert(injected.changed === changed > 0, "changed is told wrongly");
  const again = inject(injected.text, rules);
  assert(!again.changed && again.text === injected.text, "a second run changes something");
  return changed;
}

function inject(text: string, rules: Rules): InjectedSource<InjectedDocument> {
  const split = splitSource({ name: "random.yaml", text }, podKinds(rules.table));
  const known = collectKnownObjects(objectsIn([split], rules.table), null);
  return injectSource(split, rules, known, (document) => document);
}

function checkMeaning(text: string, object: Json, decided: DecidedDocument, rules: Rules): void {
  const expected = patched(object, decided.patch);
  assert(jsonEqual(readYaml(text).value, expected), "the patch's meaning, as we read it");
  assert(jsonEqual(readByLibrary(text), expected), "the patch's meaning, as another reader has it");
  const pods = locatePods(readYaml(text).value, rules.table).pods;
  assert(pods.length === decided.pods.length, "another number of Pods");
  decided.pods.forEach(({ result }, index) => {
    assert(
      jsonEqual(withoutAccount(pods[index]?.pod), withoutAccount(result.pod)),
      `Pod ${index + 1} is not as decided`,
    );
  });
}

/** The account's name is filled in for the rules and never written. */
function withoutAccount(pod: Json | undefined): Json {
  if (!isJsonObject(pod) || !isJsonObject(pod.spec)) return pod ?? null;
  return { ...pod, spec: { ...pod.spec, serviceAccountName: null } };
}

/** The value of the one document of `text` with content, to a reader of YAML 1.2, with merge keys and the last of equal keys. */
function readByLibrary(text: string): Json {
  const documents = parseAllDocuments(text, { merge: true, uniqueKeys: false, logLevel: "silent" });
  const [document] = Array.isArray(documents) ? documents.filter(({ contents }) => contents !== null) : [];
  const [error] = document?.errors ?? [];
  if (document === undefined || error !== undefined) throw error ?? new Error("another reader finds no document");
  return parseJson(JSON.stringify(document.toJS({ maxAliasCount: -1 })));
}

/** By a library, on a copy in which nothing is shared. */
function patched(value: Json, patch: readonly PatchOperation[]): Json {
  const operations = patch.map((operation) =>
    "value" in operation ? { ...operation, value: parseJson(JSON.stringify(operation.value)) } : operation,
  );
  const document: Json = fastJsonPatch.applyPatch(parseJson(JSON.stringify(value)), operations, true).newDocument;
  return document;
}

function assert(holds: boolean, fault: string): asserts holds {
  if (!holds) throw new Error(fault);
}
