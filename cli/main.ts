#!/usr/bin/env node
import { nearest } from "../engine/config/nearest.ts";
import { exitStatus, PodgraftError } from "../engine/errors.ts";
import { chooseCommand, missingCommand } from "./choose-command.ts";
import { commands } from "./commands.ts";
import type { Command, CommandGroup, Outcome } from "./command.ts";
import { faultLine } from "./faults.ts";
import { commandHelp, groupHelp, programHelp } from "./help.ts";
import { packageVersion } from "./package/version.ts";
import { parseCall } from "./parse-call.ts";

async function run(argv: readonly string[]): Promise<Outcome> {
  const [name, ...rest] = argv;
  if (name === undefined) return { status: 2, stderr: programHelp(commands) };
  if (name === "help" && rest[0] !== undefined) return run([...rest, "--help"]);
  if (name === "--help" || name === "-h" || name === "help") return { status: 0, stdout: programHelp(commands) };
  if (name === "--version") return { status: 0, stdout: `${packageVersion()}\n` };
  const listed = commands.find((command) => command.name === name);
  if (listed === undefined) throw unknownCommand(name);
  const command = await listed.load();
  return "commands" in command ? runGroup(command, rest) : runCommand(command, rest);
}

async function runCommand(command: Command, argv: readonly string[]): Promise<Outcome> {
  const call = parseCall(command, argv);
  return call.options.help === true ? { status: 0, stdout: commandHelp(command) } : command.run(call);
}

async function runGroup(group: CommandGroup, argv: readonly string[]): Promise<Outcome> {
  const chosen = chooseCommand(group, argv);
  if (chosen !== undefined) return runCommand(chosen.command, chosen.argv);
  if (argv.includes("--help") || argv.includes("-h")) return { status: 0, stdout: groupHelp(group) };
  throw missingCommand(group);
}

function unknownCommand(name: string): PodgraftError {
  const names = commands.map((command) => command.name);
  const proposed = nearest(name, names);
  const proposal = proposed === undefined ? `there are: ${names.join(", ")}` : `did you mean ${proposed}?`;
  return new PodgraftError("usage.invalid", `unknown command ${JSON.stringify(name)}; ${proposal}`);
}

/** What goes wrong, as the program answers it: a typed error by its code, anything else is a fault of ours. */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof PodgraftError) return { status: exitStatus(error.code), stderr: faultLine(error) };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { status: 4, stderr: `podgraft: internal error, please report it: ${detail}\n` };
}

/** Parts put together to pieces worth a write of their own. */
function* chunks(parts: readonly string[]): Generator<string> {
  let chunk = "";
  for (const part of parts) {
    chunk += part;
    if (chunk.length < 1_048_576) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

const { status, stdout = "", stderr = "" } = await run(process.argv.slice(2)).catch(outcomeOf);
process.exitCode = status;
// A reader that goes away early (`| head`) is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  process.exitCode = 4;
  process.stderr.write(`podgraft: error: standard output: cannot be written: ${error.message}\n`);
});
process.stderr.on("error", () => undefined);
if (stderr !== "") process.stderr.write(stderr);
for (const chunk of chunks(typeof stdout === "string" ? [stdout] : stdout)) process.stdout.write(chunk);
