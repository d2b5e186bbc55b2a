import { join } from "node:path";
import { readContext } from "../../cli/context.ts";
import { loadRules } from "../../cli/rules.ts";
import { collectKnownObjects } from "../../engine/context/known-objects.ts";
import type { Provider } from "../../engine/decision.ts";
import { podKinds } from "../../engine/locate/table.ts";
import { injectSource, type InjectedDocument, type InjectedSource } from "../../renderer/inject/inject.ts";
import { objectsIn, splitSource, type Source } from "../../renderer/inject/sources.ts";

/** A source with its decisions, and the providers that are on. */
export type DemoSource = InjectedSource<InjectedDocument> & { readonly order: readonly Provider[] };

/** What `podgraft inject --config podgraft.yaml --environment …` does with manifests, with the decisions. Throws PodgraftError. */
export function injectManifests(
  manifests: Source,
  examplesFolder: string,
  environment: string | undefined,
): DemoSource {
  const config = join(examplesFolder, "podgraft.yaml");
  const { rules, contextFiles } = loadRules({ options: { config, environment }, operands: [] });
  const source = splitSource(manifests, podKinds(rules.table));
  const known = collectKnownObjects(
    [...readContext(contextFiles, rules.table), ...objectsIn([source], rules.table)],
    null,
  );
  return Object.assign(
    injectSource(source, rules, known, (document: InjectedDocument) => document),
    { order: rules.chain.order },
  );
}
