import { declarationOf } from "../allow/providers.ts";
import { createChain } from "../chain/chain.ts";
import type { KnownObjects } from "../context/known-objects.ts";
import { subjectOfLocated } from "../context/subject.ts";
import { decideChecked } from "../decide.ts";
import type { Provider } from "../decision.ts";
import type { Rules } from "../document/decide-document.ts";
import { isJsonObject, member } from "../json.ts";
import type { LocatedPod } from "../locate/located-pod.ts";
import { checkPod } from "../typed/check-pod.ts";

/**
 * The keys of a Pod's annotations that rules both read and write, and whose value is the user's own: another one than injection would write
 * if the Pod had none. Where the ServiceAccount is not known, or gives no identity any more, nothing can be told, and nothing is the user's.
 */
export function ownAnnotations(located: LocatedPod, rules: Rules, known: KnownObjects): ReadonlySet<string> {
  const { metadata } = located.pod;
  if (!isJsonObject(metadata) || !isJsonObject(metadata.annotations)) return new Set();
  const { annotations } = metadata;
  const both = rules.chain.order.flatMap((provider) => readAndWritten(provider, rules));
  const candidates = both.filter(({ key }) => typeof member(annotations, key) === "string");
  if (candidates.length === 0 || checkPod(located.pod, { takesParameters: located.isParameterised }) !== null) {
    return new Set();
  }
  const own = candidates.filter(({ provider, key }) => {
    const others = Object.fromEntries(Object.entries(annotations).filter(([name]) => name !== key));
    const pod = { ...located.pod, metadata: { ...metadata, annotations: others } };
    const written = writtenTo(key, provider, { ...located, pod }, rules, known);
    return written !== undefined && written !== annotations[key];
  });
  return new Set(own.map(({ key }) => key));
}

/** Google's webhook takes the token's lifetime from the Pod before the ServiceAccount, and writes what it took to the same place. */
function readAndWritten(provider: Provider, { chain }: Rules): { provider: Provider; key: string }[] {
  const { annotations } = declarationOf(provider, chain.settings);
  return [...annotations].filter((key) => /(?:^|\/)token-expiration$/.test(key)).map((key) => ({ provider, key }));
}

/** What the provider writes under the key of a Pod's annotations. */
function writtenTo(
  key: string,
  provider: Provider,
  located: LocatedPod,
  { chain, config, module }: Rules,
  known: KnownObjects,
): string | undefined {
  const { subject } = subjectOfLocated(located, known, config);
  const { decisions } = decideChecked(subject, module, createChain([provider], chain.settings));
  const edits = decisions.flatMap(({ decision }) => decision.edits);
  for (const edit of edits) if (edit.edit === "setAnnotation" && edit.key === key) return edit.value;
  return undefined;
}
