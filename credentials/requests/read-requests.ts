import { PodgraftError, type Location } from "../../engine/errors.ts";
import { isJsonObject, member, type JsonObject, type Segment } from "../../engine/json.ts";
import { formatPath } from "../../engine/config/path.ts";
import { splitStream, type StreamDocument } from "../../renderer/stream/split.ts";
import { readYaml, type YamlDocument } from "../../renderer/yaml/read.ts";
import type { Notice } from "../notice.ts";
import { objectField, textField, textListField, type FieldReader } from "./fields.ts";
import { isLabel, isSubdomain } from "./names.ts";
import { foreignKindMessage, providerKinds } from "./provider-kinds.ts";
import { checkProviderSpec } from "./provider-spec.ts";
import { secretKey, type CredentialsRequest, type RequestCloud } from "./request.ts";

/** A file with CredentialsRequests. */
export type RequestFile = { readonly name: string; readonly text: string };

/** How requests are chosen. */
export type RequestChoice = {
  readonly cloud: RequestCloud;
  /** Whether requests of the TechPreviewNoUpgrade feature set are wanted. */
  readonly techPreview: boolean;
  /** Whether the request has to say whose credentials they are; the operator in the cluster does without. */
  readonly needsServiceAccounts: boolean;
};

/** The requests to serve, in the order of files and documents, and what is odd about them. */
export type Requests = { readonly requests: readonly CredentialsRequest[]; readonly notices: readonly Notice[] };

/**
 * Reads the CredentialsRequests of `files` as the release payload carries them. Requests that are to be deleted, or that belong to a feature
 * set that is not wanted, are left out as the official tool leaves them out. Throws PodgraftError `input.not_yaml` for what cannot be read and
 * `input.invalid` with file, line and field for an object of another kind, a missing or wrong field, and two requests for one Secret.
 */
export function readRequests(files: readonly RequestFile[], choice: RequestChoice): Requests {
  const notices: Notice[] = [];
  const requests = files.flatMap((file) =>
    splitStream(file.text).flatMap((document) => readDocument(file.name, document, choice, notices)),
  );
  refuseSharedSecrets(requests);
  return { requests, notices };
}

