import { PodgraftError } from "../../engine/errors.ts";
import { verifyPod } from "../../engine/verify/verify-pod.ts";
import { compareInjection, compareSides, unreadFaults } from "../../renderer/diff/compare.ts";
import { injectSource } from "../../renderer/inject/inject.ts";
import type { Source } from "../../renderer/inject/sources.ts";
import type { DiffReport } from "../../report/diff/diff-report.ts";
import { decideSide, type NamedSide } from "../../cli/diff/side.ts";
import { packageVersion } from "../../cli/package/version.ts";
import { inputOf, type ReadInput } from "../../cli/reporting/read-input.ts";
import { reportOn } from "../../cli/reporting/report-on.ts";
import type { Inputs } from "../inputs/inputs.ts";
import type { Rendering } from "../rendering/render.ts";
import type { Rendered, RenderedTree } from "../rendering/side.ts";
import type { Fault, Notice, Unit } from "../review.ts";
import { describeFault } from "./describe-fault.ts";
import { placesOf } from "./places.ts";

/** A unit with what was found in it, and what stopped the work on it. */
export type Judged = {
  readonly unit: Unit | undefined;
  readonly faults: readonly Fault[];
  /** Why something could not be compared. What is wrong with the base alone does not fail whoever repairs it. */
  readonly notices: readonly Notice[];
  /** The manifests after injection, in mode `inject`. */
  readonly injected: readonly Source[];
};

/** Judges the units of a tree by themselves: what `podgraft verify` says of them, or what `podgraft inject` makes of them. */
export function judgeTree(head: RenderedTree, inputs: Inputs): Judged[] {
  return head.units.map((unit) => judgeUnit(unit, head, undefined, inputs));
}

/** Judges the units of two trees, the same of both with each other; what only one has is gained or lost. */
export function compareTrees(base: RenderedTree, head: RenderedTree, inputs: Inputs): Judged[] {
  const before = new Map(base.units.map((unit) => [keyOf(unit), unit]));
  const after = new Map(head.units.map((unit) => [keyOf(unit), unit]));
  const keys = new Set([...before.keys(), ...after.keys()]);
  const pairs = [...keys].map((key) => ({
    unit: after.get(key) ?? gone(before.get(key), head),
    base: before.get(key),
  }));
  return pairs
    .sort((one, other) => (one.unit.name < other.unit.name ? -1 : 1))
    .map(({ unit, base: unitBefore }) => judgeUnit(unit, head, { tree: base, unit: unitBefore }, inputs));
}

/** A folder can be a chart and a kustomization, and of plain manifests there is one unit. */
function keyOf({ renderer, name }: Rendered): string {
  return renderer === "none" ? renderer : `${renderer} ${name}`;
}

/** A unit that is only in the base: in the head it is empty. */
function gone(unit: Rendered | undefined, { tree }: RenderedTree): Rendered {
  const { name = "", path = "", renderer = "none" } = unit ?? {};
  return { name, path, renderer, folder: tree.folder, values: [], files: [], texts: [], unread: [] };
}

type Base = { readonly tree: RenderedTree; readonly unit: Rendered | undefined };

function judgeUnit(unit: Rendered, head: RenderedTree, base: Base | undefined, inputs: Inputs): Judged {
  const faultOf = (fault: PodgraftError): Fault => describeFault(fault, unit, head);
  if ("fault" in unit) return { ...unjudged, faults: [faultOf(unit.fault)] };
  try {
    const input = readUnit(unit, head);
    const report = reportOn(input, head.loaded, {
      ...(inputs.mode === "verify" ? { also: verifyPod } : {}),
      environment: inputs.environment ?? null,
      threshold: inputs.failOn === "warning" ? "warning" : "error",
      baseline: null,
    });
    const compared = compare(input, head, base, inputs);
    const injected = inputs.mode === "inject" ? injectTexts(input, head) : [];
    const faults = unique([...input.faults, ...(compared?.faults ?? [])]).map(faultOf);
    const remarks = base === undefined ? [] : unique(compared?.baseFaults ?? []);
    const judged: Unit = {
      name: unit.name,
      renderer: unit.renderer,
      path: unit.path,
      report,
      placeInRepository: placesOf(unit, head.tree, head.loaded.file),
      differences: faults.length + remarks.length > 0 ? undefined : compared?.differences,
    };
    const notices =
      base === undefined ? [] : remarks.map((fault) => notCompared(describeFault(fault, unit, base.tree)));
    return { unit: judged, faults, notices, injected: faults.length > 0 ? [] : injected };
  } catch (cause) {
    if (!(cause instanceof PodgraftError)) throw cause;
    return { ...unjudged, faults: [faultOf(cause)] };
  }
}

const unjudged: Pick<Judged, "unit" | "notices" | "injected"> = { unit: undefined, notices: [], injected: [] };

function notCompared({ unit, message }: Fault): Notice {
  return { severity: "warning", message: `${unit ?? ""}: not compared, for the base cannot be read: ${message}` };
}

function readUnit(unit: Rendering | undefined, { call, loaded, context }: RenderedTree): ReadInput {
  return inputOf(unit?.texts ?? [], call, loaded, { skipped: [], faults: [...(unit?.unread ?? [])], context });
}

type Compared = {
  /** Undefined where the base could not be read. */
  readonly differences: DiffReport | undefined;
  readonly faults: readonly PodgraftError[];
  readonly baseFaults: readonly PodgraftError[];
};

function compare(input: ReadInput, head: RenderedTree, base: Base | undefined, { mode }: Inputs): Compared | undefined {
  if (mode === "verify" || (mode === "diff" && base === undefined)) return undefined;
  const after = decideSide(head.loaded, input, mode === "inject" ? "injectable" : "everything");
  if (base === undefined) {
    return { differences: reportOf(after, after, compareInjection(after)), faults: [], baseFaults: [] };
  }
  const { tree, unit } = base;
  if (unit !== undefined && "fault" in unit) return { differences: undefined, faults: [], baseFaults: [unit.fault] };
  const before = decideSide(tree.loaded, readUnit(unit, tree), "everything");
  const unread = unreadFaults(before.side, after.side);
  const ofBase = new Set(before.side.unread.map(({ fault }) => fault));
  return {
    differences: reportOf(before, after, compareSides(before, after)),
    faults: unread.filter((fault) => !ofBase.has(fault)),
    baseFaults: [...before.input.faults, ...unread.filter((fault) => ofBase.has(fault))],
  };
}

function reportOf(
  before: NamedSide,
  after: NamedSide,
  differences: Pick<DiffReport, "identities" | "objects">,
): DiffReport {
  return {
    tool: { version: packageVersion() },
    configurations: { before: before.digest, after: after.digest },
    module: after.module,
    ...differences,
  };
}

function injectTexts({ sources, known, faults }: ReadInput, { loaded }: RenderedTree): Source[] {
  return sources.map((source) => {
    const { name, parts } = injectSource(
      source,
      loaded.rules,
      known,
      () => undefined,
      (fault) => void faults.push(fault),
    );
    return { name, text: parts.join("") };
  });
}

/** Reading, deciding and injecting meet the same fault one after the other. */
function unique(faults: readonly PodgraftError[]): PodgraftError[] {
  const byText = new Map(faults.map((fault) => [JSON.stringify([fault.message, fault.location]), fault]));
  return [...byText.values()];
}
