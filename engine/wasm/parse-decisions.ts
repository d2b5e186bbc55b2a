import type { At, ContainerList, Decision, Edit, Identity, Provider, RuleFinding } from "../decision.ts";
import { providers } from "../decision.ts";
import { PodgraftError } from "../errors.ts";
import type { JsonObject, Segment } from "../json.ts";
import type { Decisions } from "./host.ts";
import { isMembers, type Members } from "./members.ts";

/**
 * Checks what the rules answered against the contract (`policies/schema/decision.json`) and gives it a type. Every provider that was
 * asked for must have answered, nobody else may. Throws PodgraftError `internal.decision` naming the member that does not fit.
 */
export function parseDecisions(value: unknown, asked: readonly Provider[]): Decisions {
  const answers = objectAt(value, "decisions");
  const decisions: { [provider in Provider]?: Decision } = {};
  for (const name of Object.keys(answers)) {
    const provider = providers.find((known) => known === name);
    if (provider === undefined || !asked.includes(provider))
      fail("decisions", `no answer of ${name}, it was not asked`);
    else decisions[provider] = parseDecision(answers[name], provider);
  }
  for (const provider of asked) {
    if (decisions[provider] === undefined) fail("decisions", `a decision of ${provider}`);
  }
  return decisions;
}

function parseDecision(value: unknown, provider: Provider): Decision {
  const decision = objectAt(value, provider);
  onlyMembers(decision, provider, decisionMembers);
  const reason = objectAt(decision.reason, `${provider}.reason`);
  onlyMembers(reason, `${provider}.reason`, reasonMembers);
  const outcome = decision.outcome;
  if (outcome !== "inject" && outcome !== "skip" && outcome !== "deny")
    fail(`${provider}.outcome`, "inject, skip or deny", outcome);
  const parsed: Decision = {
    outcome,
    reason: {
      code: textAt(reason.code, `${provider}.reason.code`),
      params: jsonObjectAt(reason.params, `${provider}.reason.params`),
    },
    edits: listAt(decision.edits, `${provider}.edits`).map((edit, index) =>
      parseEdit(edit, `${provider}.edits[${index}]`),
    ),
    findings: listAt(decision.findings, `${provider}.findings`).map((finding, index) =>
      parseFinding(finding, `${provider}.findings[${index}]`),
    ),
    ...(decision.identity === undefined ? {} : { identity: parseIdentity(decision.identity, provider) }),
    ...(decision.denial === undefined ? {} : { denial: parseDenial(decision.denial, provider) }),
  };
  if ((outcome === "deny") !== (parsed.denial !== undefined))
    fail(`${provider}.denial`, "a denial exactly where the outcome is deny");
  if ((outcome === "inject") !== (parsed.identity !== undefined))
    fail(`${provider}.identity`, "an identity exactly where the outcome is inject");
  if (outcome !== "inject" && parsed.edits.length > 0)
    fail(`${provider}.edits`, `no edits where the outcome is ${outcome}`);
  return parsed;
}

const decisionMembers = new Set(["outcome", "reason", "denial", "edits", "identity", "findings"]);
const reasonMembers = new Set(["code", "params"]);
const denialMembers = new Set(["message", "status"]);
const findingMembers = new Set(["code", "path", "params"]);
const identityMembers = new Set([
  "provider",
  "subject",
  "principal",
  "audience",
  "expirationSeconds",
  "tokenFile",
  "from",
]);

/** The members of each edit beside `edit` itself: a check by name and kind. */
const editMembers: { readonly [edit in Edit["edit"]]: readonly string[] } = {
  addEnv: ["list", "container", "at", "value"],
  replaceEnv: ["list", "container", "index", "value"],
  addMount: ["list", "container", "at", "value"],
  replaceMount: ["list", "container", "index", "value"],
  addVolume: ["at", "value"],
  replaceVolume: ["index", "value"],
  addContainer: ["list", "at", "value"],
  replaceContainer: ["list", "container", "value"],
  setLabel: ["key", "value"],
  setAnnotation: ["key", "value"],
};

function parseEdit(value: unknown, where: string): Edit {
  const members = objectAt(value, where);
  const edit = editName(members.edit, where);
  const wanted = editMembers[edit];
  if (Object.keys(members).length !== wanted.length + 1)
    fail(where, `exactly edit, ${wanted.join(", ")}`, Object.keys(members).sort());
  if (edit === "setLabel" || edit === "setAnnotation") {
    return { edit, key: textAt(members.key, `${where}.key`), value: textAt(members.value, `${where}.value`) };
  }
  const body = jsonObjectAt(members.value, `${where}.value`);
  if (edit === "addVolume") return { edit, at: atAt(members.at, where), value: body };
  if (edit === "replaceVolume") return { edit, index: indexAt(members.index, `${where}.index`), value: body };
  const list = containerListAt(members.list, where);
  if (edit === "addContainer") return { edit, list, at: atAt(members.at, where), value: body };
  const container = indexAt(members.container, `${where}.container`);
  if (edit === "replaceContainer") return { edit, list, container, value: body };
  if (edit === "addEnv" || edit === "addMount")
    return { edit, list, container, at: atAt(members.at, where), value: body };
  return { edit, list, container, index: indexAt(members.index, `${where}.index`), value: body };
}

