import { createChain } from "../chain/chain.ts";
import type { KnownObjects } from "../context/known-objects.ts";
import { subjectOfLocated } from "../context/subject.ts";
import { decideChecked } from "../decide.ts";
import type { Provider } from "../decision.ts";
import type { Rules } from "../document/decide-document.ts";
import { isJsonObject, member, type JsonObject } from "../json.ts";
import type { LocatedPod } from "../locate/located-pod.ts";
import { checkPod } from "../typed/check-pod.ts";

/**
 * The keys of a Pod's annotations that rules both read and write, and whose value is the user's own: another one than injection would write
 * if the Pod had none. Where the ServiceAccount is not known, or gives no identity any more, nothing can be told, and nothing is the user's.
 */
export function ownAnnotations(located: LocatedPod, rules: Rules, known: KnownObjects): ReadonlySet<string> {
  const present = member(located.pod.metadata, "annotations");
  const both = rules.chain.order.flatMap((provider) => readAndWritten(provider, rules));
  const candidates = both.filter(({ key }) => typeof member(present, key) === "string");
  if (candidates.length === 0 || checkPod(located.pod, { takesParameters: located.isParameterised }) !== null) {
    return new Set();
  }
  const own = candidates.filter(({ provider, key }) => {
    const written = writtenWithout(provider, key, located, rules, known);
    return written !== undefined && written !== member(present, key);
  });
  return new Set(own.map(({ key }) => key));
}

/** Google's webhook takes the token's lifetime from the Pod before the ServiceAccount, and writes what it took to the same place. */
function readAndWritten(provider: Provider, { chain }: Rules): { provider: Provider; key: string }[] {
  const written = [...(chain.declarations[provider]?.annotations ?? [])];
  return written.filter((key) => /(?:^|\/)token-expiration$/.test(key)).map((key) => ({ provider, key }));
}

/** What the provider writes under the key of a Pod that does not have it. */
function writtenWithout(
  provider: Provider,
  key: string,
  located: LocatedPod,
  { chain, config, module }: Rules,
  known: KnownObjects,
): string | undefined {
  const { subject } = subjectOfLocated({ ...located, pod: withoutAnnotation(located.pod, key) }, known, config);
  const { decisions } = decideChecked(subject, module, createChain([provider], chain.settings));
  const edits = decisions.flatMap(({ decision }) => decision.edits);
  for (const edit of edits) if (edit.edit === "setAnnotation" && edit.key === key) return edit.value;
  return undefined;
}

function withoutAnnotation(pod: JsonObject, key: string): JsonObject {
  const metadata = isJsonObject(pod.metadata) ? pod.metadata : {};
  const annotations = Object.entries(isJsonObject(metadata.annotations) ? metadata.annotations : {});
  return {
    ...pod,
    metadata: { ...metadata, annotations: Object.fromEntries(annotations.filter(([name]) => name !== key)) },
  };
}
