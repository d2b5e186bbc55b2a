import { providers } from "../../decision.ts";
import { isJsonList, type Segment } from "../../json.ts";
import { child, keepEntries, merge, type Tree } from "../tree.ts";
import type { Issue } from "../validate.ts";

/** The settings without the providers that are null, that is switched off. */
export function withoutSwitchedOff(tree: Tree): Tree {
  const section = child(tree, "providers");
  if (tree.kind === "leaf" || section === undefined) return tree;
  const switchedOn = keepEntries(section, (_, settings) => !isNull(settings));
  return { ...tree, entries: new Map(tree.entries).set("providers", switchedOn) };
}

function isNull(tree: Tree | undefined): boolean {
  return tree?.kind === "leaf" && tree.value === null;
}

/** A provider that is null although no lower layer has it was probably meant to be on: YAML reads `gcp:` with nothing behind it as null. */
export function nothingToSwitchOff(tree: Tree, layers: readonly Tree[]): readonly Issue[] {
  return providers.flatMap((provider) => {
    const path: readonly Segment[] = ["providers", provider];
    if (!isNull(child(child(tree, "providers"), provider))) return [];
    const wasOn = layers.some((layer) => child(child(layer, "providers"), provider)?.kind === "map");
    return wasOn
      ? []
      : [
          {
            path,
            message:
              "null switches a provider off, but nothing switched it on; write {} to switch it on with its defaults",
          },
        ];
  });
}

/** The settings with `order` naming every provider: those not named follow in the default order. */
export function withCompleteOrder(tree: Tree): Tree {
  const order = child(tree, "order");
  if (order?.kind !== "leaf" || !isJsonList(order.value)) return tree;
  const named = order.value;
  const complete = [...named, ...providers.filter((provider) => !named.includes(provider))];
  return merge(tree, {
    kind: "map",
    source: tree.source,
    entries: new Map([["order", { ...order, value: complete }]]),
  });
}
