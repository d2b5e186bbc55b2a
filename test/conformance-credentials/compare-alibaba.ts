import { ramPolicy, ramStatement, type RamTrust } from "../../credentials/trust/alibaba.ts";
import { isJsonObject, member, parseJson, type Json } from "../../engine/json.ts";
import { jsonFile, type ObservedCase } from "./cases.ts";
import { attempt, expectSame, type Comparison } from "./outcome.ts";

/** What the trust side of RAM gives, against the statement or policy that the tool made or sent. */
export function compareAlibaba(given: ObservedCase, comparison: Comparison): Promise<void> {
  return attempt(comparison, () => {
    const input = jsonFile(given, "in/input.json");
    const observed = jsonFile(given, "expect/document.json");
    const trust = input === undefined ? trustOfCall(given) : trustOf(input);
    const op = member(input, "op") ?? "associate";
    if (op === "statement") expectSame(comparison, "statement", ramStatement(trust), observed);
    else {
      const { policy } = ramPolicy(trust, member(input, "document") ?? presentPolicy(given));
      expectSame(comparison, "policy", policy, observed);
    }
  });
}

function trustOf(input: Json): RamTrust {
  const text = (name: string): string => String(member(input, name) ?? "");
  return {
    providerArn: text("oidcProviderArn"),
    issuer: text("issuer"),
    namespace: text("namespace"),
    serviceAccount: text("serviceAccount"),
  };
}

/** `rrsa associate-role -c CLUSTER -r ROLE -n NAMESPACE -s ACCOUNT`, the rest is in the cluster's state. */
function trustOfCall(given: ObservedCase): RamTrust {
  const cluster = member(jsonFile(given, "in/state.json"), "cluster");
  const of = (flag: string): string =>
    new RegExp(` ${flag} (\\S+)`).exec(given.command)?.[1]?.replaceAll(/["']/g, "") ?? "";
  return {
    providerArn: String(member(cluster, "oidcArn") ?? ""),
    issuer: String(member(cluster, "issuer") ?? ""),
    namespace: of("-n"),
    serviceAccount: of("-s"),
  };
}

function presentPolicy(given: ObservedCase): Json {
  const roles = member(jsonFile(given, "in/state.json"), "existingRoles");
  const [text] = isJsonObject(roles) ? Object.values(roles) : [];
  return typeof text === "string" ? parseJson(text) : {};
}
