import { PodgraftError } from "../../engine/errors.ts";
import { fieldOf } from "../requests/fields.ts";
import { secretKey, type CredentialsRequest } from "../requests/request.ts";
import type { RenderSettings } from "./settings.ts";

type Shape = "role ARN" | "service account e-mail" | "client id";

/** What a value of each cloud looks like. */
const shapes: { readonly [shape in Shape]: RegExp } = {
  "role ARN": /^arn:aws[a-z-]*:iam::[0-9]{12}:role\/[\w+=,.@/-]+$/,
  "service account e-mail": /^[^@\s/:]+@[^@\s/:]+\.[^@\s/:]+$/,
  "client id": /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
};

/** A text of the providerSpec; empty counts as absent. */
export function specText({ providerSpec }: CredentialsRequest, name: string): string | undefined {
  const value = fieldOf(providerSpec, name)?.value;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The principal that was given for the request's Secret, checked. */
export function givenPrincipal(
  request: CredentialsRequest,
  { principals }: RenderSettings,
  shape: Shape,
): string | undefined {
  const key = secretKey(request);
  const value = principals.get(key);
  if (value === undefined) return undefined;
  if (!shapes[shape].test(value)) {
    throw new PodgraftError("usage.invalid", `the principal of ${key}: ${JSON.stringify(value)} is no ${shape}`);
  }
  return value;
}

/** The principal that the request itself names in `field`, checked. */
export function namedPrincipal(request: CredentialsRequest, field: string, shape: Shape): string | undefined {
  const value = specText(request, field);
  if (value === undefined || shapes[shape].test(value)) return value;
  const message = `${JSON.stringify(value)} is no ${shape}`;
  throw new PodgraftError("input.invalid", message, request.at(["spec", "providerSpec", field]));
}

/** What to say where no principal is known. */
export function noPrincipal(request: CredentialsRequest, how: string): PodgraftError {
  const key = secretKey(request);
  return new PodgraftError("input.invalid", `nothing says which identity ${key} is for; ${how}`, request.at(["spec"]));
}
