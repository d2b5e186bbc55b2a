/** One option of a command; the same table makes parsing, help, completion and docs/cli.md. */
export type Option = {
  readonly name: string;
  readonly short?: string;
  /** What the value is called in help, as cli/placeholder.ts reads it (`FILE`, `yaml|json`); absent for switches. */
  readonly value?: string;
  readonly repeatable?: boolean;
  readonly description: string;
};

/** The options and operands of one call. */
export type Call = {
  /** Values by option name; switches hold `true`. */
  readonly options: { readonly [name: string]: string | boolean | readonly (string | boolean)[] | undefined };
  readonly operands: readonly string[];
};

/** What a command prints and exits with; nothing reaches stdout before all of it is known. */
export type Outcome = {
  readonly status: number;
  readonly stdout?: string | readonly string[];
  readonly stderr?: string;
};

/** A command of the program. */
export type Command = {
  /** As it is typed: one word, behind the group's where it belongs to one (`config print`). */
  readonly name: string;
  readonly summary: string;
  /** Operands as help shows them. */
  readonly operands: string;
  readonly description: string;
  readonly options: readonly Option[];
  /** Whether everything from the first operand on belongs to another program: own options stand before it. */
  readonly passThrough?: boolean;
  readonly examples: readonly { readonly title: string; readonly command: string }[];
  readonly run: (call: Call) => Promise<Outcome>;
};

/** Commands under one name, as `config print` and `config validate`. */
export type CommandGroup = {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly commands: readonly [Command, ...Command[]];
};

/** The value of an option that takes one, or undefined. */
export function textOption(call: Call, name: string): string | undefined {
  const value = call.options[name];
  return typeof value === "string" ? value : undefined;
}

/** All values of a repeatable option. */
export function textOptions(call: Call, name: string): readonly string[] {
  const value = call.options[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Whether a switch was given. */
export function switchOption(call: Call, name: string): boolean {
  return call.options[name] === true;
}
