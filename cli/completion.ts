import { PodgraftError } from "../engine/errors.ts";
import type { Call, Command, CommandGroup, Outcome } from "./command.ts";
import { bashCompletion } from "./completion/bash.ts";
import { commandLine, type Place } from "./completion/command-line.ts";
import { fishCompletion } from "./completion/fish.ts";
import { zshCompletion } from "./completion/zsh.ts";

const shells: ReadonlyMap<string, (places: readonly Place[]) => string> = new Map([
  ["bash", bashCompletion],
  ["zsh", zshCompletion],
  ["fish", fishCompletion],
]);

/** Loads all commands with their tables. */
type LoadCommands = () => Promise<readonly (Command | CommandGroup)[]>;

/** `podgraft completion`: a script that makes a shell complete our command line. The list of commands is given, for this one is in it. */
export function completionCommand(loadCommands: LoadCommands): Command {
  return { ...description, run: (call) => runCompletion(call, loadCommands) };
}

const description: Omit<Command, "run"> = {
  name: "completion",
  summary: "Print the script that makes bash, zsh or fish complete this command line",
  operands: "bash|zsh|fish",
  description:
    "Prints a script for the shell: it completes commands, options, the values of options that have a closed choice, and files where an\n" +
    "option or a command takes them. The script starts no program when it completes; print it again after an update.",
  options: [],
  examples: [
    { title: "bash, in ~/.bashrc", command: "source <(podgraft completion bash)" },
    { title: "zsh, in a folder of $fpath", command: 'podgraft completion zsh > "${fpath[1]}/_podgraft"' },
    { title: "fish", command: "podgraft completion fish > ~/.config/fish/completions/podgraft.fish" },
  ],
};

async function runCompletion(call: Call, loadCommands: LoadCommands): Promise<Outcome> {
  const [shell, ...rest] = call.operands;
  const script = rest.length === 0 ? shells.get(shell ?? "") : undefined;
  if (script !== undefined) return { status: 0, stdout: script(commandLine(await loadCommands())) };
  const found = call.operands.length === 0 ? "nothing" : call.operands.join(" ");
  throw new PodgraftError("usage.invalid", `expected bash, zsh or fish, found ${found}`);
}
