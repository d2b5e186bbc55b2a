import t from "tap";
import { collectKnownObjects } from "../../../engine/context/known-objects.ts";
import { PodgraftError, type ErrorCode } from "../../../engine/errors.ts";
import { podKinds } from "../../../engine/locate/table.ts";
import { attempt, rethrow } from "../../../renderer/inject/faults.ts";
import { injectSource } from "../../../renderer/inject/inject.ts";
import { objectsIn, splitSource, type SplitSource } from "../../../renderer/inject/sources.ts";
import { stripSource } from "../../../renderer/inject/strip.ts";
import { accountYaml, injectedYaml, podYaml, stream } from "../../cli/inject/manifests.ts";
import { rulesOf } from "../../engine/document/rules-of.ts";

const rules = rulesOf({ providers: { aws: {} } });
const broken = "kind: Pod\nspec: [\n";
const brokenAccount = "kind: ServiceAccount\nmetadata: {{ x }}\n";

function split(text: string): SplitSource {
  return splitSource({ name: "f.yaml", text }, podKinds(rules.table));
}

t.test("faults of a document are taken, all others are thrown", async (t) => {
  const codes: readonly (readonly [code: ErrorCode, taken: boolean])[] = [
    ["input.not_yaml", true],
    ["input.pod_invalid", true],
    ["internal.splice", true],
    ["internal.patch", true],
    ["internal.module", false],
    ["internal.evaluation", false],
    ["usage.invalid", false],
  ];
  for (const [code, taken] of codes) {
    const faults: PodgraftError[] = [];
    const run = (): undefined => {
      attempt(
        () => {
          throw new PodgraftError(code, "x");
        },
        (fault) => void faults.push(fault),
      );
    };
    if (taken) run();
    else t.throws(run, { code });
    t.equal(faults.length, taken ? 1 : 0, code);
  }
  const other = (): never => {
    throw new TypeError("x");
  };
  t.throws(() => attempt(other, () => t.fail("taken")), TypeError);
  t.equal(
    attempt(() => 5, rethrow),
    5,
  );
});

t.test("behind a broken document the others are worked on", async (t) => {
  const source = split(stream(broken, accountYaml(), brokenAccount, podYaml()));
  const faults: PodgraftError[] = [];
  const take = (fault: PodgraftError): void => void faults.push(fault);
  const known = collectKnownObjects(objectsIn([source], rules.table, take), null);
  t.match(faults, [{ code: "input.not_yaml", location: { document: 3 } }]);
  const injected = injectSource(source, rules, known, ({ read }) => read.document.number, take);
  t.match(faults, [{}, { location: { document: 1 } }, { location: { document: 3 } }]);
  t.strictSame([injected.kept, injected.changed], [[2, 4], true]);

  const earlier = split(stream(broken, injectedYaml()));
  const stripped = stripSource(earlier, rules, known, ({ patch }) => patch.length, take);
  t.strictSame(stripped, { name: "f.yaml", text: stream(broken, podYaml()), pods: 1, kept: [3] });
  t.equal(faults.length, 4);
});

t.test("without somebody to take it the first fault is thrown", async (t) => {
  const source = split(stream(brokenAccount, broken));
  const known = collectKnownObjects([], null);
  t.throws(() => objectsIn([source], rules.table), {
    code: "input.not_yaml",
    location: { file: "f.yaml", document: 1, line: 2 },
  });
  t.throws(() => injectSource(source, rules, known, () => null), { code: "input.not_yaml", location: { document: 1 } });
  t.throws(() => stripSource(source, rules, known, () => null), { code: "input.not_yaml", location: { document: 1 } });
});

t.test("what has no injection keeps its text, and nothing of it is kept", async (t) => {
  const text = stream(podYaml(), "kind: ConfigMap\n\tx: {{\n");
  const stripped = stripSource(split(text), rules, collectKnownObjects([], null), () => t.fail("kept"));
  t.strictSame(stripped, { name: "f.yaml", text, pods: 0, kept: [] });
});
