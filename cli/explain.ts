import type { Source } from "../engine/config/source.ts";
import type { Leaf } from "../engine/config/tree.ts";
import { configDigest } from "../engine/config/digest.ts";
import { matchGlob } from "../engine/config/glob.ts";
import type { DecidedPod } from "../engine/document/decide-document.ts";
import { PodgraftError } from "../engine/errors.ts";
import type { Segment } from "../engine/json.ts";
import { documentPath } from "../engine/locate/located-pod.ts";
import { contextPlaces, type ContextKey, type ObjectPlace } from "../renderer/inject/context-places.ts";
import type { JudgedDocument } from "../renderer/inject/decide-source.ts";
import { placeIn } from "../renderer/inject/place.ts";
import type { ReadDocument } from "../renderer/inject/sources.ts";
import { chartTemplate } from "../report/chart-template.ts";
import { describeRecord } from "../report/describe-finding.ts";
import { explainPod, type PodExplanation } from "../report/explain/explain-pod.ts";
import { explanationText } from "../report/explain/explanation-text.ts";
import type { Holder } from "../report/explain/origin.ts";
import { recordFinding, type FindingRecord } from "../report/finding-record.ts";
import { jsonText } from "../report/json-text.ts";
import { nameOf } from "../report/report.ts";
import { paintSeverity, wantsColour } from "./colour.ts";
import { textOption, textOptions, type Call, type Command, type Outcome } from "./command.ts";
import { packageVersion } from "./package/version.ts";
import { paintPart } from "./reporting/paint.ts";
import { decideInput, readInput, type ReadInput } from "./reporting/read-input.ts";
import { tellOutcome } from "./reporting/tell-outcome.ts";
import { loadRules, ruleOptions, type LoadedRules } from "./rules.ts";
import { shortName } from "./short-name.ts";

/** `podgraft explain`: which provider decided what, and where every value comes from. */
export const explainCommand: Command = {
  name: "explain",
  summary: "Tell which provider decided what for each Pod, where every value comes from, and why nothing happened",
  operands: "[OPTIONS] [FILE|DIR|-]...",
  description:
    "Reads manifests as inject does, decides every Pod, and prints for each what each provider decided and why: the identity, each\n" +
    "variable with its value, and where it comes from: Pod, ServiceAccount, Namespace, identity map, setting or default. Changes nothing.",
  options: [
    ...ruleOptions,
    { name: "format", value: "text|json", description: "How the explanation is written (default text)" },
    {
      name: "pod",
      value: "[KIND/]NAME",
      repeatable: true,
      description: "Only objects of this name; * and ? stand for any characters and any one",
    },
  ],
  examples: [
    { title: "What is in Git", command: "podgraft explain manifests/" },
    {
      title: "One Deployment of a chart",
      command: "helm template orders ./chart | podgraft explain --pod Deployment/orders",
    },
    { title: "For a program", command: "podgraft explain --format json manifests/" },
  ],
  run: (call) => Promise.resolve(runExplain(call)),
};

/** A Pod's explanation and what was found about it. */
type Explained = { readonly pod: PodExplanation; readonly findings: readonly FindingRecord[] };

function runExplain(call: Call): Outcome {
  const format = readFormat(call);
  const filters = textOptions(call, "pod");
  const loaded = loadRules(call);
  const input = readInput(call, loaded);
  const explainer = createExplainer(input, loaded);
  const all = decideInput(input, loaded, explainer).flat();
  const chosen = filters.length === 0 ? all : all.filter(({ pod }) => filters.some((filter) => matches(filter, pod)));
  if (chosen.length === 0 && all.length > 0) throw noneMatches(filters, all);
  const stdout = format === "json" ? json(chosen, loaded) : text(chosen);
  return tellOutcome(input, stdout, 0);
}

function readFormat(call: Call): "text" | "json" {
  const format = textOption(call, "format") ?? "text";
  if (format === "text" || format === "json") return format;
  throw new PodgraftError("usage.invalid", `--format ${JSON.stringify(format)}: expected text or json`);
}

