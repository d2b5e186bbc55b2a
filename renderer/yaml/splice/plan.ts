import type { Json, JsonObject, PatchOperation } from "../../../engine/json.ts";
import { isJsonList, isJsonObject } from "../../../engine/json.ts";
import type { MappingNode, Pair, SequenceNode, YamlNode } from "../node.ts";
import { isMergeKey, resolveKey } from "../read/key.ts";
import { resolveScalar } from "../read/scalar.ts";
import type { AliasUsers } from "./aliases.ts";
import { walk } from "./aliases.ts";
import { applyOperation, doesNotApply, listIndex, pointerTokens } from "../../../engine/edits/apply-patch.ts";
import type { Draft, DraftEntry, DraftItem, Obstacle } from "./draft.ts";
import { refuse } from "../refusals.ts";

/** A patch planned on a document's nodes, or the first thing in its way. */
export type Plan = { readonly draft: Draft } | { readonly obstacle: Obstacle };

type Planning = { readonly users: AliasUsers; obstacle: Obstacle | undefined };

/** Plans all operations of `patch`, one after the other, on the document `root`, without touching its text. */
export function planPatch(root: YamlNode, patch: readonly PatchOperation[], users: AliasUsers): Plan {
  const planning: Planning = { users, obstacle: undefined };
  let draft: Draft = { kind: "kept", node: root };
  for (const operation of patch) {
    if (operation.op === "test") continue;
    const tokens = pointerTokens(operation.path);
    if (tokens.length === 0) throw refuse("document.whole", operation.path);
    draft = planAt(planning, draft, operation, tokens);
    if (planning.obstacle !== undefined) return { obstacle: planning.obstacle };
  }
  return { draft };
}

function planAt(planning: Planning, draft: Draft, operation: PatchOperation, tokens: readonly string[]): Draft {
  const opened = open(planning, draft, tokens[0]);
  if (planning.obstacle !== undefined) return draft;
  switch (opened.kind) {
    case "new":
      return { ...opened, value: applyOperation(opened.value, operation, tokens) };
    case "mapping":
      return planInMapping(planning, opened, operation, tokens);
    case "sequence":
      return planInSequence(planning, opened, operation, tokens);
    default:
      throw doesNotApply(operation);
  }
}

/** Makes the members or items of a kept collection editable. */
function open(planning: Planning, draft: Draft, token: string | undefined): Draft {
  if (draft.kind !== "kept") return mergeInTheWay(planning, draft, token);
  const { node } = draft;
  if (node.kind === "alias") {
    planning.obstacle = { kind: "alias", alias: node };
    return draft;
  }
  noteAnchor(planning, node);
  if (node.kind === "scalar") return draft;
  if (node.kind === "sequence") return openSequence(node);
  return mergeInTheWay(planning, openMapping(node), token);
}

function openSequence(node: SequenceNode): Draft {
  return {
    kind: "sequence",
    node,
    items: node.items.map((item, index) => ({ index, draft: { kind: "kept", node: item } })),
  };
}

function openMapping(node: MappingNode): Draft & { readonly kind: "mapping" } {
  const entries = node.pairs.map((pair): DraftEntry => ({
    name: nameOf(pair),
    pair,
    draft: { kind: "kept", node: pair.value },
  }));
  return { kind: "mapping", node, entries };
}

/** The name that no member of JSON can be asked for stands for merge keys. */
const mergeName = "<<\0merge";

function nameOf(pair: Pair): string {
  if (isMergeKey(pair.key)) return mergeName;
  const meaning = resolveKey(pair.key);
  return "name" in meaning ? meaning.name : "";
}

/** A merge that gives the member `token`, or overrides it, has to be written out first. */
function mergeInTheWay(planning: Planning, draft: Draft, token: string | undefined): Draft {
  if (draft.kind !== "mapping" || token === undefined) return draft;
  const last = draft.entries.findLast((entry) => entry.name === token || givesByMerge(entry, token));
  if (last?.name === mergeName) noteMerge(planning, draft.node, last.pair);
  return draft;
}

function givesByMerge({ name, pair }: DraftEntry, token: string): boolean {
  return pair !== undefined && name === mergeName && mergeGives(pair.value, token);
}

function noteMerge(planning: Planning, mapping: MappingNode, pair: Pair | undefined): void {
  if (pair === undefined) return;
  noteDropped(planning, pair.value);
  planning.obstacle ??= { kind: "merge", mapping, pair };
}

function mergeGives(source: YamlNode, name: string): boolean {
  if (source.kind === "alias") return mergeGives(source.target, name);
  if (source.kind === "sequence") return source.items.some((item) => mergeGives(item, name));
  if (source.kind !== "mapping") return false;
  return source.pairs.some((pair) => (isMergeKey(pair.key) ? mergeGives(pair.value, name) : nameOf(pair) === name));
}

function planInMapping(
  planning: Planning,
  draft: Draft & { readonly kind: "mapping" },
  operation: PatchOperation,
  tokens: readonly string[],
): Draft {
  const [token = "", ...rest] = tokens;
  const { entries } = draft;
  const index = entries.findLastIndex((entry) => entry.name === token);
  const entry = entries[index];
  if (rest.length === 0 && operation.op === "remove") {
    if (entry === undefined) throw doesNotApply(operation);
    // Without the member, a merged one of its name would come to light.
    noteMerge(planning, draft.node, entries.find((other) => givesByMerge(other, token))?.pair);
    for (const { name, pair } of entries) if (name === token && pair !== undefined) notePairDropped(planning, pair);
    return { ...draft, entries: entries.filter(({ name }) => name !== token) };
  }
  if (entry === undefined) {
    if (rest.length > 0 || operation.op !== "add") throw doesNotApply(operation);
    return {
      ...draft,
      entries: [
        ...entries,
        { name: token, pair: undefined, draft: { kind: "new", node: undefined, value: operation.value } },
      ],
    };
  }
  if (entry.pair?.colon === -1 && !draft.node.flow) throw refuse("key.without_value", operation.path);
  return {
    ...draft,
    entries: entries.with(index, { ...entry, draft: planBelow(planning, entry.draft, operation, rest) }),
  };
}

