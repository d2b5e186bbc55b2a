import type { Json, JsonObject } from "../../engine/json.ts";
import { fieldOf } from "../requests/fields.ts";
import { subjectsOf, type CredentialsRequest } from "../requests/request.ts";

/** The pool of a cluster, as the official tool makes it. */
export function gcpPool(name: string): JsonObject {
  return { name, displayName: name, description: "Created By OpenShift ccoctl", state: "ACTIVE" };
}

/** The pool's provider for an issuer; with `keys` (a key set as text) Google fetches nothing from it. */
export function gcpProvider(
  name: string,
  issuer: string,
  { audiences, keys }: { readonly audiences: readonly string[]; readonly keys?: string },
): JsonObject {
  return {
    ...gcpPool(name),
    attributeMapping: { "google.subject": "assertion.sub" },
    oidc: { issuerUri: issuer, allowedAudiences: audiences, ...(keys === undefined ? {} : { jwksJson: keys }) },
  };
}

/** Who may act as the request's service account: the cluster's Pods by their subjects. */
export function gcpAccountBinding(request: CredentialsRequest, projectNumber: string, pool: string): JsonObject {
  const base = `principal://iam.googleapis.com/projects/${projectNumber}/locations/global/workloadIdentityPools/${pool}/subject/`;
  const members = [...new Set(subjectsOf(request))].map((subject) => base + subject);
  return { role: "roles/iam.workloadIdentityUser", members };
}

/** What the request's service account may do in the project: each predefined role, and a role of its own for single permissions. */
export function gcpProjectBindings(request: CredentialsRequest, project: string, email: string): JsonObject[] {
  const own =
    textsOf(request, "permissions").length === 0 ? [] : [`projects/${project}/roles/${roleId(request, project)}`];
  return [...textsOf(request, "predefinedRoles"), ...own].map((role) => ({
    role,
    members: [`serviceAccount:${email}`],
  }));
}

function roleId({ name }: CredentialsRequest, project: string): string {
  const plain = (text: string, longest: number): string => text.replace(/[^a-zA-Z0-9]/g, "").slice(0, longest);
  return `${plain(project, 32)}_${plain(name, 31)}`;
}

function textsOf({ providerSpec }: CredentialsRequest, name: string): string[] {
  const value: Json = fieldOf(providerSpec, name)?.value ?? [];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
