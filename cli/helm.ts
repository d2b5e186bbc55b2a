import { PodgraftError } from "../engine/errors.ts";
import { textOption, type Call, type Command, type Outcome } from "./command.ts";
import { hasSwitch, readHelmArguments } from "./helm/helm-arguments.ts";
import { renderOptions, reportFile } from "./helm/render-options.ts";
import { templateChart } from "./helm/template.ts";
import { runToolOrFail } from "./run-tool.ts";

/** `podgraft helm`: Helm itself, with the identities in what it renders. */
export const helmCommand: Command = {
  name: "helm",
  summary: "Run helm template, install or upgrade with the identities added",
  operands: "[OPTIONS] template|install|upgrade [HELM ARGUMENTS]...",
  description:
    "Runs Helm 3 or 4 with all arguments behind the command's name and adds the identities to what it renders. Options of Podgraft stand\n" +
    "before that name. `template` sees hooks and CustomResourceDefinitions too. `install` and `upgrade` go through Helm's post-renderer:\n" +
    "nothing is sent to the cluster if a Pod is denied; Helm 3 keeps hooks from post-renderers, so what they lack is told.",
  passThrough: true,
  options: [
    ...renderOptions,
    { name: "helm-command", value: "COMMAND", description: "The Helm to run (default: helm)" },
  ],
  examples: [
    {
      title: "Render a chart with its hooks",
      command: "podgraft helm template orders ./chart -n shop > rendered.yaml",
    },
    {
      title: "Install or upgrade a release",
      command: "podgraft helm --environment prod upgrade --install orders ./chart -n shop",
    },
  ],
  run: runHelm,
};

async function runHelm(call: Call): Promise<Outcome> {
  const helm = textOption(call, "helm-command") ?? "helm";
  const [name, ...rest] = call.operands;
  const args = readHelmArguments(rest);
  const report = reportFile(call);
  const asked = textOption(call, "namespace");
  const given = {
    call: { options: { ...call.options, report }, operands: [] },
    helm,
    args: asked === undefined ? args : [...readHelmArguments([`--namespace=${asked}`]), ...args],
  };
  if (name !== "template" && name !== "install" && name !== "upgrade") throw unknownHelmCommand(name);
  if (hasSwitch(args, "help")) return runToolOrFail(helm, [name, ...rest]);
  if (name === "template") return templateChart(given);
  const { deployRelease } = await import("./helm/deploy.ts");
  return deployRelease({ ...given, command: name });
}

function unknownHelmCommand(name: string | undefined): PodgraftError {
  const found = name === undefined ? "no Helm command given" : `helm ${name}`;
  const message = `${found}: expected template, install or upgrade, which render charts; for all else call helm itself`;
  return new PodgraftError("usage.invalid", message);
}
