/**
 * The closed set of error codes. The part before the dot is the class that decides the exit status (see {@link exitStatus}).
 * `usage`, `config` → 2, `input` → 3, `internal` → 4, `tool` → 5.
 */
export type ErrorCode =
  | "usage.invalid"
  | "config.invalid"
  | "config.unreadable"
  | "input.unreadable"
  | "input.too_large"
  | "input.too_deep"
  | "input.not_json"
  | "input.not_yaml"
  | "input.invalid"
  | "input.pod_invalid"
  | "internal.module"
  | "internal.evaluation"
  | "internal.decision"
  | "internal.forbidden_edit"
  | "internal.patch"
  | "internal.splice"
  | "internal.empty_output"
  | "tool.failed"
  | "tool.missing";

/** Where in the input a fault was found. Lines and columns count from 1, documents from 1. */
export type Location = {
  readonly file?: string;
  readonly document?: number;
  readonly line?: number;
  readonly column?: number;
  /** JSON path of the offending field, as `spec.containers[0].env`. */
  readonly path?: string;
};

/** The one error class of Podgraft: a closed code, where it happened, and what to do in the message. */
export class PodgraftError extends Error {
  readonly code: ErrorCode;
  readonly location: Location;

  constructor(code: ErrorCode, message: string, location: Location = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = "PodgraftError";
    this.code = code;
    this.location = location;
  }
}

/** The process exit status for an error: 2 usage or configuration, 3 unreadable input, 4 internal guard, 5 a called tool failed. */
export function exitStatus(code: ErrorCode): 2 | 3 | 4 | 5 {
  if (code.startsWith("usage.") || code.startsWith("config.")) return 2;
  if (code.startsWith("input.")) return 3;
  return code.startsWith("tool.") ? 5 : 4;
}

/** One line for people: `file:line:column: path: message`, with only the parts that are known. */
export function describeError(error: PodgraftError): string {
  const { file, document, line, column, path } = error.location;
  let place = file ?? "";
  if (line !== undefined) place += `:${line}` + (column === undefined ? "" : `:${column}`);
  if (document !== undefined) place += place === "" ? `document ${document}` : ` (document ${document})`;
  const parts = [place, path ?? "", error.message].filter((part) => part !== "");
  return parts.join(": ");
}
