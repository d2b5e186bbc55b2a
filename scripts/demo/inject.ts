import { join } from "node:path";
import { readContext } from "../../cli/context.ts";
import { loadRules } from "../../cli/rules.ts";
import { collectKnownObjects } from "../../engine/context/known-objects.ts";
import { podKinds } from "../../engine/locate/table.ts";
import { injectSource, type InjectedDocument, type InjectedSource } from "../../renderer/inject/inject.ts";
import { objectsIn, splitSource, type Source } from "../../renderer/inject/sources.ts";

/** What `podgraft inject --config podgraft.yaml --environment …` does with manifests, with the decisions. Throws PodgraftError. */
export function injectManifests(
  manifests: Source,
  examplesFolder: string,
  environment: string | undefined,
): InjectedSource<InjectedDocument> {
  const config = join(examplesFolder, "podgraft.yaml");
  const { rules, contextFiles } = loadRules({ options: { config, environment }, operands: [] });
  const source = splitSource(manifests, podKinds(rules.table));
  const known = collectKnownObjects(
    [...readContext(contextFiles, rules.table), ...objectsIn([source], rules.table)],
    null,
  );
  return injectSource(source, rules, known, (document) => document);
}
