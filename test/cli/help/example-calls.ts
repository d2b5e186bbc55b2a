/** The calls of podgraft in a shell line: their arguments, those within quotes or given to Helm's post-renderer included. */
export function callsIn(line: string): string[][] {
  const words = shellWords(line);
  const nested = words.flatMap((word) => (word.includes(" ") && word.startsWith("podgraft ") ? callsIn(word) : []));
  const postRenderer = words.flatMap((word, index) =>
    word === "--post-renderer-args" ? [words[index + 1] ?? ""] : [],
  );
  const asPlugin = postRenderer[0] === "helm-post-render" ? postRenderer : ["helm-post-render", ...postRenderer];
  const direct = commandsOf(words).flatMap(([program, ...args]) => (program === "podgraft" ? [args] : []));
  return [...direct, ...nested, ...(postRenderer.length === 0 ? [] : [asPlugin])];
}

/** The commands of a line, split at pipes; variables before them and redirections behind them are left out. */
function commandsOf(words: readonly string[]): string[][] {
  const commands: string[][] = [[]];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "|" || word === "<(") commands.push([]);
    else if (word === ">") index++;
    else if (word !== ")") commands.at(-1)?.push(word);
  }
  return commands.map((command) => command.slice(command.findIndex((word) => !/^[A-Z_]+=/.test(word))));
}

/** Words as a shell reads them: blanks divide, quotes hold together; `|`, `>`, `<(` and `)` are words of their own. */
function shellWords(line: string): string[] {
  const found = line.matchAll(/"([^"]*)"|'([^']*)'|(<\(|[|>)])|((?:[^\s|>()"'<]|"[^"]*"|'[^']*')+)/g);
  return Array.from(found, ([, double, single, sign, plain]) => double ?? single ?? sign ?? plain ?? "");
}
