import { resolveConfig } from "../../../engine/config/resolve.ts";
import { providers } from "../../../engine/decision.ts";
import { describeError, PodgraftError } from "../../../engine/errors.ts";
import { member } from "../../../engine/json.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { printable } from "../../../report/printable.ts";
import { switchOption, type Call, type Command, type Outcome } from "../../command.ts";
import { readNamespace } from "../../namespace.ts";
import { forceOption, writeConfiguration } from "../write-configuration.ts";
import { configurationText } from "./configuration-text.ts";
import { readCluster, type LiveCluster } from "./live.ts";
import { readObjects } from "./read-objects.ts";
import { translate, type Translation } from "./translate.ts";
import { findIn } from "./variables.ts";
import { findWebhooks, type Webhook } from "./webhook.ts";

/** `podgraft config import`: from an official webhook's settings to a configuration of the same meaning. */
export const importCommand: Command = {
  name: "config import",
  summary: "Make a configuration of an official webhook's flags, variables and ConfigMaps",
  operands: "[OPTIONS] [FILE|DIR|-]...",
  description:
    "Finds the official webhooks of AWS, Azure, Google Cloud and Alibaba Cloud among manifests (standard input by default), or with --live\n" +
    "in the cluster, and writes a configuration that decides as they do: the profile by the image's tag, each setting with the flag or\n" +
    "variable that it is from. What cannot be taken over is told, and stands as a comment in the result. Secrets are never read.",
  options: [
    { name: "live", description: "Ask the cluster through kubectl instead of reading manifests" },
    { name: "namespace", short: "n", value: "NAME", description: "Only webhooks that run in this Namespace" },
    {
      name: "output",
      short: "o",
      value: "FILE",
      description: "Write the configuration there (default: standard output)",
    },
    forceOption,
    { name: "kubectl-command", value: "COMMAND", description: "The kubectl to run (default: kubectl)" },
    {
      name: "kubectl-flag",
      value: "FLAG",
      repeatable: true,
      description: "A flag for kubectl, e.g. --kubectl-flag=--context=prod",
    },
  ],
  examples: [
    {
      title: "From a cluster",
      command: "podgraft config import --live --kubectl-flag=--context=prod --output podgraft.yaml",
    },
    {
      title: "From a dump",
      command:
        "kubectl get deploy,cm,mutatingwebhookconfigurations -A -o yaml | podgraft config import > podgraft.yaml",
    },
    { title: "From the manifests of an installation", command: "podgraft config import azure-wi-webhook.yaml" },
  ],
  run: runImport,
};

async function runImport(call: Call): Promise<Outcome> {
  const { objects, apiServerVersion } = await readGiven(call);
  const namespace = readNamespace(call);
  const found = findWebhooks(objects).filter((webhook) => namespace === null || webhook.namespace === namespace);
  const cluster = {
    findConfigMap: findIn(objects.filter((object) => member(object, "kind") === "ConfigMap")),
    webhookConfigurations: objects.filter((object) => member(object, "kind") === "MutatingWebhookConfiguration"),
    apiServerVersion,
  };
  const translations = inOrder(found).map((webhook) => translate(webhook, cluster));
  const text = configurationText(translations);
  return writeConfiguration(call, text, "-", [...translations.flatMap(remarkLines), ...faultLines(text)]);
}

async function readGiven(call: Call): Promise<LiveCluster> {
  if (!switchOption(call, "live")) {
    const operands = call.operands.length > 0 ? call.operands : ["-"];
    return { objects: readObjects(operands), apiServerVersion: undefined };
  }
  if (call.operands.length === 0) return await readCluster(call);
  throw new PodgraftError("usage.invalid", `${call.operands.join(" ")}: --live asks the cluster and reads no files`);
}

/** One webhook for each cloud, in the order of the chain. */
function inOrder(found: readonly Webhook[]): Webhook[] {
  if (found.length === 0) {
    throw new PodgraftError(
      "input.invalid",
      "no official webhook is among these manifests; one that the cloud runs itself, as in EKS, is not to be seen: podgraft config init " +
        "--preset eks begins with its settings",
    );
  }
  return providers.flatMap((provider) => {
    const [first, second] = found.filter((webhook) => webhook.provider === provider);
    if (first === undefined) return [];
    if (second === undefined) return [first];
    const names = [first, second].map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`).join(" and ");
    throw new PodgraftError("usage.invalid", `two webhooks of one cloud, ${names}: name a Namespace with --namespace`);
  });
}

function remarkLines({ webhook: { kind, namespace, name }, remarks }: Translation): string[] {
  return remarks.map((remark) =>
    printable(`${remark.severity}: ${kind} ${namespace}/${name}: ${remark.about}: ${remark.reason}`),
  );
}

/** What would be refused about the configuration as it is: values that are missing, or that the webhook would refuse as well. */
function faultLines(text: string): string[] {
  try {
    resolveConfig({ file: "the configuration", value: readYaml(text).value });
    return [];
  } catch (fault) {
    if (!(fault instanceof PodgraftError)) throw fault;
    return describeError(fault)
      .split("\n")
      .map((line) => printable(`warning: to be completed: ${line}`));
  }
}