function planInSequence(
  planning: Planning,
  draft: Draft & { readonly kind: "sequence" },
  operation: PatchOperation,
  tokens: readonly string[],
): Draft {
  const [token = "", ...rest] = tokens;
  const { items } = draft;
  const adds = operation.op === "add" && rest.length === 0;
  const index = listIndex(token, items.length, adds ? items.length : items.length - 1);
  if (index === undefined) throw doesNotApply(operation);
  if (adds)
    return {
      ...draft,
      items: items.toSpliced(index, 0, { index: -1, draft: { kind: "new", node: undefined, value: operation.value } }),
    };
  const item = items[index];
  if (item === undefined) throw doesNotApply(operation);
  if (operation.op === "remove" && rest.length === 0) {
    if (item.draft.kind !== "new") noteDropped(planning, item.draft.node);
    return { ...draft, items: items.toSpliced(index, 1) };
  }
  return { ...draft, items: items.with(index, { ...item, draft: planBelow(planning, item.draft, operation, rest) }) };
}

function planBelow(planning: Planning, draft: Draft, operation: PatchOperation, rest: readonly string[]): Draft {
  if (rest.length > 0) return planAt(planning, draft, operation, rest);
  return operation.op === "remove" ? draft : become(planning, draft, operation.value);
}

/** Gives a node of the document a new value, keeping the text of those parts that already have it. */
function become(planning: Planning, draft: Draft, value: Json): Draft {
  if (draft.kind === "new") return { ...draft, value };
  const opened =
    draft.kind === "kept" && draft.node.kind !== "scalar" && draft.node.kind !== "alias"
      ? open(planning, draft, undefined)
      : draft;
  if (opened.kind === "mapping" && isJsonObject(value) && canBecome(opened.entries, value))
    return mappingBecomes(planning, opened, value);
  if (opened.kind === "sequence" && isJsonList(value) && value.length > 0)
    return sequenceBecomes(planning, opened, value);
  const { node } = draft;
  if (meansAlready(node, value)) return draft;
  noteDropped(planning, node);
  return { kind: "new", node, value };
}

/** Member by member only if some member stays, and none comes from a merge key. */
function canBecome(entries: readonly DraftEntry[], value: JsonObject): boolean {
  return entries.some(({ name }) => Object.hasOwn(value, name)) && entries.every(({ name }) => name !== mergeName);
}

function mappingBecomes(planning: Planning, draft: Draft & { readonly kind: "mapping" }, value: JsonObject): Draft {
  const entries: DraftEntry[] = [];
  for (const entry of draft.entries) {
    const wanted = Object.hasOwn(value, entry.name) ? value[entry.name] : undefined;
    const overridden = draft.entries.findLast(({ name }) => name === entry.name) !== entry;
    if (wanted !== undefined)
      entries.push(overridden ? entry : { ...entry, draft: becomeMember(planning, entry, wanted) });
    else if (entry.pair !== undefined) notePairDropped(planning, entry.pair);
  }
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined && !draft.entries.some((entry) => entry.name === name)) {
      entries.push({ name, pair: undefined, draft: { kind: "new", node: undefined, value: member } });
    }
  }
  return { ...draft, entries };
}

function becomeMember(planning: Planning, entry: DraftEntry, value: Json): Draft {
  const draft = become(planning, entry.draft, value);
  if (draft !== entry.draft && entry.pair?.colon === -1) throw refuse("key.without_value", `/${entry.name}`);
  return draft;
}

function sequenceBecomes(
  planning: Planning,
  draft: Draft & { readonly kind: "sequence" },
  value: readonly Json[],
): Draft {
  const items: DraftItem[] = [];
  draft.items.forEach((item, index) => {
    const wanted = value[index];
    if (wanted !== undefined) items.push({ ...item, draft: become(planning, item.draft, wanted) });
    else if (item.draft.kind !== "new") noteDropped(planning, item.draft.node);
  });
  for (const added of value.slice(draft.items.length))
    items.push({ index: -1, draft: { kind: "new", node: undefined, value: added } });
  return { ...draft, items };
}

function meansAlready(node: YamlNode, value: Json): boolean {
  if (node.kind !== "scalar") return false;
  const meaning = resolveScalar(node);
  return "value" in meaning && meaning.value === value;
}

/** An anchored node on the edit's path changes; who else uses its anchor must not. */
function noteAnchor(planning: Planning, node: YamlNode): void {
  const users = planning.users.get(node);
  if (users !== undefined && planning.obstacle === undefined) planning.obstacle = { kind: "anchor", node, users };
}

function notePairDropped(planning: Planning, { key, value }: Pair): void {
  noteDropped(planning, key);
  noteDropped(planning, value);
}

/** The text of `node` goes: anchors in it that are used from outside must live on elsewhere. */
function noteDropped(planning: Planning, node: YamlNode): void {
  if (planning.users.size === 0) return;
  walk(node, (inner) => {
    const users = planning.users.get(inner);
    const usedOutside = users?.some((user) => user.start < node.start || user.start >= node.end) === true;
    if (users !== undefined && usedOutside && planning.obstacle === undefined)
      planning.obstacle = { kind: "anchor", node: inner, users };
  });
}
