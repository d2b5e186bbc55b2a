import { createChain } from "../../engine/chain/chain.ts";
import { resolveConfig } from "../../engine/config/resolve.ts";
import { ruleSettings } from "../../engine/config/rule-settings.ts";
import { collectKnownObjects } from "../../engine/context/known-objects.ts";
import { providers } from "../../engine/decision.ts";
import type { Rules } from "../../engine/document/decide-document.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../engine/json.ts";
import { builtInTable, podKinds } from "../../engine/locate/table.ts";
import { verifyPod } from "../../engine/verify/verify-pod.ts";
import { loadRuleModule } from "../../engine/wasm/load.ts";
import { decidePod, nowhere } from "../../plugin/review/judge-pod.ts";
import { decideSource } from "../../renderer/inject/decide-source.ts";
import { placeIn } from "../../renderer/inject/place.ts";
import { objectsIn, splitSource } from "../../renderer/inject/sources.ts";
import { assembleReport, recordDocument, type RecordedDocument } from "../../report/assemble.ts";
import { chartTemplate } from "../../report/chart-template.ts";
import type { Report } from "../../report/report.ts";
import { documentFixtures } from "../policies/read-documents.ts";
import { readFixtures, type Fixture } from "../policies/read-fixtures.ts";

/** Manifests as they might stand in a file. */
type Manifests = { readonly title: string; readonly objects: readonly Json[] };

/**
 * What is found in every fixture of the rules and of the engine, as one report: by `podgraft verify`, or at admission where the fixture's
 * ServiceAccount does not exist, which only a cluster can say.
 */
export function reportOfFixtures(): Report {
  const module = loadRuleModule();
  const ofRules = providers.flatMap(readFixtures).flatMap((fixture) => {
    const rules = rulesOf(configOf(fixture), module);
    return fixture.input.serviceAccount.found === false ? review(fixture, rules) : verify(manifestsOf(fixture), rules);
  });
  const ofDocuments = documentFixtures().flatMap(({ title, config, known, document }) => {
    const given = isJsonObject(config) ? config : {};
    return verify({ title, objects: [...known, document] }, rulesOf(given, module));
  });
  return assembleReport([...ofRules, ...ofDocuments], {
    version: "1.2.3",
    rules: rulesOf({}, module),
    environment: null,
    threshold: "error",
    excuses: { exceptions: [], today: "2026-01-01", baseline: null },
  });
}

/** The steps of cli/verify.ts, on a text. A Pod that Kubernetes would refuse has no findings. */
function verify({ title, objects }: Manifests, rules: Rules): RecordedDocument[] {
  const text = objects.map((object) => `---\n${JSON.stringify(object, null, 2)}\n`).join("");
  const source = splitSource({ name: fileOf(title), text }, podKinds(rules.table));
  const known = collectKnownObjects(objectsIn([source], rules.table), null);
  return decideSource(
    source,
    rules,
    known,
    ({ read, decided }) =>
      recordDocument(
        decided,
        { placeOf: (path) => placeIn(read, path), source: chartTemplate(read.document.text, read.value) },
        rules,
        verifyPod,
      ),
    (fault) => {
      if (fault.code !== "input.pod_invalid") throw new PodgraftError(fault.code, `${title}: ${fault.message}`);
    },
  );
}

/** A Pod as admission decides it, without its ServiceAccount. */
function review({ title, input: { pod, namespace, owner } }: Fixture, rules: Rules): RecordedDocument[] {
  const subject = { namespace: namespace.name ?? "default", name: owner.name };
  const surroundings = { namespaceLabels: namespace.labels ?? {}, serviceAccount: null };
  const place = { ...nowhere, file: fileOf(title) };
  const decided = { pods: [decidePod(pod, subject, surroundings, rules)], findings: [], patch: [] };
  return [recordDocument(decided, { placeOf: () => place, source: null }, rules, verifyPod)];
}

function fileOf(title: string): string {
  return `fixtures/${title}.yaml`;
}

function configOf({ provider, given }: Fixture): JsonObject {
  return { providers: { [provider]: given } };
}

function rulesOf(given: JsonObject, module: Rules["module"]): Rules {
  const value = { apiVersion: "podgraft.dev/v1alpha1", kind: "Config", ...given };
  const config = resolveConfig({ file: "podgraft.yaml", value });
  const order = config.order.filter((provider) => config.providers[provider] !== undefined);
  return { module, config, chain: createChain(order, ruleSettings(config)), table: builtInTable() };
}

/** Whatever a fixture knows of Namespace and ServiceAccount stands before the Pod. */
function manifestsOf({ title, input }: Fixture): Manifests {
  const { pod, namespace, serviceAccount } = input;
  const place = namespace.name === null ? {} : { namespace: namespace.name };
  const metadata = isJsonObject(pod.metadata) ? pod.metadata : {};
  const objects: Json[] = [{ ...pod, apiVersion: "v1", kind: "Pod", metadata: { ...metadata, ...place } }];
  if (serviceAccount.found === true) {
    const account = { ...serviceAccount.metadata, name: serviceAccount.name, ...place };
    objects.unshift({ apiVersion: "v1", kind: "ServiceAccount", metadata: account });
  }
  if (namespace.name !== null && namespace.labels !== null) {
    const { name, labels } = namespace;
    objects.unshift({ apiVersion: "v1", kind: "Namespace", metadata: { name, labels } });
  }
  return { title, objects };
}