function editName(value: unknown, where: string): Edit["edit"] {
  for (const name of editNames) if (name === value) return name;
  return fail(`${where}.edit`, `one of ${editNames.join(", ")}`, value);
}

const editNames: readonly Edit["edit"][] = [
  "addEnv",
  "addMount",
  "addVolume",
  "replaceEnv",
  "replaceMount",
  "replaceVolume",
  "addContainer",
  "replaceContainer",
  "setLabel",
  "setAnnotation",
];

function parseDenial(value: unknown, provider: Provider): { message: string; status?: number } {
  const where = `${provider}.denial`;
  const denial = objectAt(value, where);
  onlyMembers(denial, where, denialMembers);
  const message = textAt(denial.message, `${where}.message`);
  return denial.status === undefined ? { message } : { message, status: indexAt(denial.status, `${where}.status`) };
}

function parseFinding(value: unknown, where: string): RuleFinding {
  const finding = objectAt(value, where);
  onlyMembers(finding, where, findingMembers);
  return {
    code: textAt(finding.code, `${where}.code`),
    path: listAt(finding.path, `${where}.path`).map((segment) => segmentAt(segment, `${where}.path`)),
    params: jsonObjectAt(finding.params, `${where}.params`),
  };
}

function parseIdentity(value: unknown, provider: Provider): Identity {
  const where = `${provider}.identity`;
  const identity = objectAt(value, where);
  onlyMembers(identity, where, identityMembers);
  if (identity.provider !== provider) fail(`${where}.provider`, provider, identity.provider);
  const origins = objectAt(identity.from, `${where}.from`);
  const from: { [name: string]: string } = {};
  for (const name of Object.keys(origins).sort()) from[name] = textAt(origins[name], `${where}.from.${name}`);
  return {
    provider,
    subject: textOrNullAt(identity.subject, `${where}.subject`),
    principal: textOrNullAt(identity.principal, `${where}.principal`),
    audience: textOrNullAt(identity.audience, `${where}.audience`),
    expirationSeconds:
      identity.expirationSeconds === null ? null : numberAt(identity.expirationSeconds, `${where}.expirationSeconds`),
    tokenFile: textOrNullAt(identity.tokenFile, `${where}.tokenFile`),
    from,
  };
}

function objectAt(value: unknown, where: string): Members {
  return isMembers(value) ? value : fail(where, "an object", value);
}

/** A JSON object from the module: it came out of JSON.parse, so being an object is all there is to check. */
function isJsonObjectFromModule(value: unknown): value is JsonObject {
  return isMembers(value);
}

function jsonObjectAt(value: unknown, where: string): JsonObject {
  return isJsonObjectFromModule(value) ? value : fail(where, "an object", value);
}

function listAt(value: unknown, where: string): readonly unknown[] {
  return Array.isArray(value) ? value : fail(where, "a list", value);
}

function textAt(value: unknown, where: string): string {
  return typeof value === "string" ? value : fail(where, "a string", value);
}

function textOrNullAt(value: unknown, where: string): string | null {
  return value === null ? null : textAt(value, where);
}

function numberAt(value: unknown, where: string): number {
  return typeof value === "number" ? value : fail(where, "a number", value);
}

function indexAt(value: unknown, where: string): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    ? value
    : fail(where, "a whole number from 0", value);
}

function segmentAt(value: unknown, where: string): Segment {
  return typeof value === "string" ? value : indexAt(value, where);
}

function atAt(value: unknown, where: string): At {
  return value === "first" || value === "last" ? value : fail(`${where}.at`, "first or last", value);
}

function containerListAt(value: unknown, where: string): ContainerList {
  return value === "containers" || value === "initContainers"
    ? value
    : fail(`${where}.list`, "containers or initContainers", value);
}

function onlyMembers(value: Members, where: string, known: ReadonlySet<string>): void {
  for (const name of Object.keys(value)) {
    if (!known.has(name)) fail(where, `no member ${name}`);
  }
}

function fail(where: string, expected: string, found?: unknown): never {
  const seen = found === undefined ? "" : `, found ${JSON.stringify(found)}`;
  throw new PodgraftError(
    "internal.decision",
    `the rules' decision does not fit the schema: ${where}: expected ${expected}${seen}`,
  );
}
