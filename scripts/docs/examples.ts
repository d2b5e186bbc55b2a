import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../cli/main.js", import.meta.url));

/** A file that a page shows: its name alone in code and a colon, then a block of JSON, YAML or text. */
const shownFile = /^`([\w.-]+)`:\n\n```(?:json|yaml|text)\n(.*?)^```$/gms;
const consoleBlock = /^```console\n(.*?)^```$/gms;

/**
 * A Markdown page with its examples run again: the commands of its console blocks (lines that start with `$ `) in a folder with the files
 * that the page shows, each followed by what it prints, messages first. Throws an Error for a command that Podgraft fails by its own fault.
 */
export function runExamples(page: string): string {
  const folder = mkdtempSync(join(tmpdir(), "podgraft-examples-"));
  try {
    for (const [, name, text] of page.matchAll(shownFile)) {
      if (name !== undefined && text !== undefined) writeFileSync(join(folder, name), text);
    }
    return page.replaceAll(
      consoleBlock,
      (_block, lines: string) => "```console\n" + runCommands(lines, folder) + "```",
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runCommands(lines: string, folder: string): string {
  const commands = lines.split("\n").filter((line) => line.startsWith("$ "));
  return commands.map((command) => `${command}\n${outputOf(command.slice(2), folder)}`).join("");
}

/** Through a shell, for pages show pipes and exit statuses. */
function outputOf(command: string, folder: string): string {
  const script = `podgraft() { "$NODE" "$PROGRAM" "$@"; }\n{ ${command}; } 2>&1`;
  const env = { ...process.env, NODE: process.execPath, PROGRAM: program, PODGRAFT_CONFIG: "" };
  const { stdout } = spawnSync("sh", ["-c", script], { cwd: folder, env, encoding: "utf8" });
  if (stdout.includes("internal error")) throw new Error(`${command}: ${stdout}`);
  return stdout;
}
