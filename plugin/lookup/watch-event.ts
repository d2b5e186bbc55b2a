import { parseJson, member, type Json } from "../../engine/json.ts";

/** One line of a watch. An `error` is the server's own, most often 410: the version that was asked for is too old. */
export type WatchEvent =
  | { readonly kind: "object"; readonly deleted: boolean; readonly object: Json }
  | { readonly kind: "bookmark"; readonly version: string }
  | { readonly kind: "error" | "malformed"; readonly message: string };

/** Reads one line of a watch; what cannot be understood is `malformed`, never an exception. */
export function readWatchEvent(line: string): WatchEvent {
  const event = parse(line);
  const type = member(event, "type");
  const object = member(event, "object");
  if (object === undefined) return malformed("is no watch event");
  switch (type) {
    case "ADDED":
    case "MODIFIED":
      return { kind: "object", deleted: false, object };
    case "DELETED":
      return { kind: "object", deleted: true, object };
    case "BOOKMARK": {
      const version = member(member(object, "metadata"), "resourceVersion");
      return typeof version === "string" && version !== ""
        ? { kind: "bookmark", version }
        : malformed("is a bookmark without version");
    }
    case "ERROR":
      return readError(object);
    default:
      return malformed("has an unknown type");
  }
}

function readError(status: Json): WatchEvent {
  const message = member(status, "message");
  const code = member(status, "code");
  const text = typeof message === "string" ? message.slice(0, 300) : "no message";
  return { kind: "error", message: `the watch got an error${typeof code === "number" ? ` ${code}` : ""}: ${text}` };
}

function parse(line: string): Json | undefined {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}

function malformed(message: string): WatchEvent {
  return { kind: "malformed", message: `a line of the watch ${message}` };
}
