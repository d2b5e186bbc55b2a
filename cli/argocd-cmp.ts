import { resolve } from "node:path";
import { PodgraftError } from "../engine/errors.ts";
import { hasDocuments } from "../renderer/stream/has-documents.ts";
import { readParameters, type AppParameters } from "./argocd/parameters.ts";
import { plainManifests } from "./argocd/plain-manifests.ts";
import { repositoryFile } from "./argocd/repository-file.ts";
import { sourceType } from "./argocd/source-type.ts";
import {
  switchOption,
  textOption,
  textOptions,
  type Call,
  type Command,
  type CommandGroup,
  type Outcome,
} from "./command.ts";
import { readHelmArguments } from "./helm/helm-arguments.ts";
import { renderOptions } from "./helm/render-options.ts";
import { templateChart } from "./helm/template.ts";
import { injectCommand, injectText } from "./inject.ts";
import { buildKustomization } from "./kustomize/run-kustomize.ts";
import { kustomizeCommandOption } from "./kustomize.ts";

const generateCommand: Command = {
  name: "argocd-cmp generate",
  summary: "Render the application in the working directory with the identities added",
  operands: "[OPTIONS]",
  description:
    "Renders the chart, the kustomization or the plain manifests in the working directory and adds the identities. Namespace, release name\n" +
    "and the cluster's versions come from ARGOCD_APP_NAMESPACE, ARGOCD_APP_NAME, KUBE_VERSION and KUBE_API_VERSIONS, what the application\n" +
    "asks for from ARGOCD_APP_PARAMETERS. Empty output is refused: with pruning on, Argo CD would delete everything.",
  options: [
    ...renderOptions,
    { name: "helm-command", value: "COMMAND", description: "The Helm to run (default: helm)" },
    {
      name: "helm-flag",
      value: "FLAG",
      repeatable: true,
      description: "A flag for helm template, e.g. --helm-flag=--no-hooks",
    },
    kustomizeCommandOption,
    {
      name: "kustomize-flag",
      value: "FLAG",
      repeatable: true,
      description: "A flag for kustomize build, e.g. --kustomize-flag=--enable-helm",
    },
    { name: "allow-empty", description: "Do not refuse an application that comes to nothing" },
  ],
  examples: [
    { title: "In plugin.yaml (packaging/argocd has one)", command: "podgraft argocd-cmp generate" },
    {
      title: "What an application in the namespace shop would become",
      command: "ARGOCD_APP_NAME=orders ARGOCD_APP_NAMESPACE=shop podgraft argocd-cmp generate",
    },
  ],
  run: runGenerate,
};

/** `podgraft argocd-cmp`: what Argo CD's plugin sidecar runs. */
export const argocdCmpCommand: CommandGroup = {
  name: "argocd-cmp",
  summary: "Argo CD plugin: render the application in the working directory with the identities added",
  description: "The commands of a config management plugin of Argo CD.",
  commands: [generateCommand],
};

async function runGenerate(given: Call): Promise<Outcome> {
  if (given.operands.length > 0) {
    const found = given.operands.join(" ");
    throw new PodgraftError("usage.invalid", `${found}: generate reads the working directory and takes no operands`);
  }
  const parameters = readParameters(process.env.ARGOCD_APP_PARAMETERS);
  const call = { options: { ...optionsOf(parameters), ...given.options }, operands: [] };
  const outcome = await generate(call, parameters);
  if (outcome.status !== 0 || switchOption(call, "allow-empty") || hasDocuments(joined(outcome.stdout))) return outcome;
  throw new PodgraftError(
    "internal.empty_output",
    "the application came to nothing, and with pruning on Argo CD would delete all that it has; if that is meant, give --allow-empty",
  );
}

/** What the surroundings say, as options; those of the command line win. */
function optionsOf({ environment, config }: AppParameters): Call["options"] {
  const namespace = variable("ARGOCD_APP_NAMESPACE");
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(environment === undefined ? {} : { environment }),
    ...(config === undefined ? {} : { config: configOf(config) }),
  };
}

/** Who runs the plugin may have fixed the configuration. */
function configOf(config: string): string {
  if (variable("PODGRAFT_CONFIG") === undefined) {
    return repositoryFile("config", config, process.env.ARGOCD_APP_SOURCE_PATH);
  }
  throw new PodgraftError(
    "config.invalid",
    "parameter config: the plugin's own configuration (PODGRAFT_CONFIG) counts here",
  );
}

function generate(call: Call, parameters: AppParameters): Promise<Outcome> {
  switch (parameters.type ?? sourceType(".")) {
    case "helm":
      return templateChart({
        call,
        helm: textOption(call, "helm-command") ?? "helm",
        args: readHelmArguments(helmArguments(call, parameters)),
      });
    case "kustomize":
      return buildAndInject(call);
    case "directory":
      return injectPlain(call, parameters);
  }
}

function helmArguments(call: Call, { releaseName, valuesFiles, helmParameters }: AppParameters): string[] {
  const kubeVersion = variable("KUBE_VERSION");
  const apiVersions = (variable("KUBE_API_VERSIONS") ?? "").split(",").filter((version) => version !== "");
  const namespace = textOption(call, "namespace");
  return [
    releaseName ?? appName(),
    ".",
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
    ...(kubeVersion === undefined ? [] : [`--kube-version=${kubeVersion}`]),
    ...apiVersions.map((version) => `--api-versions=${version}`),
    "--include-crds",
    ...textOptions(call, "helm-flag"),
    ...valuesFiles.map(
      (file) => `--values=${repositoryFile("values-files", file, process.env.ARGOCD_APP_SOURCE_PATH)}`,
    ),
    ...helmParameters.map(([name, value]) => `--set-string=${name}=${escaped(value)}`),
  ];
}

/** Applications outside Argo CD's own namespace are called `namespace_name`; Argo CD too takes the name alone for the release. */
function appName(): string {
  const name = variable("ARGOCD_APP_NAME");
  if (name === undefined) {
    throw new PodgraftError(
      "config.invalid",
      "ARGOCD_APP_NAME is not set; Argo CD sets it, by hand give the release's name with it",
    );
  }
  return name.slice(name.indexOf("_") + 1);
}

/** A comma would begin the next value. */
function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll(",", "\\,");
}

async function buildAndInject(call: Call): Promise<Outcome> {
  const { stdout, stderr } = await buildKustomization({
    command: textOption(call, "kustomize-command"),
    args: [".", ...textOptions(call, "kustomize-flag")],
    allowEmpty: true,
  });
  const outcome = injectText(call, { name: "kustomize build", text: stdout });
  return { ...outcome, stderr: stderr + (outcome.stderr ?? "") };
}

async function injectPlain(call: Call, { recurse }: AppParameters): Promise<Outcome> {
  const own = [textOption(call, "config"), variable("PODGRAFT_CONFIG")].flatMap((file) =>
    file === undefined ? [] : [resolve(file)],
  );
  const files = plainManifests(".", recurse).filter((file) => !own.includes(resolve(file)));
  if (files.length === 0) return { status: 0 };
  return injectCommand.run({ options: call.options, operands: files });
}

function variable(name: string): string | undefined {
  const value = process.env[name];
  return value === "" ? undefined : value;
}

function joined(text: Outcome["stdout"] = ""): string {
  return typeof text === "string" ? text : text.join("");
}
