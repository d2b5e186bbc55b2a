import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import type { Rules } from "../../../engine/document/decide-document.ts";
import { jsonEqual, type JsonObject } from "../../../engine/json.ts";
import type { Mode } from "../../../plugin/admission-record.ts";
import { readCases, type Case } from "../../conformance/cases.ts";
import { differences, outcomeOf, subjectOf } from "../../conformance/outcome.ts";
import { ownCaseFiles } from "../../conformance/run.ts";
import { serve } from "../../conformance/serve.ts";
import { chainOf } from "../../conformance/suite.ts";
import { decide, type ChainResult, type Subject } from "../../../engine/decide.ts";
import { rulesOf } from "../../engine/document/rules-of.ts";
import { found, judge, objectOf, patched, reviewOf, type Admitted, type Setting } from "./courtroom.ts";

const modes = {
  mutate: rulesOf({ admission: { mode: "mutate" } }),
  enforce: rulesOf({ admission: { mode: "enforce" } }),
};

/** The settings of a case, in a mode; `azure` are further ones of that provider. */
function settingOf(
  given: Case,
  mode: Mode & keyof typeof modes,
  azure: JsonObject,
): Setting & { readonly rules: Rules } {
  return {
    rules: { ...modes[mode], chain: chainOf(given, azure) },
    namespace: () => found({ labels: given.namespace.labels }),
    serviceAccount(namespace, name) {
      const metadata = objectOf(given.serviceAccount?.metadata);
      const isThere = metadata.name === name && metadata.namespace === namespace;
      return isThere ? found(metadata) : { kind: "absent", source: "live" };
    },
  };
}

const observed: JsonObject = { acceptEquivalentLayout: false };

/** What is wrong with the admission of one case; none if all is well. */
async function faultsOf(given: Case): Promise<string[]> {
  const mutating = settingOf(given, "mutate", observed);
  const review = (pod: JsonObject): JsonObject => reviewOf(pod, { namespace: given.namespace.name });
  const first = await judge("mutate", review(given.pod), mutating);
  if (given.tags.includes("decode-error")) {
    const isRefused = !first.allowed && first.record.failure === "input.pod_invalid";
    return isRefused ? [] : [`a Pod that does not decode: ${describe(first)}`];
  }
  const outcome = outcomeOf(given.pod, () => engine(given, mutating.rules));
  const faults = differences(given, outcome);
  if (outcome.decision === "deny") return [...faults, ...deniedFaults(first, outcome.message)];
  if (!first.allowed || first.record.failure !== null) return [...faults, `mutate: ${describe(first)}`];
  if (first.patch.length > 0 !== (outcome.decision === "mutate")) faults.push(`mutate: ${describe(first)}`);
  const pod = patched(given.pod, first.patch);
  if (!jsonEqual(pod, outcome.pod)) faults.push(`another Pod than the engine's: ${JSON.stringify(pod)}`);
  return [
    ...faults,
    ...(await passes("mutated, then served", given, serve(pod), observed)),
    ...(await passesRendered(given)),
  ];
}

function engine(given: Case, { module, chain }: Rules): ChainResult {
  return decide(subjectOf(given), module, chain);
}

/** An official refusal is one here, in its own words. */
function deniedFaults(first: Admitted, message: string | undefined): string[] {
  const isRefused = !first.allowed && first.record.outcome === "denied" && first.message.includes(message ?? "");
  return isRefused ? [] : [`a refusal: ${describe(first)}`];
}

/** The Pod as podgraft renders it into a Deployment's template, created by its controller: whichever layout the rules have, it stays. */
async function passesRendered(given: Case): Promise<string[]> {
  const { rules } = settingOf(given, "mutate", {});
  const { name: _name, generateName: _generateName, ...metadata } = objectOf(given.pod.metadata);
  const subject: Subject = {
    ...subjectOf(given, { ...given.pod, metadata }),
    owner: { apiVersion: "apps/v1", kind: "Deployment", name: "web", path: ["spec", "template"], nameIsFinal: true },
  };
  const template = decide(subject, rules.module, rules.chain);
  const pod = serve(template.pod);
  const unnamed = { ...pod, metadata: { ...objectOf(pod.metadata), generateName: "web-5d8f7c9b6-" } };
  const named = { ...unnamed, metadata: { ...unnamed.metadata, name: "web-5d8f7c9b6-x2x4z" } };
  return [
    ...(await passes("rendered, created by a controller", given, unnamed, {})),
    ...(await passes("rendered, with its name", given, named, {})),
  ];
}

/** Errors of the Pod itself, which podgraft inject tells as well: an API server refuses such Pods whoever mutates them. */
const hopeless: ReadonlySet<string> = new Set([
  "expiration.too_large",
  "aws.expiration_too_small",
  "azure.dangling_mount",
]);

/** Mutate changes nothing, and verify has nothing against it but what no webhook can mend. */
async function passes(what: string, given: Case, pod: JsonObject, azure: JsonObject): Promise<string[]> {
  const review = reviewOf(pod, { namespace: given.namespace.name });
  const mutate = await judge("mutate", review, settingOf(given, "mutate", azure));
  const verify = await judge("verify", review, settingOf(given, "enforce", azure));
  const faults = [];
  if (mutate.record.outcome === "mutated" || !mutate.allowed) faults.push(`${what}: mutate: ${describe(mutate)}`);
  const isHopeless = verify.record.outcome === "denied" && verify.record.findings.some((code) => hopeless.has(code));
  const isIncomplete = verify.record.findings.some((code) => code.startsWith("verify."));
  if (isIncomplete || !(verify.allowed || isHopeless)) faults.push(`${what}: verify: ${describe(verify)}`);
  return faults;
}

function describe({ response, record }: Admitted): string {
  return `${record.outcome} ${record.failure ?? ""} ${JSON.stringify(response)}`;
}

/** An API server fills in the name of the ServiceAccount from its deprecated alias before any webhook is asked. */
function canBeServed({ pod }: Case): boolean {
  const { serviceAccount, serviceAccountName } = objectOf(pod.spec);
  return serviceAccount === undefined || (typeof serviceAccountName === "string" && serviceAccountName !== "");
}

t.setTimeout(240_000);

const shared = fileURLToPath(new URL("../../../../../shared/conformance/random", import.meta.url));
const isShared = existsSync(shared);
const random = isShared ? readdirSync(shared).map((name) => join(shared, name)) : [];

for (const file of [...ownCaseFiles(), ...random]) {
  t.test(`as the official webhook, and what was rendered passes: ${basename(file)}`, async (t) => {
    const cases = readCases(file);
    const reachable = cases.filter(canBeServed);
    for (const given of reachable) t.same(await faultsOf(given), [], given.id);
    t.ok(reachable.length > 0 && cases.length - reachable.length <= 1);
  });
}

t.test("random cases", { skip: isShared ? false : "skipped: no ../shared/conformance/random" }, (t) => {
  t.equal(random.length, 4, "done above");
  t.end();
});
