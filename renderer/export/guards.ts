import { isJsonList, isJsonObject, member, type Json, type PatchOperation } from "../../engine/json.ts";
import { applyPatch, pointerTokens } from "../../engine/edits/apply-patch.ts";

/**
 * A patch with a `test` before each operation for what the operation relies on: that a container is the one it was made for, that a list has
 * the entries it had and no more, that a member is absent or has its old value. Where anything has changed since, the patch fails as a
 * whole and nothing is changed. `-1` for the last entry and null for an absent member are what kustomize's library for patches takes; RFC
 * 6902 alone has no means to say either.
 */
export function guarded(value: Json, patch: readonly PatchOperation[]): PatchOperation[] {
  const seen = new Set<string>();
  const lists = new Set<string>();
  const result: PatchOperation[] = [];
  let current = value;
  for (const operation of patch) {
    for (const guard of guardsFor(current, operation, lists)) {
      const key = JSON.stringify(guard);
      if (seen.has(key)) continue;
      seen.add(key);
      result.push(guard);
    }
    result.push(operation);
    current = applyPatch(current, [operation]);
  }
  return result;
}

function guardsFor(value: Json, operation: PatchOperation, lists: Set<string>): PatchOperation[] {
  const tokens = pointerTokens(operation.path);
  const guards: PatchOperation[] = [];
  let holder: Json | undefined = value;
  let path = "";
  for (const token of tokens.slice(0, -1)) {
    const step = `${path}/${escaped(token)}`;
    if (isJsonList(holder)) {
      holder = holder[Number(token)];
      guards.push(entryGuard(step, holder ?? null));
    } else {
      holder = member(holder, token);
    }
    path = step;
  }
  return [...guards, ...lastGuards(holder, path, operation, tokens.at(-1) ?? "", lists)];
}

function lastGuards(
  holder: Json | undefined,
  path: string,
  operation: PatchOperation,
  token: string,
  lists: Set<string>,
): PatchOperation[] {
  if (operation.op !== "add") {
    const before = isJsonList(holder) ? holder[Number(token)] : member(holder, token);
    return [{ op: "test", path: operation.path, value: before ?? null }];
  }
  if (!isJsonList(holder)) return [{ op: "test", path: operation.path, value: null }];
  // What was added before is there because the patch has come so far.
  if (lists.has(path)) return [];
  lists.add(path);
  return lengthGuards(holder, path);
}

/** The last entry, counted from both ends. */
function lengthGuards(list: readonly Json[], path: string): PatchOperation[] {
  const last = list.at(-1);
  if (last === undefined) return [{ op: "test", path, value: [] }];
  return [entryGuard(`${path}/${list.length - 1}`, last), entryGuard(`${path}/-1`, last)];
}

/** What an entry of a list is known by: its name, a mount by its path, which is the key that Kubernetes merges mounts by. */
function entryGuard(path: string, entry: Json): PatchOperation {
  if (isJsonObject(entry)) {
    for (const key of ["mountPath", "name"]) {
      const value = member(entry, key);
      if (typeof value === "string") return { op: "test", path: `${path}/${key}`, value };
    }
  }
  return { op: "test", path, value: entry };
}

function escaped(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}
