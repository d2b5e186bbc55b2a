import t from "tap";
import { chooseCommand } from "../../../cli/choose-command.ts";
import type { Command } from "../../../cli/command.ts";
import { commandHelp } from "../../../cli/help.ts";
import { loadCommands } from "../../../cli/commands.ts";
import { parseCall } from "../../../cli/parse-call.ts";
import { readPlaceholder } from "../../../cli/placeholder.ts";
import { callsIn } from "./example-calls.ts";

const loaded = await loadCommands();
const commands = loaded.flatMap((entry) => ("commands" in entry ? entry.commands : [entry]));

/** The command that a call means, its arguments read. Throws what the program would say. */
function commandOf([name, ...argv]: readonly string[]): Command {
  const entry = loaded.find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`no command ${name ?? ""}`);
  const chosen = "commands" in entry ? chooseCommand(entry, argv) : { command: entry, argv };
  if (chosen === undefined) throw new Error(`no command of ${entry.name} is named`);
  checkChoices(chosen.command, parseCall(chosen.command, chosen.argv).options);
  return chosen.command;
}

/** Values of closed choices are checked when a command runs; here too. */
function checkChoices({ options }: Command, given: { readonly [name: string]: unknown }): void {
  for (const { name, value } of options) {
    const placeholder = readPlaceholder(value ?? "");
    const words = [given[name]].flat().filter((word) => typeof word === "string");
    if (placeholder.kind !== "choice" || value === undefined) continue;
    const wrong = words.find((word) => !placeholder.words.includes(word));
    if (wrong !== undefined) throw new Error(`--${name} takes no ${wrong}`);
  }
}

t.test("every command has examples, and each is a call of that command", async (t) => {
  t.ok(commands.length > 12);
  for (const command of commands) {
    t.ok(command.examples.length > 0, command.name);
    const called = command.examples.flatMap(({ command: line }) => callsIn(line).map(commandOf));
    t.ok(called.includes(command), `${command.name} is called in one of its examples`);
    t.same([...new Set(called)], [command], `the examples of ${command.name} call nothing else`);
    for (const { title, command: line } of command.examples) t.match(commandHelp(command), `  # ${title}\n  ${line}\n`);
  }
});

t.test("what would be wrong with an example is found", async (t) => {
  const cases: readonly (readonly [line: string, expected: RegExp])[] = [
    ["podgraft inject --in-palce x", /unknown option --in-palce; did you mean --in-place/],
    ["helm template x | podgraft injekt > y", /no command injekt/],
    ["podgraft export", /no command of export is named/],
    ["podgraft config pint", /found "pint"; did you mean print/],
    ["podgraft verify --format xml", /--format takes no xml/],
    ["podgraft config init --provider ibm", /--provider takes no ibm/],
    ['kpt fn eval --exec "podgraft krm --frob"', /unknown option --frob/],
    ["helm install x y --post-renderer podgraft --post-renderer-args --namespce=x", /unknown option --namespce/],
    ["source <(podgraft completion --x)", /unknown option --x/],
  ];
  for (const [line, message] of cases) t.throws(() => callsIn(line).map(commandOf), { message }, line);
});

t.test("placeholders", async (t) => {
  const cases = [
    ["FILE", { kind: "files" }],
    ["FILE|DIR", { kind: "files" }],
    ["[FILE|DIR|-]...", { kind: "files" }],
    ["[FILE|-]...", { kind: "files" }],
    ["DIR", { kind: "folders" }],
    ["yaml|json", { kind: "choice", words: ["yaml", "json"] }],
    ["NAME", { kind: "text" }],
    ["KEY=VALUE", { kind: "text" }],
    ["[KIND/]NAME", { kind: "text" }],
    ["", { kind: "text" }],
  ] as const;
  for (const [text, expected] of cases) t.same(readPlaceholder(text), expected, text);
});
