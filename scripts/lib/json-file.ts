import { readFileSync } from "node:fs";

/** The entries of an object, or none if `value` is not an object. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** The member `key` of `value`, or `undefined` where there is none. */
export function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** What the JSON file at `path` holds. Throws the file system's or the parser's error. */
export function readJsonFile(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
