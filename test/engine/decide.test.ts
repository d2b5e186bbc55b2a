import t from "tap";
import { createChain, decide, decideChecked, type Subject } from "../../engine/decide.ts";
import { moduleThatAnswers, rulesOf } from "./document/rules-of.ts";

const subject: Subject = {
  pod: { apiVersion: "v1", kind: "Pod", spec: { serviceAccountName: "orders", containers: [{ name: "app" }] } },
  namespace: { name: "shop", labels: {} },
  serviceAccount: {
    name: "orders",
    found: true,
    metadata: { annotations: { "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/orders" } },
  },
  owner: { apiVersion: "v1", kind: "Pod", name: "p", path: [], nameIsFinal: true },
};

t.test("a Pod is checked before the rules are asked", async (t) => {
  const asked = { ...moduleThatAnswers({}), evaluate: () => t.fail("the rules were asked") as never };
  const bad = { ...subject, pod: { spec: { containers: [null] } } };
  t.throws(() => decide(bad, asked, createChain(["aws"], { aws: {} })), {
    code: "input.pod_invalid",
    message: "spec.containers[0]: expected an object, found null; remove the empty list item",
    location: { path: "spec.containers[0]" },
  });
});

t.test("a good Pod goes through the chain", async (t) => {
  const { module, chain } = rulesOf({ providers: { aws: {} } });
  const result = decide(subject, module, chain);
  t.match(result, {
    outcome: "changed",
    patch: [{ path: "/spec/containers/0/env" }, { path: "/spec/containers/0/volumeMounts" }, { path: "/spec/volumes" }],
  });
  t.strictSame(decideChecked(subject, module, chain), result);
  t.strictSame(decide({ ...subject, pod: result.pod }, module, chain).patch, [], "a second run changes nothing");
});
