import t from "tap";
import { refuseNullContainers, requireContainers } from "../../../engine/document/require-containers.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Json } from "../../../engine/json.ts";
import { locatePods } from "../../../engine/locate/locate-pods.ts";
import type { LocatedPod } from "../../../engine/locate/located-pod.ts";
import { addRows, builtInTable } from "../../../engine/locate/table.ts";

function podWith(spec: Json): LocatedPod {
  const [located] = locatePods({ kind: "Pod", apiVersion: "v1", metadata: { name: "p" }, spec }, builtInTable()).pods;
  if (located === undefined) throw new Error("no Pod");
  return located;
}

function refusal(check: (located: LocatedPod) => void, located: LocatedPod): string | undefined {
  try {
    check(located);
    return undefined;
  } catch (error) {
    if (!(error instanceof PodgraftError) || error.code !== "input.pod_invalid") throw error;
    return `${error.location.path ?? ""}|${error.message}`;
  }
}

const asked = "spec.containers|spec.containers: expected a list of at least one container, found";
const cases: readonly (readonly [spec: Json, absent: string | undefined, isNull: boolean])[] = [
  [{ containers: [{}] }, undefined, false],
  [{ containers: null }, `${asked} null (Pod p)`, true],
  [{ containers: [] }, `${asked} an empty list (Pod p)`, false],
  [{}, `${asked} none (Pod p)`, false],
  [null, `${asked} none (Pod p)`, false],
  [{ containers: {} }, undefined, false],
];

for (const [spec, absent, isNull] of cases) {
  t.test(JSON.stringify(spec), async (t) => {
    t.equal(refusal(requireContainers, podWith(spec)), absent);
    t.equal(refusal(refuseNullContainers, podWith(spec)), isNull ? absent : undefined);
  });
}

t.test("an owner without a place for containers is named by its template", async (t) => {
  const located = podWith({});
  t.match(
    refusal(requireContainers, { ...located, templatePath: ["spec", "template"], places: [] }),
    /^spec\.template\|/,
  );
  const apart = addRows(builtInTable(), [{ apiVersion: "a/v1", kind: "K", containers: "spec.boxes" }]);
  const [other] = locatePods({ kind: "K", apiVersion: "a/v1", spec: { boxes: [] } }, apart).pods;
  if (other === undefined) throw new Error("no Pod");
  t.match(
    refusal(requireContainers, other),
    /^spec\.boxes\|spec\.boxes: expected .*an empty list \(K without a name\)/,
  );
});
