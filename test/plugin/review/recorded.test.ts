import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import { member } from "../../../engine/json.ts";
import type { Endpoint } from "../../../plugin/admission-record.ts";
import { judge, objectOf, patched, recorded, recordedNames } from "./courtroom.ts";

/** What becomes of each recorded review where the mode is mutate and every ServiceAccount has a role. */
const outcomes: { readonly [name: string]: { readonly [endpoint in Endpoint]: string } } = {
  "cronjob-create.validating": { mutate: "exempt", verify: "accepted" },
  "deployment-create.validating": { mutate: "exempt", verify: "accepted" },
  "pod-create-by-replicaset.mutating": { mutate: "mutated", verify: "denied" },
  "pod-create-dryrun.mutating": { mutate: "mutated", verify: "denied" },
  "pod-create.mutating": { mutate: "mutated", verify: "denied" },
  "pod-create.validating": { mutate: "mutated", verify: "denied" },
  "pod-ephemeralcontainers-update.validating": { mutate: "unchanged", verify: "warned" },
  "pod-update.validating": { mutate: "exempt", verify: "exempt" },
  "serviceaccount-create.validating": { mutate: "exempt", verify: "exempt" },
  "serviceaccount-delete.validating": { mutate: "exempt", verify: "exempt" },
};
const settings = { providers: { aws: {} }, admission: { mode: "mutate" } };

t.test("every recorded review has its expectation", (t) => {
  t.same(recordedNames, Object.keys(outcomes));
  t.end();
});

for (const [name, expected] of Object.entries(outcomes)) {
  t.test(`as an API server sent it: ${name}`, async (t) => {
    const review = recorded(name);
    const request = objectOf(review.request);
    for (const endpoint of ["mutate", "verify"] as const) {
      const { record, allowed, patch, asked } = await judge(endpoint, review, { settings });
      t.equal(record.outcome, expected[endpoint], endpoint);
      t.equal(allowed, record.outcome !== "denied");
      t.match(record, { endpoint, uid: request.uid, operation: request.operation, namespace: request.namespace });
      t.equal(record.dryRun, request.dryRun);
      for (const one of asked) t.equal(one.split("/")[0], request.namespace, "nothing else is asked for");
      if (record.outcome !== "mutated") continue;
      const complete = patched(objectOf(request.object), patch);
      const again = { ...review, request: { ...request, object: complete } };
      t.match(
        await judge("mutate", again, { settings }),
        { allowed: true, patch: [] },
        "a second call changes nothing",
      );
      t.match(await judge("verify", again, { settings }), { allowed: true, warnings: [] }, "and verify accepts it");
    }
  });
}

t.test("where the mode is enforce, mutate says nothing and verify what is missing", async (t) => {
  const review = recorded("pod-create-by-replicaset.mutating");
  const silent = await judge("mutate", review);
  t.same(silent.response, { uid: silent.record.uid, allowed: true });
  const { allowed, message } = await judge("verify", review);
  t.equal(allowed, false);
  t.match(message, /^Pod kcmt\/web-686c596cb9-\* \(of Deployment web\): its cloud identity is not/);
});

t.test("v1beta1 is answered in kind", async (t) => {
  const review: JsonObject = { ...recorded("pod-create.mutating"), apiVersion: "admission.k8s.io/v1beta1" };
  const { patch, record } = await judge("mutate", review, { settings });
  t.ok(patch.length > 0, "the courtroom has checked version and kind");
  t.equal(record.outcome, "mutated");
});

t.test("the newest ephemeral container comes first, and it alone is judged", async (t) => {
  const review = recorded("pod-ephemeralcontainers-update.validating");
  const request = objectOf(review.request);
  const whole = await judge(
    "mutate",
    { ...review, request: { ...request, operation: "CREATE", subResource: "" } },
    { settings },
  );
  const complete = (pod: JsonObject): JsonObject => patched(pod, whole.patch);
  const after = complete(objectOf(request.object));
  const before = complete(objectOf(request.oldObject));
  const update = { ...review, request: { ...request, object: after, oldObject: before } };
  const { patch, record } = await judge("mutate", update, { settings });
  t.equal(record.kind, "Pod/ephemeralcontainers");
  t.ok(patch.length > 0);
  for (const operation of patch) t.match(member(operation, "path"), /^\/spec\/ephemeralContainers\/0\//);
  t.match(objectOf(patched(after, patch).spec).ephemeralContainers, [{ env: Array }, { env: undefined }]);
});
