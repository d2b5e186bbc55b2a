import { isPlainSafe, jsonText } from "../../renderer/yaml/splice/scalar-text.ts";

/** A manifest to be written: its name below the output folder and its text. */
export type Manifest = { readonly path: string; readonly text: string };

/** A Secret before it is text. */
export type SecretContent = {
  readonly namespace: string;
  readonly name: string;
  /** `data` is in base64 already. */
  readonly field: "stringData" | "data";
  /** In this order; a text of several lines becomes a block. */
  readonly entries: readonly (readonly [key: string, value: string])[];
  /** The request that the Secret is for, as `namespace/name`, where the operator's marks are wanted. */
  readonly markedFor?: string;
};

const mark = "cloudcredential.openshift.io/credentials-request";

/** The text of a Secret, members in the order of the official tool. */
export function secretText({ namespace, name, field, entries, markedFor }: SecretContent): string {
  const marks =
    markedFor === undefined
      ? []
      : ["  annotations:", `    ${mark}: ${yamlText(markedFor)}`, "  labels:", `    ${mark}: "true"`];
  return lines([
    "apiVersion: v1",
    `${field}:`,
    ...entries.flatMap(([key, value]) => entryLines(key, value)),
    "kind: Secret",
    "metadata:",
    ...marks,
    `  name: ${yamlText(name)}`,
    `  namespace: ${yamlText(namespace)}`,
    "type: Opaque",
  ]);
}

/** The object in which an OKD cluster is told its tokens' issuer, before it is installed. */
export function authenticationText(issuer: string): string {
  return lines([
    "apiVersion: config.openshift.io/v1",
    "kind: Authentication",
    "metadata:",
    "  name: cluster",
    "spec:",
    `  serviceAccountIssuer: ${yamlText(issuer)}`,
  ]);
}

function entryLines(key: string, value: string): string[] {
  if (!value.includes("\n")) return [`  ${yamlText(key)}: ${yamlText(value)}`];
  return [`  ${yamlText(key)}: |-`, ...value.split("\n").map((line) => `    ${line}`)];
}

/** A text without quotes where every reader of YAML 1.1 and 1.2 takes it for the same text. */
function yamlText(text: string): string {
  return isPlainSafe(text) || startsLikeNumber(text) ? text : jsonText(text);
}

/** A name or UUID that begins with a digit and cannot be a number or a date: a letter that neither has, or a UUID's dashes. */
function startsLikeNumber(text: string): boolean {
  return (
    /^[0-9][0-9a-z-]*[g-nq-wyz][0-9a-z-]*$/.test(text) ||
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
  );
}

function lines(texts: readonly string[]): string {
  return `${texts.join("\n")}\n`;
}
