import { injectCommand } from "../inject.ts";
import { textOption, type Call, type Option } from "../command.ts";

const elsewhere: ReadonlySet<string> = new Set(["in-place", "output", "strip", "refresh"]);

/** The options of `inject` that make sense where another program takes the output: all but those about files and forms. */
export const renderOptions: readonly Option[] = injectCommand.options.filter(({ name }) => !elsewhere.has(name));

/** The render options of a call as arguments, to be given to another run of this program. */
export function renderArguments({ options }: Call): string[] {
  return renderOptions.flatMap(({ name }) => {
    const value = options[name];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((one) =>
      one === undefined || one === false ? [] : [one === true ? `--${name}` : `--${name}=${one}`],
    );
  });
}

/** The file for the report: by option, or by the variable, which reaches a post-renderer however Helm is called. */
export function reportFile(call: Call): string | undefined {
  const named = textOption(call, "report") ?? process.env.PODGRAFT_REPORT;
  return named === "" ? undefined : named;
}
