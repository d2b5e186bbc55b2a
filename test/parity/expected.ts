import { canonicalJson } from "../../engine/config/digest.ts";
import { resolveConfig } from "../../engine/config/resolve.ts";
import { ruleSettings } from "../../engine/config/rule-settings.ts";
import { createChain } from "../../engine/chain/chain.ts";
import { collectKnownObjects } from "../../engine/context/known-objects.ts";
import { decideDocument, type DecidedPod, type Rules } from "../../engine/document/decide-document.ts";
import { addRows, builtInTable, podKinds } from "../../engine/locate/table.ts";
import { loadRuleModule } from "../../engine/wasm/load.ts";
import { readFileSync } from "node:fs";
import { injectSource } from "../../renderer/inject/inject.ts";
import { objectsIn, readPiece, splitSource } from "../../renderer/inject/sources.ts";
import { readYaml } from "../../renderer/yaml/read.ts";
import { configuration, type Fixture } from "./fixtures.ts";

let loaded: Rules | undefined;

/** The rules as the fixtures' configuration sets them. */
export function rules(): Rules {
  return (loaded ??= loadRules());
}

function loadRules(): Rules {
  const value = readYaml(readFileSync(configuration, "utf8")).value ?? {};
  const config = resolveConfig({ file: configuration, value });
  const order = config.order.filter((provider) => config.providers[provider] !== undefined);
  const chain = createChain(order, ruleSettings(config));
  return { module: loadRuleModule(), chain, config, table: addRows(builtInTable(), config.workloads) };
}

/** What the library makes of a fixture: its text. */
export function injectedText({ name, text }: Fixture): string {
  const source = splitSource({ name, text }, podKinds(rules().table));
  const known = collectKnownObjects(objectsIn([source], rules().table), null);
  return injectSource(source, rules(), known, () => undefined).text;
}

/**
 * The Pods of a fixture as the engine decides them. Where names are not final, as in a KRM
 * function or a patch, no name may go into what is injected: Azure's layout is another one then.
 */
export function decided({ name, text }: Fixture, nameIsFinal: boolean): DecidedPod[] {
  const { table } = rules();
  const split = splitSource({ name, text }, podKinds(table));
  const known = collectKnownObjects(objectsIn([split], table), null);
  return split.pieces
    .flatMap((piece) => (piece.action === "pass" ? [] : [readPiece(split.source, piece, table)]))
    .flatMap(({ value, located }) => {
      const pods = located.pods.map((pod) => (nameIsFinal ? pod : { ...pod, owner: { ...pod.owner, nameIsFinal } }));
      return decideDocument(value, rules(), known, { ...located, pods }).pods;
    });
}

/** The decided Pods of a fixture, a line each as {@link podLines} writes them. */
export function decidedPods(fixture: Fixture, nameIsFinal: boolean): string[] {
  return decided(fixture, nameIsFinal)
    .map(({ located: { object, pod }, result }) => {
      const metadata = result.pod.metadata === undefined ? {} : { metadata: result.pod.metadata };
      const whole = { ...pod, ...metadata, spec: result.pod.spec };
      return `${object.kind} ${object.namespace ?? ""}/${object.name} ${canonicalJson(whole)}`;
    })
    .sort();
}
