import type { JsonObject } from "../json.ts";
import type { InjectedForm, InjectedVariable } from "./injected-forms.ts";
import { nameOf } from "./name-of.ts";

/**
 * The positions of the variables that injection wrote into a container's `env`. Injection appends in a fixed order, so its variables stand
 * in a row: the row at the list's end, or the row around a token file. A variable of the same name elsewhere is the container's own, and so
 * is a token file that is below none of `mountPaths`, where the container mounts the token, nor where it is mounted by default.
 */
export function injectedVariables(
  env: readonly JsonObject[],
  form: InjectedForm,
  mountPaths: readonly string[],
): number[] {
  const folders = [...mountPaths, ...form.mountPaths];
  const ranks = env.map((variable, position) => rankOf(variable, env[position - 1], env[position + 1], form, folders));
  const injected = new Set<number>();
  for (const [position, variable] of env.entries()) {
    if (ranks[position] !== undefined && form.anchors.has(nameOf(variable))) addRow(ranks, position, injected);
  }
  if (ranks.at(-1) !== undefined) addRow(ranks, env.length - 1, injected);
  return [...injected].sort((left, right) => left - right);
}

/** The place of an injected variable in the order of injection; undefined for any other variable. */
function rankOf(
  variable: JsonObject,
  before: JsonObject | undefined,
  next: JsonObject | undefined,
  form: InjectedForm,
  folders: readonly string[],
): number | undefined {
  const rank = form.variables.findIndex(({ name }) => name === variable.name);
  const known = form.variables[rank];
  if (known === undefined || (known.afterPartner !== undefined && before?.name !== known.afterPartner))
    return undefined;
  return isInjected(variable, next, known, form, folders) ? rank : undefined;
}

function isInjected(
  variable: JsonObject,
  next: JsonObject | undefined,
  known: InjectedVariable,
  form: InjectedForm,
  folders: readonly string[],
): boolean {
  if (typeof variable.valueFrom === "object" && variable.valueFrom !== null) return false;
  const value = typeof variable.value === "string" ? variable.value : "";
  if (!known.isInjected(value)) return false;
  if (known.isTokenFile === true && !folders.some((folder) => isBelow(value, folder))) return false;
  if (known.beforePartner === undefined) return true;
  const partner = form.variables.find(({ name }) => name === known.beforePartner);
  return (
    next !== undefined &&
    next.name === known.beforePartner &&
    partner !== undefined &&
    isInjected(next, undefined, partner, form, folders)
  );
}

/** Windows writes the same path with a drive and backslashes. */
function isBelow(file: string, folder: string): boolean {
  const path = file.replace(/^[A-Za-z]:/, "").replaceAll("\\", "/");
  return path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** Adds the row around a position in which ranks rise from one variable to the next. */
function addRow(ranks: readonly (number | undefined)[], position: number, row: Set<number>): void {
  row.add(position);
  for (let before = position - 1; rises(ranks[before], ranks[before + 1]); before--) row.add(before);
  for (let behind = position + 1; rises(ranks[behind - 1], ranks[behind]); behind++) row.add(behind);
}

function rises(left: number | undefined, right: number | undefined): boolean {
  return left !== undefined && right !== undefined && left < right;
}
