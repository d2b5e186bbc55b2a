import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadAll } from "js-yaml";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { findBuiltTool } from "../../../scripts/tools/built-tools.ts";
import { findHelm3, findHelm4, type ToolSearch } from "../../../scripts/tools/real-tools.ts";

/** The project's folder. */
export const root: string = fileURLToPath(new URL("../../../../", import.meta.url));

/** The chart. */
export const chart: string = join(root, "charts/podgraft");

/** The release and the namespace of all renderings. */
export const release = "podgraft";
export const namespace = "podgraft-system";

/** Helm 3.17 and 4.1, or why there are none here; and the newest ones where they were built. */
export const helms: readonly { readonly name: string; readonly found: ToolSearch }[] = [
  { name: "Helm 3.17", found: findHelm3() },
  { name: "Helm 4.1", found: findHelm4() },
  { name: "Helm 3.22", found: findBuiltTool("helm3") },
  { name: "Helm 4.3", found: findBuiltTool("helm4") },
];

/** One Helm, for tests of what the chart says and not of how it is rendered. */
export const helm: ToolSearch = findHelm4();

/** For tap: false, or the reason why tests that render are skipped. */
export const skip: false | string = helm.path === undefined ? helm.reason : false;

/** How `helm template` ended. */
export type Rendering = { readonly status: number | null; readonly text: string; readonly error: string };

/** Runs `helm template` on the chart with these values, for a release in `into`. */
export function template(
  values: JsonObject,
  path: string | undefined = helm.path,
  into: string = namespace,
): Promise<Rendering> {
  const folder = mkdtempSync(join(tmpdir(), "podgraft-chart-"));
  const file = join(folder, "values.json");
  writeFileSync(file, JSON.stringify(values));
  const args = ["template", release, chart, "--namespace", into, "--values", file];
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    HELM_CACHE_HOME: folder,
    HELM_CONFIG_HOME: folder,
    HELM_DATA_HOME: folder,
  };
  return new Promise((resolve) => {
    const child = execFile(path ?? "helm", args, { env, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) => {
      rmSync(folder, { recursive: true, force: true });
      resolve({ status: child.exitCode, text: stdout, error: stderr });
    });
  });
}

/** The objects that the chart gives with these values; throws Helm's message where it refuses. */
export async function render(values: JsonObject = {}, path?: string, into?: string): Promise<JsonObject[]> {
  const { status, text, error } = await template(values, path, into);
  if (status !== 0) throw new Error(error);
  return loadAll(text).filter((document) => document !== null) as JsonObject[];
}

/** What stands at a path such as `spec.template.spec.containers.0.args`, or undefined; a list of keys where they hold dots themselves. */
export function at(value: Json | undefined, path: string | readonly string[]): Json | undefined {
  const keys = typeof path === "string" ? path.split(".") : path;
  return keys.reduce<Json | undefined>(
    (found, key) =>
      typeof found === "object" && found !== null && Object.hasOwn(found, key)
        ? (Reflect.get(found, key) as Json)
        : undefined,
    value,
  );
}

/** The list at a path, empty where there is none. */
export function listAt(value: Json | undefined, path: string): readonly Json[] {
  const found = at(value, path);
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}

/** `Kind/name` of an object. */
export function idOf(object: JsonObject): string {
  return `${String(object["kind"])}/${String(at(object, "metadata.name"))}`;
}

/** The objects of a kind. */
export function ofKind(objects: readonly JsonObject[], kind: string): JsonObject[] {
  return objects.filter((object) => object["kind"] === kind);
}

/** The one object of a kind; throws where there are none or several. */
export function only(objects: readonly JsonObject[], kind: string): JsonObject {
  const [found, ...more] = ofKind(objects, kind);
  if (found === undefined || more.length > 0) throw new Error(`not one ${kind}: ${objects.map(idOf).join(", ")}`);
  return found;
}

/** A text of the chart's folder. */
export function chartFile(path: string): string {
  return readFileSync(join(chart, path), "utf8");
}
