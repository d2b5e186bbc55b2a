import t from "tap";
import { collectKnownObjects } from "../../../engine/context/known-objects.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import { isJsonList, jsonEqual, member, type Json } from "../../../engine/json.ts";
import { podKinds } from "../../../engine/locate/table.ts";
import { injectSource, type InjectedDocument, type InjectedSource } from "../../../renderer/inject/inject.ts";
import { splitSource } from "../../../renderer/inject/sources.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { readIndependently } from "../../corpus/independent-reader.ts";
import { configurationsOf } from "../random/configurations.ts";
import { sharedFolder } from "../shared-files.ts";
import { suiteCases } from "../suite/cases.ts";
import { embed } from "../suite/embed.ts";
import { putBack } from "../yaml/put-back.ts";

const suite = sharedFolder("corpus-src/yaml-test-suite");
const skip = suite === undefined && "no shared YAML test suite";
const cases = suite === undefined ? [] : suiteCases(suite).filter(({ skipped }) => !skipped);
const [rules] = configurationsOf(["aws"]);

/** Pods with a place for a case, each with the column of what is there: injection adds in front of it, behind it and around it. */
const places: readonly (readonly [name: string, before: string, columns: number, after: string])[] = [
  ["the last field of a container", pod("  - name: app\n    embedded:"), 6, ""],
  ["the first field of a container", pod("  - embedded:"), 6, "    name: app\n"],
  ["an item of a list at the end", pod("  - name: app\nembedded:\n-"), 2, ""],
  [
    "a field between variables and volumes",
    pod("  - name: app\n    env:\n    - name: A\n      value: b\n  embedded:"),
    4,
    "  volumes:\n  - name: a\n    emptyDir: {}\n",
  ],
];

function pod(rest: string): string {
  return `apiVersion: v1\nkind: Pod\nmetadata:\n  name: orders\nspec:\n  serviceAccountName: orders\n  containers:\n${rest}`;
}

t.test("cases pass through beside Pods", { skip }, async (t) => {
  const around = pod("  - name: app\n");
  let passed = 0;
  for (const { name, stream } of cases) {
    const end = stream.endsWith("\n") || stream === "" ? "" : "\n";
    const start = /^(?:%|---(?:[ \t\n]|$))/m.test(stream) ? "" : "---\n";
    const text = `${around}...\n${start}${stream}${end}...\n---\n${around}`;
    const injected = injectOrRefuse(text, name);
    if (injected === undefined) continue;
    passed += 1;
    const [first, last] = [injected.kept.at(0), injected.kept.at(-1)];
    const inside = injected.text.slice(first?.text.length, injected.text.length - (last?.text.length ?? 0));
    if (first === undefined || last === undefined || !inside.includes(stream)) t.fail(`${name}: ${inside}`);
  }
  t.comment(`${passed} of ${cases.length} cases beside Pods, the others refused`);
  t.ok(passed > 300);
});

for (const [place, before, columns, after] of places) {
  t.test(`valid cases as ${place} mean the same after injection`, { skip }, async (t) => {
    let [held, refused, left] = [0, 0, 0];
    for (const { name, stream, valid } of cases) {
      const embedding = embed(stream, columns);
      if (!valid || "reason" in embedding) {
        left += 1;
        continue;
      }
      const text = before + embedding.value + after;
      const injected = injectOrRefuse(text, name);
      if (injected === undefined) refused += 1;
      else {
        held += 1;
        const fault = faultOf(text, injected);
        if (fault !== undefined) t.fail(`${name}: ${fault}\n${text}\n→\n${injected.text}`);
      }
    }
    t.comment(`${held} cases embedded, ${refused} refused by kubectl's reading, ${left} not embedded`);
    t.ok(held > 200, `${held} cases`);
    t.equal(held + refused + left, cases.length);
  });
}

t.test("cases that cannot stand in a Pod, with the reason", { skip }, async (t) => {
  const reasons = new Map<string, string[]>();
  for (const { name, stream } of cases.filter(({ valid }) => valid)) {
    const embedding = embed(stream, 2);
    const reason = "reason" in embedding ? embedding.reason : reasonToRefuse(stream, embedding.value);
    if (reason !== undefined) reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
  }
  for (const [reason, names] of reasons) t.comment(`${names.length} not embedded, ${reason}: ${names.join(" ")}`);
  t.match([...reasons.keys()], ["it has a directive, or a line that looks like one"]);
});

function reasonToRefuse(stream: string, embedded: string): string | undefined {
  for (const [where, text] of [
    ["as it is", stream],
    ["in a Pod", `value:${embedded}`],
  ] as const) {
    try {
      readYaml(text);
    } catch (error) {
      return `refused ${where}: ${error instanceof PodgraftError ? error.message.replaceAll(/".*?"|[*&][^ ]+/g, "…") : String(error)}`;
    }
  }
  return undefined;
}

function injectOrRefuse(text: string, name: string): InjectedSource<InjectedDocument> | undefined {
  if (rules === undefined) throw new Error("no rules");
  try {
    const split = splitSource({ name, text }, podKinds(rules.table));
    return injectSource(split, rules, collectKnownObjects([], null), (document) => document);
  } catch (error) {
    if (error instanceof PodgraftError && error.code.startsWith("input.")) return undefined;
    throw new Error(`${name}: ${String(error)}\n${text}`, { cause: error });
  }
}

function faultOf(text: string, injected: InjectedSource<InjectedDocument>): string | undefined {
  const [document] = injected.kept;
  if (document === undefined || !injected.changed) return "nothing was injected";
  if (putBack(document) !== text) return "the input does not come back";
  if (!jsonEqual(embeddedIn(readYaml(text).value), embeddedIn(readYaml(injected.text).value)))
    return "it means something else";
  const [one, other] = [readIndependently(text), readIndependently(injected.text)];
  // Where no other reader takes the case itself, ours stands alone.
  if (one === undefined) return undefined;
  return other !== undefined && jsonEqual(embeddedIn(one), embeddedIn(other))
    ? undefined
    : "it means something else to another reader";
}

/** What stands in the place for the case. */
function embeddedIn(value: Json): Json | undefined {
  const containers = member(member(value, "spec"), "containers");
  const inContainer = isJsonList(containers) ? member(containers[0], "embedded") : undefined;
  return inContainer ?? member(member(value, "spec"), "embedded") ?? member(value, "embedded");
}
