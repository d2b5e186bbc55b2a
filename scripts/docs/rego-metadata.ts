import { isJsonObject, member, type Json } from "../../engine/json.ts";
import { readYaml } from "../../renderer/yaml/read.ts";
import type { SourceFile } from "./rego-source.ts";

/** What a METADATA comment says; an absent key is the empty text. */
export type Metadata = { readonly title: string; readonly description: string; readonly upstream: string };

/** One definition of a rule or function: its head's name, the line of the head, what its METADATA say, and the text up to the next head. */
export type Definition = {
  readonly name: string;
  readonly isFunction: boolean;
  readonly line: number;
  readonly metadata: Metadata | null;
  readonly text: string;
};

/** One file of rules, definitions in the order of the file. */
export type RegoFile = {
  readonly path: string;
  readonly package: string;
  readonly packageMetadata: Metadata | null;
  readonly definitions: readonly Definition[];
};

type Head = { readonly line: number; readonly word: string; readonly rest: string; readonly metadata: Metadata | null };

/**
 * Reads a formatted Rego file as far as documentation needs it: a head stands at the start of a line, everything inside a rule is indented.
 * Throws an Error with file and line for METADATA that are not YAML or stand before nothing, and for a file without a package.
 */
export function parseRego({ path, text }: SourceFile): RegoFile {
  const lines = text.split("\n");
  const heads = findHeads(path, lines);
  const packageHead = heads.find(({ word }) => word === "package");
  if (packageHead === undefined) throw new Error(`${path}: no package`);
  const rules = heads.filter(({ word }) => word !== "package" && word !== "import");
  return {
    path,
    package: packageHead.rest.trim(),
    packageMetadata: packageHead.metadata,
    definitions: rules.map((head, index) => ({
      name: head.word,
      isFunction: head.rest.startsWith("("),
      line: head.line,
      metadata: head.metadata,
      text: lines.slice(head.line - 1, (rules[index + 1]?.line ?? lines.length + 1) - 1).join("\n"),
    })),
  };
}

function findHeads(path: string, lines: readonly string[]): Head[] {
  const heads: Head[] = [];
  let metadata: Metadata | null = null;
  for (let index = 0; index < lines.length; index++) {
    if (lines[index] === "# METADATA") {
      const end = endOfComment(lines, index);
      metadata = readMetadata(path, index + 1, lines.slice(index + 1, end));
      index = end - 1;
      if (headAt(lines[end]) === null)
        throw new Error(`${path}:${end}: METADATA stand before no package, rule or function`);
      continue;
    }
    const head = headAt(lines[index]);
    if (head === null) continue;
    heads.push({ ...head, line: index + 1, metadata });
    metadata = null;
  }
  return heads;
}

function endOfComment(lines: readonly string[], start: number): number {
  let end = start;
  while (lines[end]?.startsWith("#") === true) end += 1;
  return end;
}

/** `else` at the start of a line goes on with the rule above it; `default` is a definition of the name behind it. */
function headAt(line: string | undefined): { readonly word: string; readonly rest: string } | null {
  const [, word, rest] = /^(?:default )?([A-Za-z_]\w*)(.*)$/.exec(line ?? "") ?? [];
  return word === undefined || rest === undefined || word === "else" ? null : { word, rest };
}

function readMetadata(path: string, line: number, comment: readonly string[]): Metadata {
  const yaml = comment.map((text) => text.replace(/^# ?/, "")).join("\n");
  const value = readYaml(yaml, { file: path, firstLine: line + 1 }).value;
  if (!isJsonObject(value)) throw new Error(`${path}:${line}: METADATA are not a map`);
  return {
    title: textAt(value, "title", path, line),
    description: textAt(value, "description", path, line),
    upstream: textAt(member(value, "custom"), "upstream", path, line),
  };
}

function textAt(value: Json | undefined, key: string, path: string, line: number): string {
  const text = member(value, key) ?? "";
  if (typeof text !== "string") throw new Error(`${path}:${line}: METADATA: ${key} is not a text`);
  return text.trim();
}
