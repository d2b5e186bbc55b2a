import { readFileSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isJsonObject } from "../../engine/json.ts";
import { identify } from "../../engine/locate/object-identity.ts";
import { splitStream } from "../../renderer/stream/split.ts";
import { readYaml } from "../../renderer/yaml/read.ts";
import type { FindingRecord } from "../../report/finding-record.ts";
import type { PlaceInRepository, RepositoryPlace } from "../../report/formats/repository-place.ts";
import { manifestName } from "../../cli/files.ts";
import { repositoryPlaces } from "../../cli/reporting/place-in-repository.ts";
import type { Discovered } from "../discovery/discovered.ts";
import { kustomizationFile, readKustomization } from "../discovery/kustomization.ts";
import type { Tree } from "../discovery/tree.ts";

/**
 * Tells where in the repository a unit's findings are shown: the line of a plain manifest, the template of a chart, and of a kustomization the
 * object that it builds in; where that is not in the repository, what makes its folder a chart or kustomization. `configuration` is shown where nothing else can be named.
 */
export function placesOf(unit: Discovered, { root }: Tree, configuration: string | undefined): PlaceInRepository {
  const isChart = unit.renderer === "helm";
  const general = repositoryPlaces({
    chart: isChart ? unit.folder : undefined,
    configuration: isChart ? join(unit.folder, "Chart.yaml") : configuration,
  });
  if (unit.renderer !== "kustomize") return general;
  const within = (file: string, line: number | null): RepositoryPlace => ({
    file: relative(root, realpathSync(file)).split(sep).join("/"),
    line,
    column: null,
  });
  let written: readonly WrittenObject[] | undefined;
  return (finding) => {
    written ??= objectsOf(unit.folder);
    const found = origin(finding, written);
    if (found !== undefined) return within(found.file, found.line);
    const own = kustomizationFile(unit.folder);
    return own === undefined ? general(finding) : within(own, null);
  };
}

/** An object as it stands in a file that a kustomization builds in. */
type WrittenObject = { readonly file: string; readonly line: number; readonly kind: string; readonly name: string };

/** kustomize may put something before and behind a name; an object of the same kind whose name is in the built one is then the only candidate. */
function origin(
  { object: { kind, name } }: FindingRecord,
  written: readonly WrittenObject[],
): WrittenObject | undefined {
  const ofKind = written.filter((one) => one.kind === kind);
  const exact = ofKind.find((one) => one.name === name);
  if (exact !== undefined) return exact;
  const similar = ofKind.filter((one) => one.name !== "" && name.includes(one.name));
  return similar.length === 1 ? similar[0] : undefined;
}

/** The objects in the local files of a kustomization and of those that it is built from; resources come before patches of the same name. */
function objectsOf(folder: string): WrittenObject[] {
  const files: string[] = [];
  const seen = new Set<string>();
  const visit = (at: string): void => {
    const kustomization = seen.has(at) ? undefined : readKustomization(at);
    seen.add(at);
    for (const path of kustomization?.uses ?? []) {
      if (kustomizationFile(path) !== undefined) visit(path);
      else if (manifestName.test(path) && !files.includes(path)) files.push(path);
    }
  };
  visit(folder);
  const objects = files.flatMap(objectsIn);
  const isWhole = ({ isPatch }: WrittenObject & { isPatch: boolean }): boolean => !isPatch;
  return [...objects.filter(isWhole), ...objects.filter((one) => !isWhole(one))];
}

function objectsIn(file: string): (WrittenObject & { readonly isPatch: boolean })[] {
  try {
    return splitStream(readFileSync(file, "utf8")).flatMap(({ text, firstLine, number }) => {
      const { value, position } = readYaml(text, { file, document: number, firstLine });
      if (!isJsonObject(value)) return [];
      const { kind, name } = identify(value, []);
      const { line } = position(["kind"]);
      // A strategic merge patch of a workload rarely names an image; a workload always does.
      return kind === "" ? [] : [{ file, line, kind, name, isPatch: !text.includes("image:") }];
    });
  } catch {
    // What cannot be read is the renderer's to tell.
    return [];
  }
}
