import type { Definition, RegoFile } from "./rego-metadata.ts";
import type { SourceFile } from "./rego-source.ts";

/** Codes that a text uses: whole literals, and beginnings and ends that a rule joins around a value, as `gcp.` and `_mode`. */
export type CodeUses = {
  readonly whole: ReadonlySet<string>;
  readonly joined: readonly { readonly start: string; readonly end: string }[];
};

/** The codes in a text of Rego or TypeScript; comment lines do not count. `words` are the words that may stand before a code's dot. */
export function codesUsed(text: string, words: ReadonlySet<string>): CodeUses {
  const source = text.replaceAll(/^\s*(?:#|\/\/|\*|\/\*).*$/gm, "");
  const literals = [...source.matchAll(/"(([a-z]+)\.[a-z][a-z_]*)"/g)].filter(
    ([, , word]) => word !== undefined && words.has(word),
  );
  const joins = source.matchAll(/concat\("", \["([a-z]+\.)", \w+, "(_[a-z_]+)"\]\)/g);
  return {
    whole: new Set(literals.flatMap(([, whole]) => whole ?? [])),
    joined: [...joins].flatMap(([, start, end]) => (start === undefined || end === undefined ? [] : [{ start, end }])),
  };
}

/** Whether a code is among those that a text uses. */
export function isUsed(code: string, { whole, joined }: CodeUses): boolean {
  return whole.has(code) || joined.some(({ start, end }) => code.startsWith(start) && code.endsWith(end));
}

/** The word before the dot of each code. */
export function firstWords(codes: Iterable<string>): ReadonlySet<string> {
  return new Set([...codes].map((code) => code.slice(0, code.indexOf("."))));
}

/**
 * Where tables and sources disagree, a line each: a literal in the rules that no table has, and a code of a table that neither a rule nor the
 * engine uses.
 */
export function codeFaults(
  codes: ReadonlySet<string>,
  rules: readonly SourceFile[],
  engine: readonly SourceFile[],
): string[] {
  const words = firstWords(codes);
  const uses = rules.map(({ path, text }) => ({ path, uses: codesUsed(text, words) }));
  const unknown = uses.flatMap(({ path, uses: { whole } }) =>
    [...whole]
      .filter((code) => !codes.has(code))
      .map((code) => `${path}: ${code} is in no table of policies/schema/codes`),
  );
  const everywhere = [...uses.map((file) => file.uses), ...engine.map(({ text }) => codesUsed(text, words))];
  const unused = [...codes].filter((code) => !everywhere.some((file) => isUsed(code, file)));
  return [...unknown, ...unused.map((code) => `policies/schema/codes: no rule and no file of the engine uses ${code}`)];
}

const sharedPackage = "podgraft.lib.findings";

/** The packages `podgraft.<provider>` whose rules can give a code, by themselves or through the shared functions that they call. */
export function packagesUsing(code: string, files: readonly RegoFile[]): ReadonlySet<string> {
  const words = firstWords([code]);
  const uses = ({ text }: Definition): boolean => isUsed(code, codesUsed(text, words));
  const shared = files
    .filter((file) => file.package === sharedPackage)
    .flatMap((file) => file.definitions.filter(uses));
  const calls = shared.map(({ name }) => `findings.${name}(`);
  const users = files.filter(
    (file) =>
      file.package !== sharedPackage &&
      file.definitions.some((one) => uses(one) || calls.some((call) => one.text.includes(call))),
  );
  return new Set(users.map((file) => file.package));
}
