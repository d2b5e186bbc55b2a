import type { Config } from "../../engine/config/config.ts";
import { PodgraftError } from "../../engine/errors.ts";
import type { Endpoint, Mode } from "../admission-record.ts";
import type { Looked } from "../cluster.ts";
import { silence, type Verdict } from "./answer.ts";
import { remarkText } from "./denial-text.ts";
import { cut } from "./cut.ts";
import { printable } from "../../report/printable.ts";

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

/** A fault of rules, module or patch, or of the object itself. */
export function ownFailure({ code, message }: PodgraftError, { admission }: Pick<Config, "admission">): Failure {
  return { message, code, policy: admission.failure, setting: "admission.failure" };
}

/** Whatever was thrown as an error with a code. */
export function faultOf(error: unknown): PodgraftError {
  if (error instanceof PodgraftError) return error;
  return new PodgraftError("internal.evaluation", String(error), {}, { cause: error });
}

/** Bytes of what failed in a refusal. */
const longest = 2048;

/** The verdict on an object that could not be judged: refused where the configuration says so and the mode may, else let through with a warning. */
export function failureVerdict(
  about: string,
  { message, policy, setting }: Failure,
  canRefuse: boolean,
  audit: Verdict["audit"],
): Verdict {
  const what = cut(printable(message), longest);
  if (policy === "deny" && canRefuse) {
    const text = `${about}: the cloud identity was not judged: ${what}. It is refused as ${setting} is "deny"; try again.`;
    return { ...silence, denial: { message: text, reason: "ServiceUnavailable" }, audit };
  }
  return { ...silence, warnings: [remarkText(about, `was not judged for its cloud identity: ${what}`)], audit };
}
