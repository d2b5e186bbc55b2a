import type { Circumstances, Token } from "./token.ts";
import type { Fault } from "./verdict.ts";

/** What is in the way of verifying a token's signature, as far as the published keys are known: null where nothing is. */
export function signatureFault(
  { header }: Token,
  { keys }: Circumstances,
  algorithms: readonly string[],
): Fault | null {
  if (header?.alg !== undefined && !algorithms.includes(header.alg)) {
    const reason = `the token is signed with ${header.alg}, and only ${algorithms.join(" or ")} is taken`;
    return { rule: "L4", path: ["token", "header", "alg"], reason };
  }
  if (keys === undefined) return null;
  if (keys.length === 0) {
    return { rule: "L4", path: ["keys"], reason: "the issuer publishes no key, so no signature can be verified" };
  }
  if (header?.kid === undefined || keys.some(({ kid }) => kid === header.kid)) return null;
  const published = keys.map(({ kid }) => kid).join(", ");
  const reason = `the token's key ${JSON.stringify(header.kid)} is not among those that the issuer publishes (${published})`;
  return { rule: "L3", path: ["token", "header", "kid"], reason };
}

/** Whether a token is out of its time now; null where it is not, or where that is not known. */
export function timeFault({ exp, nbf }: Token, { now }: Circumstances): Fault | null {
  if (now === undefined) return null;
  if (exp !== undefined && now >= exp) {
    return { rule: "L16", path: ["token", "exp"], reason: `the token has expired at ${exp}, it is ${now}` };
  }
  if (nbf !== undefined && now < nbf) {
    return { rule: "L16", path: ["token", "nbf"], reason: `the token is valid from ${nbf} on, it is ${now}` };
  }
  return null;
}
