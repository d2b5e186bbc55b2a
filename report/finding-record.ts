import type { DecidedPod } from "../engine/document/decide-document.ts";
import type { Finding } from "../engine/document/finding.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import type { ObjectIdentity } from "../engine/locate/object-identity.ts";
import { pathText } from "../engine/typed/path-text.ts";
import { codeText } from "./code-text.ts";
import { findingMessage } from "./finding-message.ts";
import { helpLink } from "./help-link.ts";

/** Where a finding stands in the input. Lines and columns count from 1. */
export type FindingPlace = {
  readonly file: string;
  readonly document: number;
  readonly line: number;
  readonly column: number;
};

/** A finding with everything that a report needs: place, object and words. */
export type FindingRecord = {
  readonly code: string;
  readonly severity: Finding["severity"];
  readonly provider: Finding["provider"];
  readonly place: FindingPlace;
  /** The chart's template that the document was rendered from, null where that is not known. */
  readonly source: string | null;
  /** As people write paths, from the object's document. */
  readonly path: string;
  readonly object: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace: string | null;
    readonly name: string;
  };
  /** Of the Pod; null for what concerns a document as a whole. */
  readonly serviceAccount: string | null;
  /** One line is enough for all of these: the Pod runs as an unknown `default` and shows no sign of wanting an identity. */
  readonly isUnremarkable: boolean;
  /** The Pod is refused; the code is that of the reason. */
  readonly isDenial: boolean;
  readonly title: string;
  /** What was found here, in a sentence. */
  readonly message: string;
  readonly fix: string;
  /** The page about it. */
  readonly help: string;
  readonly params: JsonObject;
};

/** What is known of the document and the Pod beyond the object. */
export type FindingAround = {
  readonly source?: string | null;
  readonly serviceAccount?: string | null;
  readonly isUnremarkable?: boolean;
};

/** Completes a finding for reports; `object` is null for what concerns a document as a whole. */
export function recordFinding(
  finding: Finding,
  object: ObjectIdentity | null,
  place: FindingPlace,
  { source = null, serviceAccount = null, isUnremarkable = false }: FindingAround = {},
): FindingRecord {
  const { title, fix } = codeText(finding.code);
  return {
    code: finding.code,
    severity: finding.severity,
    provider: finding.provider,
    place,
    source,
    path: pathText(finding.path),
    object: objectOf(object),
    serviceAccount,
    isUnremarkable,
    isDenial: false,
    title,
    message: findingMessage(finding),
    fix,
    help: helpLink(finding.code),
    params: sorted(finding.params),
  };
}

/** A denial as a finding under the code of its reason; undefined where the Pod is not denied. */
export function recordDenial(
  { located, subject, result }: DecidedPod,
  place: FindingPlace,
  source: string | null,
): FindingRecord | undefined {
  const { denial, decisions } = result;
  const reason = decisions.at(-1)?.decision.reason;
  if (denial === undefined || reason === undefined) return undefined;
  const finding: Finding = {
    code: reason.code,
    severity: "error",
    provider: denial.provider,
    path: located.templatePath,
    params: reason.params,
  };
  const object = { ...located.object, namespace: subject.namespace.name };
  const record = recordFinding(finding, object, place, { source, serviceAccount: subject.serviceAccount.name });
  return { ...record, isDenial: true, message: `The Pod is refused: ${denial.message}` };
}

/**
 * What a finding is recognised by in a baseline: not its line, which moves with every edit above it, and not its file, which may be
 * renamed, but its code, its object and its path there.
 */
export function findingKey({ code, object, path, params }: FindingRecord): string {
  return JSON.stringify([
    code,
    object.apiVersion.split("/")[0],
    object.kind,
    object.namespace,
    object.name,
    path,
    params.container ?? params.key ?? null,
  ]);
}

function objectOf(object: ObjectIdentity | null): FindingRecord["object"] {
  const { apiVersion = "", kind = "", namespace = null, name = "" } = object ?? {};
  return { apiVersion, kind, namespace, name };
}

function sorted(params: JsonObject): JsonObject {
  const entries = Object.entries(params).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