function matches(filter: string, { object: { kind, name } }: PodExplanation): boolean {
  const slash = filter.indexOf("/");
  if (slash === -1) return matchGlob(filter, name);
  return (
    matchGlob(filter.slice(0, slash).toLowerCase(), kind.toLowerCase()) && matchGlob(filter.slice(slash + 1), name)
  );
}

function noneMatches(filters: readonly string[], all: readonly Explained[]): PodgraftError {
  const names = [...new Set(all.map(({ pod: { object } }) => `${object.kind}/${object.name}`))];
  const shown = names.slice(0, 10).join(", ") + (names.length > 10 ? ` and ${names.length - 10} more` : "");
  const message = `--pod ${filters.join(", ")}: no Pod of the input has this name; there are: ${shown}`;
  return new PodgraftError("usage.invalid", message);
}

function createExplainer(input: ReadInput, loaded: LoadedRules): (document: JudgedDocument) => Explained[] {
  const { rules, file } = loaded;
  const { surroundings, known } = input;
  // What cannot be read has been told already.
  const placeOfContext = contextPlaces(surroundings, rules.table, known.defaultNamespace, () => undefined);
  const provenance = loaded.provenance.map(withShortName);
  const configuration = file === undefined ? "the configuration" : shortName(file);
  return ({ read, decided }) => {
    const source = chartTemplate(read.document.text, read.value);
    return decided.pods.map((pod) => ({
      pod: explainPod(pod, {
        order: rules.chain.order,
        provenance,
        configuration,
        source,
        placeOf: (holder, path) => placeText(holder, path, pod, read, placeOfContext),
      }),
      findings: pod.findings.map((finding) =>
        recordFinding(
          finding,
          { ...pod.located.object, namespace: pod.subject.namespace.name },
          placeIn(read, finding.path),
          {
            source,
            serviceAccount: pod.subject.serviceAccount.name,
          },
        ),
      ),
    }));
  };
}

function placeText(
  holder: Holder,
  path: readonly Segment[],
  { located, subject }: DecidedPod,
  read: ReadDocument,
  placeOfContext: (key: ContextKey) => ObjectPlace | undefined,
): string | null {
  const { namespace, serviceAccount } = subject;
  if (holder === "pod") {
    const inDocument = path.length === 0 ? located.object.path : documentPath(located, path);
    return inDocument === null ? null : lineText(placeIn(read, inDocument));
  }
  const key: ContextKey =
    holder === "namespace"
      ? { kind: "Namespace", namespace: null, name: namespace.name ?? "" }
      : { kind: "ServiceAccount", namespace: namespace.name, name: serviceAccount.name };
  const place = placeOfContext(key);
  return place === undefined ? null : lineText(place(path));
}

function lineText({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${shortName(file)}:${line}`;
}

function withShortName(leaf: Leaf): Leaf {
  const source: Source = "file" in leaf.source ? { ...leaf.source, file: shortName(leaf.source.file) } : leaf.source;
  return { ...leaf, source };
}

function text(explained: readonly Explained[]): string {
  const colour = wantsColour({ isTTY: process.stdout.isTTY, env: process.env });
  const paint = colour ? paintPart : (_style: "bold" | "dim", part: string): string => part;
  const blocks = explained.map(({ pod, findings }) => {
    const lines = findings.map(describeRecord).map((line) => `  ${colour ? paintSeverity(line) : line}\n`);
    return explanationText(pod, paint) + lines.join("");
  });
  return blocks.length === 0 ? "no Pods found\n" : blocks.join("\n");
}

function json(explained: readonly Explained[], { rules }: LoadedRules): string {
  return jsonText({
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Explanation",
    tool: { name: "podgraft", version: packageVersion() },
    digests: { configuration: configDigest(rules.config), module: rules.module.digest },
    pods: explained.map(({ pod, findings }) => ({ title: nameOf(pod.object), ...pod, findings })),
  });
}
