import type { ErrorCode } from "../engine/errors.ts";
import type { DiffReport } from "../report/diff/diff-report.ts";
import type { PlaceInRepository, RepositoryPlace } from "../report/formats/repository-place.ts";
import type { Report } from "../report/report.ts";

/** What the Action was asked to do. */
export type Mode = "verify" | "inject" | "diff";

/** Something that was rendered by itself: a chart with one choice of values, a kustomization, or plain manifests. */
export type Unit = {
  /** As people tell units apart: the folder from the repository's root, and the values files where there are several choices. */
  readonly name: string;
  readonly renderer: "helm" | "kustomize" | "none";
  /** What was rendered, from the repository's root, with `/`. */
  readonly path: string;
  /** What verification found in it. Its files are named as the repository has them, where that is known. */
  readonly report: Report;
  /** Where its findings are shown on the pull request. */
  readonly placeInRepository: PlaceInRepository;
  /** Base against head in mode `diff`, before against after injection in mode `inject`; undefined in mode `verify`, and where a side failed. */
  readonly differences: DiffReport | undefined;
};

/** What could not be read, rendered or compared: the check fails, and says so, whatever `fail-on` is. */
export type Fault = {
  readonly code: ErrorCode;
  /** One sentence or several lines of a tool's own, control characters and all: to be escaped where it is written. */
  readonly message: string;
  /** The unit it belongs to, null where it concerns the run. */
  readonly unit: string | null;
  readonly place: RepositoryPlace | null;
};

/** What people should know though nothing failed, as that the base could not be had, or that a folder was left out. */
export type Notice = { readonly severity: "warning" | "notice"; readonly message: string };

/** The files of a directory that are new, other than before, or gone; paths are relative to it. */
export type FileChanges = {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
};

/** A directory of rendered manifests, as the workflow named it, and what changed in it. */
export type WrittenDirectory = FileChanges & { readonly directory: string };

/** Everything that a run came to: what the summary, the comment, annotations, SARIF and outputs are made of. */
export type Review = {
  readonly mode: Mode;
  /** In the order of their names. */
  readonly units: readonly Unit[];
  readonly faults: readonly Fault[];
  readonly notices: readonly Notice[];
  /** The commits that were compared; base is null outside of mode `diff`. */
  readonly commits: { readonly head: string | null; readonly base: string | null };
  /** From which severity on findings fail the check. */
  readonly failOn: "error" | "warning" | "never";
  /** What mode `inject` wrote; null in other modes, and where it wrote nothing because something failed. */
  readonly written: WrittenDirectory | null;
};
