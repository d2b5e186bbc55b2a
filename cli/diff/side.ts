import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isJsonObject, member, type JsonObject } from "../../engine/json.ts";
import { apiGroup } from "../../engine/locate/api-version.ts";
import { identify } from "../../engine/locate/object-identity.ts";
import { injectSource, type InjectedDocument } from "../../renderer/inject/inject.ts";
import { attempt } from "../../renderer/inject/faults.ts";
import { readPiece, type Piece, type Source } from "../../renderer/inject/sources.ts";
import type { HeldIdentity, Holder } from "../../report/diff/identity-changes.ts";
import { pathText } from "../../engine/typed/path-text.ts";
import { configDigest } from "../../engine/config/digest.ts";
import type { DecidedPod } from "../../engine/document/decide-document.ts";
import { findServiceAccount } from "../../engine/context/known-objects.ts";
import { textOption, textOptions, type Call } from "../command.ts";
import { readInput, type ReadInput } from "../reporting/read-input.ts";
import { loadRules, type LoadedRules } from "../rules.ts";

/** A document on one side: what it is, its text as it stands and with the identities, and its value with them. */
export type SideDocument = {
  readonly key: string;
  readonly title: string;
  readonly written: string;
  readonly injected: string;
  readonly value: JsonObject;
};

/** One side of a comparison, decided by its own configuration. */
export type Side = {
  readonly input: ReadInput;
  readonly digest: string;
  readonly module: string;
  readonly documents: readonly SideDocument[];
  /** With their identities as the rules want them. */
  readonly holders: readonly Holder[];
  /** The workloads that injection still changes. */
  readonly incomplete: readonly Holder[];
  /** Why Pods are refused. */
  readonly denials: readonly string[];
};

/** Reads and decides what a call's operands name. Throws PodgraftError `config.*`, `usage.*`, and `input.*` for context files. */
export function readSide(call: Call, inline?: JsonObject): Side {
  const loaded = loadRules(call, inline);
  const input = readInput(call, loaded);
  const documents: SideDocument[] = [];
  const pods: DecidedPod[] = [];
  const seen = new Map<string, number>();
  for (const split of input.sources) {
    const texts = new Map<number, InjectedDocument>();
    injectSource(
      split,
      loaded.rules,
      input.known,
      (document) => void texts.set(document.read.document.number, document),
      (fault) => void input.faults.push(fault),
    );
    for (const piece of split.pieces) {
      const injected = texts.get(piece.document.number);
      if (injected !== undefined) pods.push(...injected.decided.pods);
      const document = sideDocument(split.source, piece, injected, loaded, input, seen);
      if (document !== undefined) documents.push(document);
    }
  }
  return {
    input,
    digest: configDigest(loaded.rules.config),
    module: loaded.rules.module.digest,
    documents,
    holders: pods.map((pod) => holderOf(pod, input)),
    incomplete: pods.filter(({ patch }) => patch.length > 0).map((pod) => holderOf(pod, input)),
    denials: pods.flatMap(({ located, result: { denial } }) =>
      denial === undefined
        ? []
        : [`${located.object.kind} ${located.object.name} (${denial.provider}): ${denial.message}`],
    ),
  };
}

function sideDocument(
  source: Source,
  piece: Piece,
  injected: InjectedDocument | undefined,
  { rules }: LoadedRules,
  { known }: ReadInput,
  seen: Map<string, number>,
): SideDocument | undefined {
  // A document that cannot be read has been told already, or is none that anything is decided on.
  const read =
    injected?.read ??
    attempt(
      () => readPiece(source, piece, rules.table),
      () => undefined,
    );
  if (read === undefined || !isJsonObject(read.value)) return undefined;
  const { apiVersion, kind, name, namespace } = identify(read.value, []);
  if (kind === "") return undefined;
  const title =
    `${kind} ${[namespace ?? known.defaultNamespace, name].filter((part) => part !== null && part !== "").join("/")}`.trimEnd();
  const id = JSON.stringify([apiGroup(apiVersion), title]);
  const occurrence = seen.get(id) ?? 0;
  seen.set(id, occurrence + 1);
  return {
    key: `${id} ${occurrence}`,
    title,
    written: piece.document.text,
    injected: injected?.text ?? piece.document.text,
    value: read.value,
  };
}

function holderOf({ located, subject, result }: DecidedPod, { known }: ReadInput): Holder {
  const { kind } = located.object;
  const account = findServiceAccount(known, subject.namespace.name, subject.serviceAccount.name);
  const held =
    result.outcome === "denied"
      ? []
      : result.decisions.flatMap(({ provider, decision }): HeldIdentity[] => {
          const { identity } = decision;
          if (decision.outcome !== "inject" || identity === undefined) return [];
          const { principal, audience, expirationSeconds } = identity;
          return [{ cloud: provider, principal, audience, expirationSeconds }];
        });
  return {
    kind,
    namespace: subject.namespace.name,
    name: templateName(located),
    serviceAccount: subject.serviceAccount.name,
    identities: [...held, ...gkeIdentity(account)],
  };
}

/** An object may hold several templates, as a Volcano Job does: then the path tells them apart. */
function templateName({ object, templatePath }: DecidedPod["located"]): string {
  const path = templatePath.slice(object.path.length);
  return path.some((segment) => typeof segment === "number") ? `${object.name} ${pathText(path)}` : object.name;
}

/** On Google's clusters an annotation of the ServiceAccount is all that there is of an identity. */
function gkeIdentity(account: JsonObject | undefined): HeldIdentity[] {
  const principal = member(member(account, "annotations"), "iam.gke.io/gcp-service-account");
  if (typeof principal !== "string" || principal === "") return [];
  return [{ cloud: "gke", principal, audience: null, expirationSeconds: null }];
}

/** The call for the base: its own operand, and its own configuration and context, or none of either. */
export function baseCall(call: Call, base: string): { readonly call: Call; readonly inline: JsonObject | undefined } {
  const config = textOption(call, "base-config") ?? nearestConfiguration(base);
  const options = { ...call.options, config, context: textOptions(call, "base-context") };
  const inline = config === undefined ? { apiVersion: "podgraft.dev/v1alpha1", kind: "Config" } : undefined;
  return { call: { options, operands: [base] }, inline };
}

function nearestConfiguration(base: string): string | undefined {
  const start = resolve(base);
  const isFolder = existsSync(start) && statSync(start).isDirectory();
  for (let folder = isFolder ? start : dirname(start); ; folder = dirname(folder)) {
    const candidate = join(folder, "podgraft.yaml");
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}
