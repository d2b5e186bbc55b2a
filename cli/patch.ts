import { checkContext } from "../engine/context/check-context.ts";
import {
  decideDocument,
  type DecidedDocument,
  type DecidedPod,
  type Rules,
} from "../engine/document/decide-document.ts";
import { describeOwner } from "../engine/describe-owner.ts";
import type { Finding } from "../engine/document/finding.ts";
import { requireContainers } from "../engine/document/require-containers.ts";
import { PodgraftError } from "../engine/errors.ts";
import { isJsonObject, member, type Json } from "../engine/json.ts";
import { locatePods, type LocatedObject, type LocateResult } from "../engine/locate/locate-pods.ts";
import { splice } from "../renderer/yaml/splice.ts";
import { describeFinding } from "../report/describe-finding.ts";
import { printable } from "../report/printable.ts";
import { switchOption, textOption, textOptions, type Call, type Command, type Outcome } from "./command.ts";
import { knownObjects, readContext } from "./context.ts";
import { failsOn, failOnOption, readFailOn } from "./fail-on.ts";
import { largestObject, readText, sourceName } from "./input.ts";
import { readJsonDocuments, type JsonDocument } from "./json-input.ts";
import { memberText, positionIn } from "./json-place.ts";
import { readNamespace } from "./namespace.ts";
import { loadRules, ruleOptions } from "./rules.ts";

/** `podgraft patch`: the engine by hand, and for other programs. */
export const patchCommand: Command = {
  name: "patch",
  summary: "Print what the rules would change in JSON objects, as RFC 6902 patches",
  operands: "[OPTIONS] [FILE|-]...",
  description:
    "Reads JSON objects (a Pod, any kind that holds a Pod template, a List, or an AdmissionReview) and prints one JSON patch a line, one\n" +
    "for each object; `[]` where nothing is to change. The patch of an AdmissionReview is one of its request's object.",
  options: [
    ...ruleOptions,
    { name: "output", short: "o", value: "patch|json", description: "Print patches (default), or the changed objects" },
    { name: "explain", description: "Print the decisions, reasons, identities and findings as JSON instead" },
    failOnOption,
  ],
  examples: [
    {
      title: "What would a Deployment get?",
      command: "kubectl get deployment orders -o json | podgraft patch --context serviceaccounts.yaml",
    },
    { title: "Why, and from where each value?", command: "podgraft patch --explain --set providers.aws={} pod.json" },
  ],
  run: (call) => Promise.resolve(runPatch(call)),
};

/** One object of the input, with what is known of it before the others are. */
type Given = {
  readonly document: JsonDocument;
  readonly file: string;
  /** The object itself: the input, or an AdmissionReview's object. */
  readonly object: Json;
  readonly located: LocateResult;
  /** Of an AdmissionReview's request: it wins over everything. */
  readonly namespace: string | null;
  readonly isReview: boolean;
};

type Decided = Given & { readonly decided: DecidedDocument };

function runPatch(call: Call): Outcome {
  const output = readOutput(call);
  const failOn = readFailOn(call);
  const { rules, contextFiles } = loadRules(call);
  const given = (call.operands.length > 0 ? call.operands : ["-"]).flatMap((operand) => readObjects(operand, rules));
  const context = readContext([...contextFiles, ...textOptions(call, "context")], rules.table);
  const decided = decideAll(given, context, readNamespace(call), rules);
  const failed = decided.some(
    ({ decided: { pods, findings } }) =>
      pods.some(isDenied) || failsOn(failOn, [...findings, ...pods.flatMap((pod) => pod.findings)]),
  );
  const explain = switchOption(call, "explain");
  const stdout = explain ? decided.map(explanation).join("") : decided.map((one) => printed(one, output)).join("");
  return {
    status: failed ? 1 : 0,
    stderr: decided.flatMap(messages).join(""),
    ...(failed && !explain ? {} : { stdout }),
  };
}

function readOutput(call: Call): "patch" | "json" {
  const output = textOption(call, "output") ?? "patch";
  if (output !== "patch" && output !== "json") {
    throw new PodgraftError("usage.invalid", `--output ${JSON.stringify(output)}: expected patch or json`);
  }
  return output;
}

function readObjects(operand: string, rules: Rules): Given[] {
  const file = sourceName(operand);
  return readJsonDocuments(readText(operand, largestObject), file).map((document) => {
    const review = reviewed(document, file);
    const object = review?.object ?? document.value;
    if (!isJsonObject(object)) {
      throw new PodgraftError("input.invalid", `expected a JSON object, found ${kindOf(object)}`, {
        file,
        document: document.number,
      });
    }
    const read = { document, file, object, namespace: review?.namespace ?? null, isReview: review !== undefined };
    const located = within(read, () => {
      const found = checkContext(locatePods(object, rules.table));
      found.pods.forEach(requireContainers);
      return found;
    });
    return { ...read, located: review === undefined ? located : asReviewed(located, review.namespace) };
  });
}

