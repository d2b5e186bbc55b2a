import type { AliasNode, YamlNode } from "../node.ts";

/** The aliases of a document by the node they stand for, in the order of the text. */
export type AliasUsers = ReadonlyMap<YamlNode, readonly AliasNode[]>;

const none: AliasUsers = new Map();

/** All aliases below `root`; `text` is asked first whether it can have any. */
export function aliasUsers(root: YamlNode, text: string): AliasUsers {
  if (!text.includes("*") || !text.includes("&")) return none;
  const users = new Map<YamlNode, AliasNode[]>();
  walk(root, (node) => {
    if (node.kind !== "alias") return;
    const known = users.get(node.target);
    if (known === undefined) users.set(node.target, [node]);
    else known.push(node);
  });
  return users;
}

/** Calls `visit` for `root` and every node below it, keys included, aliases not followed. */
export function walk(root: YamlNode, visit: (node: YamlNode) => void): void {
  visit(root);
  if (root.kind === "sequence") for (const item of root.items) walk(item, visit);
  if (root.kind === "mapping") {
    for (const { key, value } of root.pairs) {
      walk(key, visit);
      walk(value, visit);
    }
  }
}
