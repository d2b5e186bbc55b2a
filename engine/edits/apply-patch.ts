import { PodgraftError } from "../errors.ts";
import type { Json, JsonObject, PatchOperation } from "../json.ts";
import { isJsonList, isJsonObject, jsonEqual } from "../json.ts";

/** The tokens of a JSON Pointer (RFC 6901). */
export function pointerTokens(path: string): string[] {
  if (path === "") return [];
  return path
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** `value` after `patch` (RFC 6902 add, replace, remove, test); `value` itself stays as it is. Throws `internal.splice` where an operation does not apply. */
export function applyPatch(value: Json, patch: readonly PatchOperation[]): Json {
  let result = value;
  for (const operation of patch) result = applyOperation(result, operation, pointerTokens(operation.path));
  return result;
}

/** `value` after one operation at `tokens` below it. */
export function applyOperation(value: Json, operation: PatchOperation, tokens: readonly string[]): Json {
  const [token, ...rest] = tokens;
  if (token === undefined) return applyHere(value, operation);
  if (isJsonList(value)) return applyInList(value, operation, token, rest);
  if (isJsonObject(value)) return applyInObject(value, operation, token, rest);
  throw doesNotApply(operation);
}

/** The error that `operation` does not fit the document. */
export function doesNotApply(operation: PatchOperation): PodgraftError {
  return new PodgraftError(
    "internal.splice",
    `the patch does not apply to the document: ${operation.op} at ${operation.path}`,
    { path: operation.path },
  );
}

/** The index that `token` names in a list of `length` items; `-` is `length`. `undefined` if it is none up to `limit`. */
export function listIndex(token: string, length: number, limit: number): number | undefined {
  if (token === "-") return length <= limit ? length : undefined;
  const index = /^(?:0|[1-9][0-9]*)$/.test(token) ? Number(token) : Number.NaN;
  return index <= limit ? index : undefined;
}

function applyHere(value: Json, operation: PatchOperation): Json {
  if (operation.op === "remove") throw doesNotApply(operation);
  if (operation.op === "test" && !jsonEqual(value, operation.value)) throw doesNotApply(operation);
  return operation.value;
}

function applyInList(list: readonly Json[], operation: PatchOperation, token: string, rest: readonly string[]): Json {
  const adds = operation.op === "add" && rest.length === 0;
  const index = listIndex(token, list.length, adds ? list.length : list.length - 1);
  if (index === undefined) throw doesNotApply(operation);
  if (adds) return list.toSpliced(index, 0, operation.value);
  if (operation.op === "remove" && rest.length === 0) return list.toSpliced(index, 1);
  return list.with(index, applyOperation(list[index] ?? null, operation, rest));
}

function applyInObject(object: JsonObject, operation: PatchOperation, token: string, rest: readonly string[]): Json {
  // Spread and computed names define members, whatever they are called: `__proto__` is one like any other.
  if (operation.op === "add" && rest.length === 0) return { ...object, [token]: operation.value };
  const present = Object.hasOwn(object, token) ? object[token] : undefined;
  if (present === undefined) throw doesNotApply(operation);
  if (operation.op === "remove" && rest.length === 0) {
    const { [token]: _, ...others } = object;
    return others;
  }
  return { ...object, [token]: applyOperation(present, operation, rest) };
}
