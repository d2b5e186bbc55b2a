import { collectKnownObjects } from "../../engine/context/known-objects.ts";
import { decideDocument, type Rules } from "../../engine/document/decide-document.ts";
import type { LocatedObject, LocateResult } from "../../engine/locate/locate-pods.ts";
import type { InjectedDocument } from "../inject/inject.ts";
import { locateIn, type ReadDocument } from "../inject/sources.ts";
import { splice } from "../yaml/splice.ts";
import { withFinalAccounts } from "./final-accounts.ts";
import { withoutInternalAnnotations } from "./internal-annotations.ts";

/** What is known besides the list itself. */
export type Surroundings = {
  readonly context: readonly LocatedObject[];
  readonly defaultNamespace: string | null;
};

/**
 * Decides the Pods of a ResourceList and splices the patches into its text. The rules see no internal annotation, and no name as final:
 * what runs after this function may change it. Throws as {@link decideDocument} and {@link splice} do.
 */
export function injectResourceList(read: ReadDocument, rules: Rules, surroundings: Surroundings): InjectedDocument {
  const { document, value, source } = read;
  const located = forRules(read, surroundings.defaultNamespace);
  const known = collectKnownObjects([...surroundings.context, ...located.objects], surroundings.defaultNamespace);
  const decided = locateIn(read, () => decideDocument(value, rules, known, located));
  if (decided.patch.length === 0) return { read, decided, text: document.text, ranges: [], copies: [] };
  const origin = { file: source, document: document.number, firstLine: document.firstLine };
  return { read, decided, ...splice(document.text, decided.patch, origin) };
}

function forRules({ value, located }: ReadDocument, defaultNamespace: string | null): LocateResult {
  return {
    pods: withFinalAccounts(value, located, defaultNamespace).map((pod) => ({
      ...pod,
      pod: withoutInternalAnnotations(pod.pod),
      owner: { ...pod.owner, nameIsFinal: false },
    })),
    objects: located.objects.map(({ object, value }) => ({ object, value: withoutInternalAnnotations(value) })),
    findings: located.findings,
  };
}