function kindOf(value: Json): string {
  return value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

function reviewed(
  { value, number }: JsonDocument,
  file: string,
): { object: Json; namespace: string | null } | undefined {
  if (member(value, "kind") !== "AdmissionReview") return undefined;
  const request = member(value, "request");
  const object = member(request, "object");
  if (!isJsonObject(object)) {
    throw new PodgraftError("input.invalid", `expected the object under review, found ${kindOf(object ?? null)}`, {
      file,
      document: number,
      path: "request.object",
    });
  }
  const namespace = member(request, "namespace");
  return { object, namespace: typeof namespace === "string" && namespace !== "" ? namespace : null };
}

/** At admission a Pod goes by the name that it has there, and its namespace is the request's. */
function asReviewed(located: LocateResult, namespace: string | null): LocateResult {
  const pods = located.pods.map((pod) => ({
    ...pod,
    object: { ...pod.object, namespace: namespace ?? pod.object.namespace },
    owner: { ...pod.owner, nameIsFinal: pod.owner.kind === "Pod" || pod.owner.nameIsFinal },
  }));
  return { ...located, pods };
}

function decideAll(
  given: readonly Given[],
  context: readonly LocatedObject[],
  namespace: string | null,
  rules: Rules,
): Decided[] {
  const known = knownObjects(
    given.flatMap(({ located }) => located.objects),
    context,
    namespace,
  );
  return given.map((one) => ({
    ...one,
    decided: within(one, () => decideDocument(one.object, rules, known, one.located)),
  }));
}

/** Says of an engine's error in which file, and where in it, it came up. */
function within<Result>({ file, document, isReview }: Omit<Given, "located">, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof PodgraftError)) throw cause;
    const { path } = cause.location;
    if (path === undefined)
      throw new PodgraftError(
        cause.code,
        cause.message,
        { ...cause.location, file, document: document.number },
        { cause },
      );
    const [message, fullPath] = isReview
      ? [`request.object.${cause.message}`, `request.object.${path}`]
      : [cause.message, path];
    throw new PodgraftError(
      cause.code,
      message,
      { file, document: document.number, ...positionIn(document, fullPath) },
      { cause },
    );
  }
}

/** An object as JSON: the user's own text with the patch spliced in, so that what the patch leaves alone keeps its digits and blanks. */
function printed({ decided, document, isReview }: Decided, output: "patch" | "json"): string {
  if (output === "patch") return `${JSON.stringify(decided.patch)}\n`;
  const text = isReview ? memberText(document.text, ["request", "object"]) : document.text;
  return `${splice(text, decided.patch).text}\n`;
}

function isDenied({ result }: DecidedPod): boolean {
  return result.outcome === "denied";
}

function messages({ decided, file }: Decided): string[] {
  const findings: readonly Finding[] = [...decided.findings, ...decided.pods.flatMap((pod) => pod.findings)];
  return [
    ...findings.map((finding) => `${describeFinding(finding, file)}\n`),
    ...decided.pods.flatMap((pod) => denialOf(pod, file)),
  ];
}

function denialOf({ located: { object }, result: { denial } }: DecidedPod, file: string): string[] {
  if (denial === undefined) return [];
  return [`${printable(`denied: ${file}: ${describeOwner(object)} (${denial.provider}): ${denial.message}`)}\n`];
}

function explanation({ decided, file, document }: Decided): string {
  const explained = {
    file,
    document: document.number,
    pods: decided.pods.map(explainedPod),
    findings: decided.findings,
    patch: decided.patch,
  };
  return `${JSON.stringify(explained, null, 2)}\n`;
}

function explainedPod({ located, subject, fromMap, result, findings }: DecidedPod): object {
  const { apiVersion, kind, name, path } = located.object;
  return {
    object: { apiVersion, kind, name, namespace: subject.namespace.name, path },
    template: located.templatePath,
    serviceAccount: { name: subject.serviceAccount.name, found: subject.serviceAccount.found },
    identityMap: fromMap,
    outcome: result.outcome,
    denial: result.denial ?? null,
    decisions: result.decisions.map(({ provider, decision }) => ({
      provider,
      outcome: decision.outcome,
      reason: decision.reason,
      identity: decision.identity ?? null,
      edits: decision.edits,
    })),
    findings,
  };
}
