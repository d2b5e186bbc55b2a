import { requestClouds } from "../../credentials/requests/request.ts";
import { member } from "../../engine/json.ts";
import type { ObservedCase } from "./cases.ts";
import { compareAlibaba } from "./compare-alibaba.ts";
import { compareInCluster, operatorFailed } from "./compare-in-cluster.ts";
import { compareIssuer, comparePool } from "./compare-issuer.ts";
import { compareRequests } from "./compare-requests.ts";
import { reviewedRow } from "./deviations.ts";
import { startComparison, type Comparison } from "./outcome.ts";

/** How a case went: `faults` is empty where it passed; `how` says by what. */
export type CaseVerdict = { readonly id: string; readonly faults: readonly string[]; readonly how: string };

/** Holds ours against one observed case. */
export async function judgeCase(given: ObservedCase): Promise<CaseVerdict> {
  const row = reviewedRow(given.id);
  if (row?.kind === "out of scope") return { id: given.id, faults: [], how: `out of scope: ${row.reason}` };
  const comparison = startComparison();
  await compare(given, comparison);
  if (row !== undefined) {
    const codes: readonly string[] = [...comparison.refusals, ...comparison.notices].map(({ code }) => code);
    const faults = codes.includes(row.code) ? [] : [`expected ${row.code}, got ${codes.join(", ") || "nothing"}`];
    return { id: given.id, faults, how: `deviates (${row.code}): ${row.reason}` };
  }
  const error = member(given.json, "error");
  if (comparison.refusals.length === 0 && typeof error === "string" && error.startsWith("required flag(s)")) {
    return { id: given.id, faults: [], how: "out of scope: an option that the tool needs and ours does not have" };
  }
  return { id: given.id, faults: faultsOf(given, comparison), how: "same" };
}

function faultsOf(given: ObservedCase, { faults, refusals, notices, compared }: Comparison): readonly string[] {
  const exit = given.cloud === "in-cluster" && operatorFailed(given) ? 1 : given.exit;
  if (exit === 0) {
    const refused = refusals.map(({ code, message }) => `ours refuses it: ${code}: ${message}`);
    const silent = compared === 0 && refusals.length === 0 ? ["nothing was compared"] : [];
    return [...refused, ...faults, ...silent];
  }
  if (refusals.length > 0) return [];
  // Where the tool crashes a finding is answer enough.
  if (exit === 2 && notices.length > 0) return [];
  return [`the tool ended with ${exit}, ours refuses nothing`];
}

async function compare(given: ObservedCase, comparison: Comparison): Promise<void> {
  if (given.cloud === "alibaba") return compareAlibaba(given, comparison);
  if (given.cloud === "in-cluster") return compareInCluster(given, comparison);
  const cloud = requestClouds.find((one) => one === given.cloud);
  if (cloud === undefined) {
    comparison.faults.push(`the cloud ${given.cloud} is not known`);
    return;
  }
  const [, command = ""] = given.command.split(" ");
  if (/^create-(?:iam-roles|service-accounts|managed-identities|all)$/.test(command)) {
    await compareRequests(given, cloud, comparison);
  }
  if (/^create-(?:identity-provider|workload-identity-provider|oidc-issuer|all)$/.test(command)) {
    await compareIssuer(given, cloud, comparison);
  }
  if (command === "create-workload-identity-pool") await comparePool(given, comparison);
}
