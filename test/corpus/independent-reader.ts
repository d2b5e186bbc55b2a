import { FAILSAFE_SCHEMA, loadAll } from "js-yaml";
import { parseAllDocuments } from "yaml";
import type { Json } from "../../engine/json.ts";

/**
 * Reads a document with readers that are not ours, every scalar as the text it is: js-yaml where it can, else `yaml` (duplicate keys, merge
 * keys, anchors on a merge). Undefined where neither reads it, as our own reader may be alone in doing.
 */
export function readIndependently(text: string): Json | undefined {
  const needsMerge = /<<\s*:/.test(text);
  return (needsMerge ? undefined : byJsYaml(text)) ?? byYaml(text);
}

function byJsYaml(text: string): Json | undefined {
  try {
    const documents: unknown[] = loadAll(text, { schema: FAILSAFE_SCHEMA });
    return plain(
      documents.length === 1 ? documents[0] : documents.find((document) => document !== null && document !== ""),
    );
  } catch {
    return undefined;
  }
}

function byYaml(text: string): Json | undefined {
  try {
    const documents = parseAllDocuments(text, {
      schema: "failsafe",
      uniqueKeys: false,
      merge: true,
      logLevel: "silent",
    });
    if (!Array.isArray(documents)) return undefined;
    const document = documents.find(({ contents }) => contents !== null);
    if (document === undefined || document.errors.length > 0) return undefined;
    return plain(document.toJS({ maxAliasCount: -1 }));
  } catch {
    return undefined;
  }
}

/** A private copy in which everything is a list, an object or a text, and nothing is shared. */
export function plain(value: unknown): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  return value === null || value === undefined ? "" : String(value);
}
