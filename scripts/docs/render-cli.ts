import type { Command, CommandGroup, Option } from "../../cli/command.ts";
import { optionUsage } from "../../cli/help.ts";
import { commonOptions } from "../../cli/parse-call.ts";

/** The page docs/cli.md: every command with its options and examples, as help shows them. */
export function renderCli(loaded: readonly (Command | CommandGroup)[]): string {
  const commands = loaded.flatMap((entry) => ("commands" in entry ? entry.commands : [entry]));
  return [
    "# Command line",
    "",
    "<!-- Generated from the commands' own tables by scripts/docs/render-cli.ts. Do not edit. -->",
    "",
    "`podgraft COMMAND --help` shows the same. Options stand before or behind operands, `--name VALUE` or `--name=VALUE`; behind `--`",
    "everything is an operand. Where a command runs another program (`helm`, `kustomize`), our options stand before that program's words.",
    "",
    "| command | does |",
    "|---|---|",
    ...commands.map(({ name, summary }) => `| [\`${name}\`](#${anchor(name)}) | ${cell(summary)} |`),
    "",
    ...exitStatus,
    ...loaded.flatMap((entry) => ("commands" in entry ? groupSection(entry) : commandSection(entry, "##"))),
  ].join("\n");
}

const exitStatus = [
  "## Exit status",
  "",
  "| status | means |",
  "|---|---|",
  "| 0 | done; a report has nothing that fails |",
  "| 1 | a Pod is denied, or a finding is as severe as `--fail-on` says |",
  "| 2 | the call or the configuration is wrong |",
  "| 3 | the input cannot be read |",
  "| 4 | a guard of Podgraft itself, as for output that came out empty |",
  "| 5 | a program that was called failed |",
  "",
  "A command that writes documents writes none of them unless it exits with 0.",
  "",
];

function groupSection(group: CommandGroup): string[] {
  return [
    `## ${group.name}`,
    "",
    group.description,
    "",
    ...group.commands.flatMap((command) => commandSection(command, "###")),
  ];
}

function commandSection({ name, operands, description, options, examples }: Command, level: string): string[] {
  return [
    `${level} ${name}`,
    "",
    "```text",
    `podgraft ${name} ${operands}`.trimEnd(),
    "```",
    "",
    description,
    "",
    "| option | meaning |",
    "|---|---|",
    ...[...options, ...commonOptions].map(optionRow),
    "",
    "```sh",
    ...examples.flatMap(({ title, command }) => [`# ${title}`, command]),
    "```",
    "",
  ];
}

function optionRow(option: Option): string {
  const more = option.repeatable === true ? "; may be repeated" : "";
  return `| \`${cell(optionUsage(option).trim())}\` | ${cell(option.description)}${more} |`;
}

function anchor(name: string): string {
  return name.replaceAll(" ", "-");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
