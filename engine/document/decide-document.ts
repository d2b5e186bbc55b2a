import type { Chain, ChainFinding, ChainResult } from "../chain/chain.ts";
import { findingSeverity } from "../codes/severity.ts";
import type { Config } from "../config/config.ts";
import type { FromMap } from "../config/identities.ts";
import type { KnownObjects } from "../context/known-objects.ts";
import { namespacesWith } from "../context/known-objects.ts";
import { subjectOfLocated } from "../context/subject.ts";
import { decideChecked, type Subject } from "../decide.ts";
import type { RuleFinding } from "../decision.ts";
import { describeOwner } from "../describe-owner.ts";
import { PodgraftError } from "../errors.ts";
import type { Json, JsonObject, PatchOperation, Segment } from "../json.ts";
import { locatePods, type LocateResult } from "../locate/locate-pods.ts";
import { documentPath, type LocatedPod } from "../locate/located-pod.ts";
import type { WorkloadTable } from "../locate/table.ts";
import { checkPod, describeTypeFault } from "../typed/check-pod.ts";
import { pathText } from "../typed/path-text.ts";
import type { RuleModule } from "../wasm/host.ts";
import { documentPatch } from "./document-patch.ts";
import type { Finding } from "./finding.ts";
import { refuseNullContainers } from "./require-containers.ts";

/** What decides: the compiled rules, the chain that the configuration set up, and the configuration itself. */
export type Rules = {
  readonly module: RuleModule;
  readonly chain: Chain;
  readonly config: Config;
  readonly table: WorkloadTable;
};

/** One Pod of a document and what the chain wants for it; paths and patch count in the document. */
export type DecidedPod = {
  readonly located: LocatedPod;
  readonly subject: Subject;
  /** What the identity map gave, null where it gave nothing. */
  readonly fromMap: FromMap | null;
  readonly result: ChainResult;
  readonly patch: readonly PatchOperation[];
  readonly findings: readonly Finding[];
};

/** A finding of the engine itself. */
type OwnFinding = RuleFinding & { readonly provider: null };

/** A document with all its Pods decided. */
export type DecidedDocument = {
  readonly pods: readonly DecidedPod[];
  /** Of the document, not of one of its Pods. */
  readonly findings: readonly Finding[];
  /** All Pods' patches, in document order. */
  readonly patch: readonly PatchOperation[];
};

/**
 * Decides every Pod of a document. `located` may be handed in where the document was searched before, to collect what is known. Throws
 * PodgraftError: `input.pod_invalid` with the path of the field for a Pod that a Kubernetes decoder would refuse, and what the module
 * throws.
 */
export function decideDocument(
  document: Json,
  rules: Rules,
  known: KnownObjects,
  located: LocateResult = locatePods(document, rules.table),
): DecidedDocument {
  const pods = located.pods.map((pod) => decideLocated(document, pod, rules, known));
  return {
    pods,
    findings: located.findings.flatMap((finding) => withSeverity({ ...finding, provider: null }, rules.config)),
    patch: pods.flatMap(({ patch }) => patch),
  };
}

function decideLocated(document: Json, located: LocatedPod, rules: Rules, known: KnownObjects): DecidedPod {
  refuseUndecodable(located);
  const { subject, fromMap } = subjectOfLocated(located, known, rules.config);
  const result = decideChecked(subject, rules.module, rules.chain);
  const found = [
    ...contextFindings(located, subject, result, known),
    ...result.findings.map((finding) => ({ ...finding, path: placeOf(located, finding.path) })),
  ];
  return {
    located,
    subject,
    fromMap,
    result,
    patch: documentPatch(document, located, result.patch),
    findings: found.flatMap((finding) => withSeverity(finding, rules.config)),
  };
}

/** The typed check, with the path in the document. In an OpenShift Template, `${{NAME}}` may stand for a scalar of any type. */
function refuseUndecodable(located: LocatedPod): void {
  refuseNullContainers(located);
  const fault = checkPod(located.pod, { takesParameters: located.isParameterised });
  if (fault === null) return;
  const path = placeOf(located, fault.path);
  const message = `${describeTypeFault({ ...fault, path })} (${describeOwner(located.object)})`;
  throw new PodgraftError("input.pod_invalid", message, { path: pathText(path) });
}

/** A path into the lifted Pod as a path into the document; where the owner has no place for it, the owner itself. */
function placeOf(located: LocatedPod, path: readonly Segment[]): readonly Segment[] {
  return documentPath(located, path) ?? located.templatePath;
}

/** Once for a Pod, whichever providers had to do without; paths count in the document. */
function contextFindings(
  located: LocatedPod,
  { serviceAccount, namespace }: Subject,
  result: ChainResult,
  known: KnownObjects,
): OwnFinding[] {
  const missed = new Set(result.decisions.map(({ decision }) => decision.reason.code));
  const findings: OwnFinding[] = [];
  if (missed.has("context.service_account_unknown")) {
    const params: JsonObject = {
      serviceAccount: serviceAccount.name,
      namespace: namespace.name,
      knownIn: namespacesWith(known, serviceAccount.name),
    };
    const path = placeOf(located, ["spec", "serviceAccountName"]);
    findings.push({ code: "context.service_account_unknown", provider: null, path, params });
  }
  if (missed.has("context.namespace_unknown")) {
    // A Pod lives in its owner's namespace, whatever its template says.
    const path = [...located.object.path, "metadata", "namespace"];
    findings.push({ code: "context.namespace_unknown", provider: null, path, params: { namespace: namespace.name } });
  }
  return findings;
}

function withSeverity(finding: OwnFinding | ChainFinding, config: Config): Finding[] {
  const severity = findingSeverity(finding.code, config);
  return severity === "none" ? [] : [{ ...finding, severity }];
}
