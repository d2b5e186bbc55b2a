import { isJsonObject, member, type Json } from "../../engine/json.ts";

/** What an object was called at some step of a kustomize build. */
export type EarlierName = { readonly kind: string; readonly namespace: string; readonly name: string };

/** What kustomize notes about an object's names until all of them are final. */
export type NameHistory = {
  readonly earlier: readonly EarlierName[];
  /** The prefixes and suffixes that it was given, as kustomize writes them. */
  readonly affixes: string;
};

/** Reads the notes from an object's annotations. kustomize keeps three lists in parallel: names, namespaces and kinds. */
export function nameHistory(object: Json | undefined): NameHistory {
  const annotations = member(member(object, "metadata"), "annotations");
  const names = listIn(annotations, "previousNames");
  const namespaces = listIn(annotations, "previousNamespaces");
  const kinds = listIn(annotations, "previousKinds");
  return {
    earlier: names.map((name, index) => ({ kind: kinds[index] ?? "", namespace: namespaces[index] ?? "", name })),
    affixes: JSON.stringify([noteIn(annotations, "prefixes"), noteIn(annotations, "suffixes")]),
  };
}

function listIn(annotations: Json | undefined, name: string): string[] {
  const note = noteIn(annotations, name);
  return note === "" ? [] : note.split(",");
}

function noteIn(annotations: Json | undefined, name: string): string {
  const key = `internal.config.kubernetes.io/${name}`;
  if (!isJsonObject(annotations) || !Object.hasOwn(annotations, key)) return "";
  const note = annotations[key];
  return typeof note === "string" ? note : "";
}
