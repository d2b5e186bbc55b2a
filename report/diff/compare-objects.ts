import { apiGroup } from "../../engine/locate/api-version.ts";
import { jsonEqual, type JsonObject } from "../../engine/json.ts";
import type { PodSummary } from "../pod-summary.ts";
import { nameOf } from "../report.ts";
import { inOrder } from "./in-order.ts";
import { isSameText, textDiff, type TextDiff, type Texts } from "./object-diff.ts";
import { pairUp, type Pair } from "./pair-up.ts";
import { redacted } from "./redact.ts";

/** Which object; the namespace is the one that it lands in, null where nothing tells. */
export type ObjectKey = PodSummary["object"];

/** An object on one side of a comparison. */
export type ObjectVersion = {
  readonly object: ObjectKey;
  /** As it is written, comments and all. Null where only its value may be shown: it has Secrets in it, or no text of its own. */
  readonly text: string | null;
  readonly value: () => JsonObject;
};

/** What differs in one object. */
export type ObjectDiff = TextDiff & { readonly title: string; readonly object: ObjectKey };

/** Writes a value for people. */
export type PrintValue = (value: JsonObject) => string;

/**
 * What differs between two sides, by namespace, kind and name. Objects belong together by group, kind, namespace and name. Where one side has no
 * text to show, both are shown by their values, as `print` writes them, and of Secrets only whether values changed.
 */
export function compareObjects(
  before: readonly ObjectVersion[],
  after: readonly ObjectVersion[],
  print: PrintValue,
): ObjectDiff[] {
  const differing = pairUp(before, after, keyOf, isSame).flatMap((pair) => diffOf(pair, print));
  return differing.sort((left, right) => inOrder(orderOf(left), orderOf(right)));
}

function keyOf({ object: { apiVersion, kind, namespace, name } }: ObjectVersion): string {
  return JSON.stringify([apiGroup(apiVersion), kind, namespace, name]);
}

function isSame(left: ObjectVersion, right: ObjectVersion): boolean {
  if (left.text !== null && right.text !== null) return isSameText(left.text, right.text);
  return jsonEqual(left.value(), right.value());
}

function diffOf({ before, after }: Pair<ObjectVersion>, print: PrintValue): ObjectDiff[] {
  const version = after ?? before;
  if (version === undefined || (before !== undefined && after !== undefined && isSame(before, after))) return [];
  const { object } = version;
  const title = nameOf(object);
  const found = textDiff(title, textsOf({ before, after }, print));
  return found === undefined ? [] : [{ title, object, ...found }];
}

function textsOf({ before, after }: Pair<ObjectVersion>, print: PrintValue): Texts {
  if (before?.text !== null && after?.text !== null) return { before: before?.text, after: after?.text };
  const [was, is] = [before?.value(), after?.value()];
  return {
    before: was === undefined ? undefined : print(redacted(was, undefined)),
    after: is === undefined ? undefined : print(redacted(is, was)),
  };
}

function orderOf({ object: { apiVersion, kind, namespace, name } }: ObjectDiff): string[] {
  return [namespace ?? "", kind, name, apiGroup(apiVersion)];
}
