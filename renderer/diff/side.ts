import type { KnownObjects } from "../../engine/context/known-objects.ts";
import type { DecidedPod, Rules } from "../../engine/document/decide-document.ts";
import type { PodgraftError } from "../../engine/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../engine/json.ts";
import { identify } from "../../engine/locate/object-identity.ts";
import type { ObjectVersion } from "../../report/diff/compare-objects.ts";
import { holdsSecret } from "../../report/diff/redact.ts";
import { attempt, type TakeFault } from "../inject/faults.ts";
import { injectSource, type InjectedDocument } from "../inject/inject.ts";
import type { Piece, Source, SplitSource } from "../inject/sources.ts";
import { readYaml } from "../yaml/read.ts";
import { unfold } from "./unfold.ts";

/** A document that injection passes through unread and that cannot be read: it can be compared only as a whole. */
export type UnreadDocument = { readonly text: string; readonly fault: PodgraftError };

/** One side of a comparison: its objects as they are written and after injection, and its Pods as they were decided. */
export type DiffSide = {
  readonly written: readonly ObjectVersion[];
  readonly injected: readonly ObjectVersion[];
  readonly pods: readonly DecidedPod[];
  readonly unread: readonly UnreadDocument[];
};

/** Whether to look only at what injection can change, or also at every other object. */
export type DiffScope = "injectable" | "everything";

/**
 * Injects sources and takes from them what a comparison needs. What cannot be read or spliced goes to `takeFault`, and the next document follows.
 * Throws what the rules throw.
 */
export function readDiffSide(
  sources: readonly SplitSource[],
  rules: Rules,
  known: KnownObjects,
  scope: DiffScope,
  takeFault: TakeFault,
): DiffSide {
  const side = {
    written: new Array<ObjectVersion>(),
    injected: new Array<ObjectVersion>(),
    pods: new Array<DecidedPod>(),
    unread: new Array<UnreadDocument>(),
  };
  const add = (text: string, value: Json, injected: InjectedDocument | undefined): void => {
    const written = versionsOf(text, value, known);
    side.written.push(...written);
    side.injected.push(...(injected === undefined ? written : injectedVersions(written, injected, known)));
    side.pods.push(...(injected?.decided.pods ?? []));
  };
  for (const split of sources) {
    const keep = (injected: InjectedDocument): void => add(injected.read.document.text, injected.read.value, injected);
    injectSource(split, rules, known, keep, takeFault);
    if (scope === "injectable") continue;
    for (const piece of split.pieces.filter(({ action }) => action === "pass")) {
      const value = attempt(
        () => readPassed(split.source, piece),
        (fault) => void side.unread.push({ text: piece.document.text, fault }),
      );
      if (value !== undefined) add(piece.document.text, value, undefined);
    }
  }
  return side;
}

function readPassed({ name }: Source, { document: { number, firstLine, text } }: Piece): Json {
  return readYaml(text, { file: name, document: number, firstLine }).value;
}

/** Read again only where the text is not what is shown. */
function injectedVersions(
  written: readonly ObjectVersion[],
  { decided, text }: InjectedDocument,
  known: KnownObjects,
): readonly ObjectVersion[] {
  if (decided.patch.length === 0) return written;
  const [first] = written;
  if (first === undefined || first.text === null) return versionsOf(text, readYaml(text).value, known);
  return [{ ...first, text, value: () => objectOf(readYaml(text).value) }];
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** What has no kind is no object: values of a chart, say, or comments. */
function versionsOf(text: string, value: Json, known: KnownObjects): ObjectVersion[] {
  const objects = unfold(value);
  const isWhole = objects[0] === value && !isOneLineJson(text) && !holdsSecret(value);
  return objects.flatMap((object) => {
    const { apiVersion, kind, name, namespace } = identify(object, []);
    if (kind === "") return [];
    return [
      {
        object: { apiVersion, kind, namespace: namespace ?? known.defaultNamespace, name },
        text: isWhole ? text : null,
        value: (): JsonObject => object,
      },
    ];
  });
}

/** A diff of one long line tells nothing. */
function isOneLineJson(text: string): boolean {
  const bare = text.replace(/^\uFEFF?(?:---[ \t]*(?:\r?\n)?)?/, "").trim();
  return bare.startsWith("{") && !bare.includes("\n");
}
