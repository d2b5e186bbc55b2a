import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import { deployment, judge, reviewOf, templateOf, updateOf, workloadWith } from "./courtroom.ts";

const claims: readonly [string, JsonObject][] = [
  ["another kind", { kind: "ConfigMap" }],
  ["another version", { apiVersion: "apps/v0" }],
  ["a kind that is none", { kind: {}, apiVersion: 7 }],
  ["another namespace", { metadata: { name: "orders", namespace: "kube-system" } }],
  ["metadata that is none", { metadata: "orders" }],
];

for (const [title, changes] of claims) {
  t.test(`a workload's kind and namespace are the request's, whatever it says: ${title}`, async (t) => {
    const object = workloadWith(templateOf(), changes);
    const empty = workloadWith({ spec: { containers: [] } }, changes);
    for (const review of [reviewOf(object, deployment), updateOf(object, empty, deployment)]) {
      const { allowed, warnings, record, asked } = await judge("verify", review);
      t.equal(allowed, true, "a workload is never refused");
      t.match({ outcome: record.outcome, kind: record.kind }, { outcome: "warned", kind: "Deployment" });
      t.match(warnings.join("\n"), /verify\.container_incomplete/);
      t.same(asked, ["shop", "shop/orders"]);
    }
  });
}
