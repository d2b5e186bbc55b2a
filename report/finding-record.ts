import { findings as table } from "../engine/codes/codes.ts";
import type { Finding } from "../engine/document/finding.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import type { ObjectIdentity } from "../engine/locate/object-identity.ts";
import { pathText } from "../engine/typed/path-text.ts";
import { findingMessage } from "./finding-message.ts";

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
  /** As people write paths, from the object's document. */
  readonly path: string;
  readonly object: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace: string | null;
    readonly name: string;
  };
  readonly title: string;
  /** What was found here, in a sentence. */
  readonly message: string;
  readonly fix: string;
  readonly params: JsonObject;
};

/** Completes a finding for reports; `object` is null for what concerns a document as a whole. */
export function recordFinding(finding: Finding, object: ObjectIdentity | null, place: FindingPlace): FindingRecord {
  const entry = tableEntry(finding.code);
  const { apiVersion = "", kind = "", namespace = null, name = "" } = object ?? {};
  return {
    code: finding.code,
    severity: finding.severity,
    provider: finding.provider,
    place,
    path: pathText(finding.path),
    object: { apiVersion, kind, namespace, name },
    title: entry.title,
    message: findingMessage(finding),
    fix: entry.fix,
    params: sorted(finding.params),
  };
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

function tableEntry(code: string): { readonly title: string; readonly fix: string } {
  for (const [known, entry] of Object.entries(table)) if (known === code) return entry;
  return { title: code, fix: "" };
}

function sorted(params: JsonObject): JsonObject {
  const entries = Object.entries(params).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
