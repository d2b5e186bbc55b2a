import { PodgraftError } from "../../engine/errors.ts";

/** Arguments of kustomize without its `--output`, and the file that this names. */
export type WithoutOutput = { readonly args: readonly string[]; readonly output: string | undefined };

/**
 * Takes `-o FILE`, `-oFILE`, `--output FILE` and `--output=FILE` out of kustomize's arguments: the file is for what comes out in the end.
 * The last one counts, as it does for kustomize. Throws PodgraftError `usage.invalid` where the file is lacking.
 */
export function takeOutputFlag(given: readonly string[]): WithoutOutput {
  const args: string[] = [];
  let output: string | undefined;
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] ?? "";
    const flag = /^(?:--output(?:=(?<long>.*))?|-o(?:=?(?<short>.+))?)$/s.exec(argument);
    if (flag === null) {
      args.push(argument);
      continue;
    }
    const inline = flag.groups?.long ?? flag.groups?.short;
    if (inline === undefined) index += 1;
    output = inline ?? given[index];
    if (output === undefined || output === "") {
      throw new PodgraftError("usage.invalid", `${argument}: expected a file behind it`);
    }
  }
  return { args, output };
}
