import type { Config } from "../../engine/config/config.ts";
import type { Endpoint, Mode } from "../admission-record.ts";
import type { Looked } from "../cluster.ts";
import { silence, type Verdict } from "./answer.ts";

/** Whether an endpoint may refuse in a mode; where the mode is not known (null), it may. */
export function mayRefuse(endpoint: Endpoint, mode: Mode | null): boolean {
  if (mode === null || mode === "mutate") return true;
  return mode === "enforce" && endpoint === "verify";
}

/** What a failure does to a request: nothing of the object has been judged. */
export type Failure = {
  /** What failed, in a sentence without a full stop. */
  readonly message: string;
  /** Why, as metrics count it. */
  readonly code: string;
  /** What the configuration wants for it, and the setting's name. */
  readonly policy: Config["admission"]["failure"];
  readonly setting: "admission.lookupFailure" | "admission.failure";
};

/** A look-up that gave no answer; `what` names the object. */
export function lookupFailure(
  what: string,
  { failure, message }: Extract<Looked, { kind: "failed" }>,
  { admission }: Pick<Config, "admission">,
): Failure {
  return {
    message: `${what} could not be looked up (${failure}): ${message}`,
    code: `lookup.${failure}`,
    policy: admission.lookupFailure,
    setting: "admission.lookupFailure",
  };
}

/** The verdict on an object that could not be judged: refused where the configuration says so and the mode may, else let through with a warning. */
export function failureVerdict(
  about: string,
  { message, code, policy, setting }: Failure,
  canRefuse: boolean,
): Verdict {
  const audit = { failure: code };
  if (policy === "deny" && canRefuse) {
    const text = `${about}: the cloud identity was not judged: ${message}. It is refused as ${setting} is "deny"; try again.`;
    return { ...silence, denial: { message: text, code: 503 }, audit };
  }
  return { ...silence, warnings: [`${about}: the cloud identity was not judged: ${message}`], audit };
}
