import type { JsonObject } from "../engine/json.ts";

/** How much a line of the log matters. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Takes one line of the log: a fixed sentence that can be searched for, and what varies as fields. Never an object's contents, never a credential. */
export type Log = (level: LogLevel, message: string, fields: JsonObject) => void;
