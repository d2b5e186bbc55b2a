import type { Command, CommandGroup } from "./command.ts";
import { commands } from "./commands.ts";

/** All commands with their tables, in the order of help. */
export function loadCommands(): Promise<(Command | CommandGroup)[]> {
  return Promise.all(commands.map(({ load }) => load()));
}
