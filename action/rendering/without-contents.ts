/** What stands for what is not repeated. */
const hidden = "(not shown)";

/** Ways in which kustomize and YAML readers repeat what they were given, which may be a Secret's. */
const repeated: readonly (readonly [found: RegExp, instead: string])[] = [
  // trouble configuring builtin PatchTransformer with config: `…`
  [/(with config: )`[^`]*`/g, `$1${hidden}`],
  // unable to parse SM or JSON patch from [patch: "…"]
  [/(\bfrom )\[[^\n]*\](?=\s*(?:$|:|\n))/g, `$1${hidden}`],
  [/(literal sources )\[[^\n]*\](?=:)/g, `$1${hidden}`],
  [/(invalid literal source )[^\n]*(?=, expected)/g, `$1${hidden}`],
  // cannot unmarshal !!str `…` into int
  [/(!!\w+ )`[^`]*`/g, `$1${hidden}`],
];

/** A key of a mapping, alone on its line, whose members are a Secret's values. */
const opensValues = /^(\s*)(?:- )?["']?(?:data|stringData|literals)["']?\s*:\s*$/;

/**
 * A tool's message without the manifests that it repeats: those may be Secrets, in a form that nothing can be looked up in, for it is what the
 * tool could not read.
 */
export function withoutContents(message: string): string {
  const text = repeated.reduce((said, [found, instead]) => said.replace(found, instead), message);
  let within: number | undefined;
  return text
    .split("\n")
    .flatMap((line) => {
      const indent = line.search(/\S|$/);
      if (within !== undefined && (indent > within || line.trim() === "" || (indent === within && /^\s*- /.test(line))))
        return [];
      const opening = opensValues.exec(line);
      within = opening === null ? undefined : indent;
      return opening === null ? [inOneLine(line)] : [`${line} ${hidden}`];
    })
    .join("\n");
}

/** `stringData: {…}`, `"data":{…}`, and values behind an escaped line end. */
function inOneLine(line: string): string {
  return line.replace(/(["']?\b(?:data|stringData|literals)\b["']?\s*:\s*)(?:\{|\[|\\n).*$/, `$1${hidden}`);
}