function readDocument(
  file: string,
  { text, firstLine, number }: StreamDocument,
  choice: RequestChoice,
  notices: Notice[],
): CredentialsRequest[] {
  const document = readYaml(text, { file, document: number, firstLine });
  const at = placesOf(document, file);
  const { value } = document;
  if (value === null) {
    if (/^[ \t]*#/m.test(text)) notices.push(commentsOnly({ file, line: firstLine }));
    return [];
  }
  if (!isJsonObject(value) || !isRequest(value)) {
    const kind = member(value, "kind");
    const found = typeof kind === "string" ? `of kind ${JSON.stringify(kind)}` : "without a kind";
    const message = `expected a CredentialsRequest of cloudcredential.openshift.io/v1, found an object ${found}; keep other objects elsewhere`;
    throw new PodgraftError("input.invalid", message, at(["kind"]));
  }
  const reader = { at, notices };
  return isWanted(reader, value, choice.techPreview) ? [readRequest(reader, value, choice)] : [];
}

function isRequest(value: JsonObject): boolean {
  return (
    member(value, "kind") === "CredentialsRequest" && member(value, "apiVersion") === "cloudcredential.openshift.io/v1"
  );
}

function placesOf(document: YamlDocument, file: string): (path: readonly Segment[]) => Location {
  return (path) => ({ file, ...document.position(path), ...(path.length === 0 ? {} : { path: formatPath(path) }) });
}

function commentsOnly(location: Location): Notice {
  const message = "a document of comments alone, with which ccoctl ends in a crash; it is passed over here";
  return { severity: "warning", code: "request.comments_only", message, location };
}

/** The deletion is looked at first; without tech preview any feature set is one too many. */
function isWanted(reader: FieldReader, value: JsonObject, techPreview: boolean): boolean {
  const metadata = objectField(reader, value, [], "metadata");
  const annotations =
    metadata === undefined ? undefined : objectField(reader, metadata.value, metadata.path, "annotations")?.value;
  if (member(annotations, "release.openshift.io/delete") === "true") return false;
  const featureSet = member(annotations, "release.openshift.io/feature-set");
  return featureSet === undefined || (techPreview && featureSet === "TechPreviewNoUpgrade");
}

function readRequest(reader: FieldReader, value: JsonObject, choice: RequestChoice): CredentialsRequest {
  const { at } = reader;
  const metadata = objectField(reader, value, [], "metadata");
  const spec = objectField(reader, value, [], "spec");
  if (spec === undefined) throw missing(at([]), "spec");
  const secretRef = objectField(reader, spec.value, spec.path, "secretRef");
  if (secretRef === undefined) throw missing(at(spec.path), "spec.secretRef");
  const secret = {
    namespace: checkedName(reader, secretRef, "namespace", isLabel),
    name: checkedName(reader, secretRef, "name", isSubdomain),
  };
  const serviceAccounts = textListField(reader, spec.value, spec.path, "serviceAccountNames");
  if (serviceAccounts.length === 0) noteNobody(reader, spec.path, choice);
  noteServiceAccounts(reader, serviceAccounts, [...spec.path, "serviceAccountNames"]);
  const providerSpec = objectField(reader, spec.value, spec.path, "providerSpec");
  checkKind(reader, providerSpec?.value ?? {}, providerSpec?.path ?? spec.path, choice.cloud);
  const checked = providerSpec?.value ?? {};
  checkProviderSpec(reader, checked, providerSpec?.path ?? spec.path, choice.cloud);
  const cloudTokenPath = textField(reader, spec.value, spec.path, "cloudTokenPath");
  return {
    name: metadata === undefined ? "" : (textField(reader, metadata.value, metadata.path, "name") ?? ""),
    namespace: metadata === undefined ? "" : (textField(reader, metadata.value, metadata.path, "namespace") ?? ""),
    secret,
    serviceAccounts,
    cloudTokenPath: cloudTokenPath === "" ? undefined : cloudTokenPath,
    providerSpec: checked,
    at,
  };
}

function missing(location: Location, field: string): PodgraftError {
  return new PodgraftError("input.invalid", `${field} is missing`, location);
}

/** The name becomes that of a file too, so nothing but a name passes. */
function checkedName(
  reader: FieldReader,
  secretRef: { readonly value: JsonObject; readonly path: readonly Segment[] },
  field: "namespace" | "name",
  isName: (name: string) => boolean,
): string {
  const name = textField(reader, secretRef.value, secretRef.path, field);
  if (name === undefined || name === "") throw missing(reader.at(secretRef.path), `spec.secretRef.${field}`);
  if (isName(name)) return name;
  const message = `${JSON.stringify(name)} is no name that Kubernetes takes: lower-case letters, digits, - and, in a Secret's name, dots`;
  throw new PodgraftError("input.invalid", message, reader.at([...secretRef.path, field]));
}

function noteNobody(
  { at, notices }: FieldReader,
  path: readonly Segment[],
  { needsServiceAccounts }: RequestChoice,
): void {
  const message =
    "spec.serviceAccountNames names no ServiceAccount: nobody could use the credentials; list those of the component's Pods";
  if (needsServiceAccounts) throw new PodgraftError("input.invalid", message, at(path));
  notices.push({ severity: "warning", code: "request.no_service_accounts", message, location: at(path) });
}

function noteServiceAccounts(reader: FieldReader, names: readonly string[], path: readonly Segment[]): void {
  names.forEach((name, index) => {
    const message = serviceAccountFault(name, names.indexOf(name) < index);
    if (message === undefined) return;
    const location = reader.at([...path, index]);
    reader.notices.push({ severity: "warning", code: "request.service_account", message, location });
  });
}

function serviceAccountFault(name: string, repeated: boolean): string | undefined {
  if (name === "") return "an empty name: no token ever has this subject";
  if (name.includes("*")) return `${JSON.stringify(name)} is taken literally: no cloud reads the * here as a wildcard`;
  if (!isSubdomain(name))
    return `${JSON.stringify(name)} cannot be the name of a ServiceAccount: no token has this subject`;
  return repeated ? `${JSON.stringify(name)} is listed twice` : undefined;
}

/** Azure's requests are read without a kind by the official tool; those of AWS and GCP are not. */
function checkKind(reader: FieldReader, spec: JsonObject, path: readonly Segment[], cloud: RequestCloud): void {
  const kind = textField(reader, spec, path, "kind") ?? "";
  if (kind === providerKinds[cloud]) return;
  if (kind !== "")
    throw new PodgraftError("input.invalid", foreignKindMessage(kind, cloud), reader.at([...path, "kind"]));
  const message = `spec.providerSpec has no kind; expected ${providerKinds[cloud]}`;
  if (cloud !== "azure") throw new PodgraftError("input.invalid", message, reader.at(path));
  const location = reader.at(path);
  reader.notices.push({ severity: "warning", code: "request.no_provider_kind", message, location });
}

function refuseSharedSecrets(requests: readonly CredentialsRequest[]): void {
  const first = new Map<string, CredentialsRequest>();
  const files = new Map<string, CredentialsRequest>();
  for (const request of requests) {
    const location = request.at(["spec", "secretRef"]);
    const same = first.get(secretKey(request));
    if (same !== undefined) {
      const message = `a second request for the Secret ${secretKey(request)}, after ${placeText(same)}: one would replace the other`;
      throw new PodgraftError("input.invalid", message, location);
    }
    first.set(secretKey(request), request);
    const stem = `${request.secret.namespace}-${request.secret.name}`;
    const other = files.get(stem);
    if (other !== undefined) {
      const message = `the Secrets ${secretKey(other)} and ${secretKey(request)} would be written to the same file; rename one`;
      throw new PodgraftError("input.invalid", message, location);
    }
    files.set(stem, request);
  }
}

function placeText(request: CredentialsRequest): string {
  const { file = "", line = 0 } = request.at(["spec", "secretRef"]);
  return `${file}:${line}`;
}
