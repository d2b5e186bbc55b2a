import type { CommandGroup } from "./command.ts";
import { importCommand } from "./config/import/import.ts";
import { initCommand } from "./config/init.ts";
import { printCommand } from "./config/print.ts";
import { validateCommand } from "./config/validate.ts";

/** `podgraft config`: everything about podgraft.yaml. */
export const configCommand: CommandGroup = {
  name: "config",
  summary: "Print, check, begin or import the configuration",
  description:
    "What podgraft.yaml comes to, whether it is valid, how one begins, and how one is made of an official webhook's settings.",
  commands: [printCommand, validateCommand, initCommand, importCommand],
};
