import { describeError, PodgraftError } from "../errors.ts";
import { locate, type LocatedIssue } from "./issues.ts";
import type { ConfigFile } from "./layers/extends.ts";
import { formatPath } from "./path.ts";
import { sourceAt, type Tree } from "./tree.ts";
import type { Issue } from "./validate.ts";

/** The place of an issue in the merged settings: where the offending value came from, or the outermost file if it is a default. */
export function locateResolved(issue: Issue, tree: Tree, files: readonly ConfigFile[]): LocatedIssue {
  const source = sourceAt(tree, issue.path);
  const path = formatPath(issue.path);
  if (source.kind === "set") {
    const message = describeError(new PodgraftError("config.invalid", issue.message, { path }));
    return { location: {}, message: `--set ${source.argument}: ${message}` };
  }
  const inFile = source.kind === "file" || source.kind === "environment";
  const file = inFile ? files.find((candidate) => candidate.file === source.file) : files[0];
  if (file === undefined) return { location: { path }, message: issue.message };
  return locate(
    file,
    source.kind === "environment" ? { ...issue, path: ["environments", source.name, ...issue.path] } : issue,
  );
}
