import { PodgraftError, describeError, type Location } from "../errors.ts";
import type { Segment } from "../json.ts";
import { formatPath } from "./path.ts";
import type { Issue } from "./validate.ts";

/** Where a path stands in a file's text, lines and columns counted from 1; `undefined` where that is not known. */
export type Position = (path: readonly Segment[]) => { readonly line: number; readonly column: number } | undefined;

/** One thing that is wrong, with its place. */
export type LocatedIssue = { readonly location: Location; readonly message: string };

/** An issue at its place in a file. Of a path that the text does not have (a key that is missing), the nearest part around it is named. */
export function locate(
  file: { readonly file: string; readonly position?: Position | undefined },
  issue: Issue,
): LocatedIssue {
  const path = formatPath(issue.path);
  const location = { file: file.file, ...positionAround(file.position, issue.path), ...(path === "" ? {} : { path }) };
  return { location, message: issue.message };
}

function positionAround(
  position: Position | undefined,
  path: readonly Segment[],
): { readonly line?: number; readonly column?: number } {
  if (position === undefined) return {};
  for (let length = path.length; length >= 0; length--) {
    const found = position(path.slice(0, length));
    if (found !== undefined) return { line: found.line, column: found.column };
  }
  return {};
}

/** Throws `config.invalid` if there is any issue: the first one's place as the error's location, one line an issue in the message. */
export function refuse(issues: readonly LocatedIssue[]): void {
  const [first, ...others] = issues;
  if (first === undefined) return;
  const lines = others.map(({ location, message }) =>
    describeError(new PodgraftError("config.invalid", message, location)),
  );
  throw new PodgraftError("config.invalid", [first.message, ...lines].join("\n"), first.location);
}
