import { statSync } from "node:fs";
import { PodgraftError } from "../engine/errors.ts";
import { switchOption, textOption, type Call, type Command, type Option, type Outcome } from "./command.ts";
import { renderOptions } from "./helm/render-options.ts";
import { injectText } from "./inject.ts";
import { takeOutputFlag } from "./kustomize/output-flag.ts";
import { buildKustomization } from "./kustomize/run-kustomize.ts";
import { writeWholeFile } from "./replace-files.ts";

/** Which kustomize runs; the same for every command that needs one. */
export const kustomizeCommandOption: Option = {
  name: "kustomize-command",
  value: "COMMAND",
  description: 'The kustomize to run, e.g. "kubectl kustomize" (default: kustomize, or kubectl where there is none)',
};

/** `podgraft kustomize`: kustomize itself, with the identities in what it builds. */
export const kustomizeCommand: Command = {
  name: "kustomize",
  summary: "Run kustomize build with the identities added",
  operands: "[OPTIONS] build [DIR] [KUSTOMIZE FLAGS]...",
  description:
    "Runs kustomize build, or kubectl kustomize, with all arguments behind `build`, and adds the identities to what it builds: names and\n" +
    "references are final there. Options of Podgraft stand before `build`. Nothing is printed when kustomize fails or builds nothing.",
  passThrough: true,
  options: [
    ...renderOptions,
    kustomizeCommandOption,
    { name: "allow-empty", description: "Do not refuse a kustomization that comes to nothing" },
  ],
  examples: [
    { title: "Render an overlay", command: "podgraft kustomize build overlays/prod > rendered.yaml" },
    {
      title: "With charts in it, and the configuration of an environment",
      command: "podgraft kustomize --environment prod build overlays/prod --enable-helm",
    },
    {
      title: "With the kustomize that kubectl has in it",
      command: 'podgraft kustomize --kustomize-command "kubectl kustomize" build overlays/prod',
    },
  ],
  run: runKustomize,
};

async function runKustomize(call: Call): Promise<Outcome> {
  const [name, ...rest] = call.operands;
  if (name !== "build") throw notBuild(name);
  const { args, output } = takeOutputFlag(rest);
  const command = textOption(call, "kustomize-command");
  if (args.includes("--help") || args.includes("-h")) {
    return buildKustomization({ command, args, allowEmpty: true });
  }
  if (output !== undefined) refuseFolder(output);
  const { stdout, stderr } = await buildKustomization({
    command,
    args,
    allowEmpty: switchOption(call, "allow-empty"),
  });
  const outcome = injectText({ options: call.options, operands: [] }, { name: "kustomize build", text: stdout });
  const told = { ...outcome, stderr: stderr + (outcome.stderr ?? "") };
  if (output === undefined || outcome.status !== 0) return told;
  writeWholeFile(output, joined(outcome.stdout));
  return { status: 0, stderr: told.stderr };
}

function notBuild(name: string | undefined): PodgraftError {
  const found = name === undefined ? "no kustomize command given" : `kustomize ${name}`;
  return new PodgraftError("usage.invalid", `${found}: expected build; for all else call kustomize itself`);
}

/** kustomize writes a file for each object then; what it would call them is not known here. */
function refuseFolder(output: string): void {
  if (statSync(output, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  throw new PodgraftError("usage.invalid", `--output ${output}: a folder; name a file`);
}

function joined(text: Outcome["stdout"] = ""): string {
  return typeof text === "string" ? text : text.join("");
}
