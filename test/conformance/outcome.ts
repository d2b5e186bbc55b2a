import type { ChainResult, Subject } from "../../engine/decide.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { isJsonList, isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../../engine/json.ts";
import { listOf, objectOf, type Case } from "./cases.ts";

/** What a case came to, in the terms of the vectors. */
export type Outcome = {
  readonly decision: "pass" | "mutate" | "deny";
  readonly code: number | undefined;
  readonly message: string | undefined;
  readonly pod: JsonObject;
};

/** A case as the engine sees it: admission of the Pod under its own name. */
export function subjectOf(given: Case, pod: JsonObject = given.pod): Subject {
  const name = String(member(pod.spec, "serviceAccountName") ?? "") || "default";
  const metadata = objectOf(given.serviceAccount?.metadata);
  const found = given.serviceAccount !== null && metadata.name === name && metadata.namespace === given.namespace.name;
  return {
    pod,
    namespace: given.namespace,
    serviceAccount: { name, found, metadata: found ? metadata : {} },
    owner: {
      apiVersion: "v1",
      kind: "Pod",
      name: String(member(pod.metadata, "name") ?? ""),
      path: [],
      nameIsFinal: true,
    },
  };
}

/** Runs `decide` and tells its result in the terms of the vectors; a Pod that does not decode is refused. */
export function outcomeOf(pod: JsonObject, decide: () => ChainResult): Outcome {
  let result: ChainResult;
  try {
    result = decide();
  } catch (error) {
    if (!(error instanceof PodgraftError) || error.code !== "input.pod_invalid") throw error;
    return { decision: "deny", code: 400, message: error.message, pod };
  }
  return outcomeOfResult(result);
}

/** A chain's result in the terms of the vectors. */
export function outcomeOfResult(result: ChainResult): Outcome {
  const { denial } = result;
  if (denial !== undefined) return { decision: "deny", code: denial.status, message: denial.message, pod: result.pod };
  return {
    decision: result.outcome === "changed" ? "mutate" : "pass",
    code: undefined,
    message: undefined,
    pod: result.pod,
  };
}

/** Differences between what was expected and what came; empty if the case is reproduced. */
export function differences(given: Case, outcome: Outcome): string[] {
  const { expect } = given;
  if (outcome.decision !== expect.decision)
    return [`decision: expected ${expect.decision}, got ${outcome.decision} ${outcome.message ?? ""}`];
  if (expect.decision === "deny") return given.tags.includes("decode-error") ? [] : denialDifferences(given, outcome);
  const wanted = expect.pod ?? given.pod;
  const same = jsonEqual(comparable(wanted, given.anyJitter), comparable(outcome.pod, given.anyJitter));
  return same ? [] : [`pod: expected ${JSON.stringify(wanted)}`, `pod: got      ${JSON.stringify(outcome.pod)}`];
}

function denialDifferences({ expect }: Case, outcome: Outcome): string[] {
  const found = [];
  if (expect.message !== outcome.message)
    found.push(`message: expected ${String(expect.message)}, got ${String(outcome.message)}`);
  if (expect.code !== outcome.code) found.push(`code: expected ${String(expect.code)}, got ${String(outcome.code)}`);
  return found;
}

/** A Pod without what the comparison leaves out: its namespace, and any permitted jitter. */
function comparable(pod: JsonObject, anyJitter: boolean): JsonObject {
  const { namespace: _, ...metadata } = objectOf(pod.metadata);
  const spec = objectOf(pod.spec);
  return {
    ...pod,
    ...(pod.metadata === undefined && Object.keys(metadata).length === 0 ? {} : { metadata }),
    spec: anyJitter ? { ...spec, volumes: listOf(spec.volumes).map(withoutJitter) } : spec,
  };
}

function withoutJitter(value: Json): Json {
  if (isJsonList(value)) return value.map(withoutJitter);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const jitter = key === "expirationSeconds" && typeof item === "number" && item >= 79_200 && item <= 86_400;
      return [key, jitter ? "any in 79200..86400" : withoutJitter(item ?? null)];
    }),
  );
}
