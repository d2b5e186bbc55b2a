import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import type { AdmissionOutcome, Endpoint } from "../../../plugin/admission-record.ts";
import { rulesOf } from "../../engine/document/rules-of.ts";
import {
  completePod,
  deployment,
  found,
  judge,
  kindOf,
  podWith,
  reviewOf,
  templateOf,
  updateOf,
  withEphemeral,
  workloadWith,
  type Setting,
} from "./courtroom.ts";

/** One way for an object to be let through, or sent back, before or without all of the rules: what leads there, and what must not. */
type EarlyReturn = {
  readonly title: string;
  readonly endpoint: Endpoint;
  readonly review: JsonObject;
  readonly outcome: AdmissionOutcome;
  /** What the cluster is asked before it. */
  readonly asked: readonly string[];
  readonly setting?: Setting;
  /** A review that only looks like one of these, and is refused or mended all the same. */
  readonly but?: { readonly review: JsonObject; readonly outcome: AdmissionOutcome; readonly setting?: Setting };
};

const denied: EarlyReturn["but"] = { review: reviewOf(podWith()), outcome: "denied" };
const mutating: Setting = { labels: { "podgraft.dev/mode": "mutate" } };
const debug = { name: "debug", image: "d" };
const complete = await completePod();
const other = (changes: JsonObject): JsonObject => ({ ...complete, metadata: { name: "p", ...changes } });
const rollout = kindOf("example.com", "v1", "Fleet");
const fleet = { apiVersion: "example.com/v1", kind: "Fleet", template: "spec.template" };
const withFleets = rulesOf({ providers: { aws: {} }, admission: { mode: "enforce" }, workloads: [fleet] });

/** All of them, in the order of the code: docs/security.md and docs/decisions/0007-what-admission-judges.md refer to them. */
const earlyReturns: readonly EarlyReturn[] = [
  {
    title: "DELETE is let through, as nothing comes into being",
    endpoint: "verify",
    review: reviewOf(null, { operation: "DELETE", oldObject: podWith() }),
    outcome: "exempt",
    asked: [],
    ...{ but: denied },
  },
  {
    title: "CONNECT is let through, as nothing comes into being",
    endpoint: "verify",
    review: reviewOf({ kind: "PodExecOptions", command: ["sh"] }, { operation: "CONNECT", subResource: "exec" }),
    outcome: "exempt",
    asked: [],
  },
  {
    title: "subresources of Pods but ephemeralcontainers are let through",
    endpoint: "verify",
    review: updateOf(podWith(), podWith(), { subResource: "status" }),
    outcome: "exempt",
    asked: [],
    but: {
      review: updateOf(withEphemeral(complete, [debug]), complete, { subResource: "ephemeralcontainers" }),
      outcome: "warned",
    },
  },
  {
    title: "kinds that hold no Pods are let through",
    endpoint: "verify",
    review: reviewOf({ apiVersion: "v1", kind: "ConfigMap", data: { spec: "{}" } }, kindOf("", "v1", "ConfigMap")),
    outcome: "exempt",
    asked: [],
    but: { review: reviewOf({ ...podWith(), kind: "ConfigMap" }), outcome: "denied" },
  },
  {
    title: "a kind called Pod of another group is none",
    endpoint: "verify",
    review: reviewOf(podWith(), kindOf("example.com", "v1", "Pod")),
    outcome: "exempt",
    asked: [],
  },
  {
    title: "workloads are not mutated",
    endpoint: "mutate",
    review: reviewOf(workloadWith(templateOf()), deployment),
    outcome: "exempt",
    asked: [],
    but: { review: reviewOf(podWith()), outcome: "mutated", setting: mutating },
  },
  {
    title: "subresources of workloads are let through",
    endpoint: "verify",
    review: updateOf(workloadWith(templateOf()), workloadWith(null), { ...deployment, subResource: "status" }),
    outcome: "exempt",
    asked: [],
  },
  {
    title: "a workload of no Namespace is let through, as nobody knows where its Pods will be",
    endpoint: "verify",
    review: reviewOf(workloadWith(templateOf(), { apiVersion: "example.com/v1", kind: "Fleet" }), {
      ...rollout,
      namespace: "",
    }),
    setting: { rules: withFleets },
    outcome: "exempt",
    asked: [],
    but: {
      review: reviewOf(workloadWith(templateOf(), { apiVersion: "example.com/v1", kind: "Fleet" }), rollout),
      outcome: "warned",
      setting: { rules: withFleets },
    },
  },
  {
    title: "an update of a workload that leaves its template alone is let through",
    endpoint: "verify",
    review: updateOf(
      workloadWith(templateOf(), { spec: { replicas: 9, template: templateOf() }, status: {} }),
      workloadWith(templateOf()),
      deployment,
    ),
    outcome: "exempt",
    asked: [],
    but: {
      review: updateOf(
        workloadWith(templateOf()),
        workloadWith(templateOf(podWith({ spec: { hostNetwork: true } }))),
        deployment,
      ),
      outcome: "warned",
    },
  },
  {
    title: "an update of ephemeral containers that adds none is let through",
    endpoint: "verify",
    review: updateOf(withEphemeral(complete, [debug]), withEphemeral(complete, [debug]), {
      subResource: "ephemeralcontainers",
    }),
    outcome: "exempt",
    asked: [],
    but: {
      review: updateOf(withEphemeral(complete, [debug]), withEphemeral(complete, [{ ...debug, name: "old" }]), {
        subResource: "ephemeralcontainers",
      }),
      outcome: "warned",
    },
  },
  {
    title: "an update of a Pod is never mutated",
    endpoint: "mutate",
    review: updateOf(other({ labels: { a: "2" } }), other({ labels: { a: "1" } })),
    setting: mutating,
    outcome: "exempt",
    asked: [],
  },
  {
    title: "an update of a Pod that leaves alone the annotations which it reads is let through",
    endpoint: "verify",
    review: updateOf(podWith({ metadata: { labels: { a: "2" }, annotations: { a: "2" } } }), podWith()),
    outcome: "exempt",
    asked: [],
  },
  {
    title: "break-glass lets through before anything else is asked",
    endpoint: "verify",
    review: reviewOf(podWith()),
    setting: { labels: { "podgraft.dev/break-glass": "incident-42" } },
    outcome: "released",
    asked: ["shop"],
    but: {
      review: reviewOf(podWith({ metadata: { labels: { "podgraft.dev/break-glass": "mine" } } })),
      outcome: "denied",
    },
  },
  {
    title: "the mode off lets through before the ServiceAccount is asked for",
    endpoint: "verify",
    review: reviewOf(podWith()),
    setting: { labels: { "podgraft.dev/mode": "off" } },
    outcome: "exempt",
    asked: ["shop"],
    but: { review: reviewOf(podWith({ metadata: { labels: { "podgraft.dev/mode": "off" } } })), outcome: "denied" },
  },
  {
    title: "mutate leaves alone what no mode mutate is for",
    endpoint: "mutate",
    review: reviewOf(podWith()),
    setting: { labels: { "podgraft.dev/mode": "enforce" } },
    outcome: "unchanged",
    asked: ["shop"],
    but: { review: reviewOf(podWith()), outcome: "mutated", setting: mutating },
  },
  {
    title: "a Namespace that could not be looked up is refused",
    endpoint: "verify",
    review: reviewOf(complete),
    setting: { namespace: () => ({ kind: "failed", failure: "timeout", message: "late" }) },
    outcome: "failed",
    asked: ["shop"],
    but: { review: reviewOf(complete), outcome: "accepted" },
  },
  {
    title: "a ServiceAccount that could not be looked up is refused",
    endpoint: "verify",
    review: reviewOf(complete),
    setting: { serviceAccount: () => ({ kind: "failed", failure: "timeout", message: "late" }) },
    outcome: "failed",
    asked: ["shop", "shop/orders"],
    but: { review: reviewOf(complete), outcome: "accepted" },
  },
  {
    title: "a Pod that is no Pod is refused",
    endpoint: "verify",
    review: reviewOf(podWith({ spec: { containers: "none" } })),
    outcome: "failed",
    asked: ["shop", "shop/orders"],
  },
  {
    title: "a workload whose template is none is told, and never refused",
    endpoint: "verify",
    review: reviewOf(workloadWith("none"), deployment),
    outcome: "failed",
    asked: ["shop"],
  },
  {
    title: "a Pod whose ServiceAccount does not exist wants no identity of it",
    endpoint: "verify",
    review: reviewOf(podWith()),
    setting: { serviceAccount: () => ({ kind: "absent", source: "live" }) },
    outcome: "accepted",
    asked: ["shop", "shop/orders"],
    but: {
      review: reviewOf(podWith()),
      outcome: "denied",
      setting: { serviceAccount: () => found({ annotations: role() }) },
    },
  },
  {
    title: "kubectl debug on a Pod from before has nothing to be completed",
    endpoint: "verify",
    review: updateOf(withEphemeral(podWith(), [debug]), podWith(), { subResource: "ephemeralcontainers" }),
    outcome: "warned",
    asked: ["shop", "shop/orders"],
  },
];

function role(): JsonObject {
  return { "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/orders" };
}

const isAllowed: ReadonlySet<AdmissionOutcome> = new Set(["exempt", "released", "unchanged", "accepted", "warned"]);

for (const { title, endpoint, review, setting = {}, outcome, asked, but } of earlyReturns) {
  t.test(title, async (t) => {
    const judged = await judge(endpoint, review, setting);
    t.equal(judged.record.outcome, outcome);
    t.same(judged.asked, asked);
    t.same(judged.patch, []);
    if (isAllowed.has(outcome)) t.equal(judged.allowed, true);
    if (outcome === "exempt" || outcome === "unchanged")
      t.same(judged.response, { uid: judged.record.uid, allowed: true });
    if (outcome === "failed") t.equal(judged.allowed, title.includes("workload"));
    if (but === undefined) return;
    const looksLikeIt = await judge(endpoint, but.review, but.setting ?? {});
    t.equal(looksLikeIt.record.outcome, but.outcome, "what only looks like it is judged");
  });
}

/** Fields that whoever creates a Pod can write. */
const excuses: readonly [string, JsonObject, JsonObject][] = [
  ["deletionTimestamp", { deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 0 }, {}],
  ["finalizers", { finalizers: ["example.com/keep"] }, {}],
  ["labels of Namespaces", { labels: { "podgraft.dev/mode": "off", "podgraft.dev/break-glass": "mine" } }, {}],
  ["annotations of that name", { annotations: { "podgraft.dev/mode": "off", "podgraft.dev/break-glass": "mine" } }, {}],
  ["a mirror Pod's annotation", { annotations: { "kubernetes.io/config.mirror": "x" } }, {}],
  ["a static Pod's annotation", { annotations: { "kubernetes.io/config.source": "file" } }, {}],
  [
    "an owner of the system",
    { ownerReferences: [{ apiVersion: "v1", kind: "Node", name: "n", controller: true }] },
    {},
  ],
  ["another namespace", { namespace: "kube-system" }, {}],
  ["the server's own labels", { name: "podgraft", labels: { "app.kubernetes.io/name": "podgraft" } }, {}],
  ["a node", {}, { nodeName: "n" }],
  ["the host's network", {}, { hostNetwork: true, hostPID: true }],
  ["a class of the system", {}, { priorityClassName: "system-node-critical" }],
  ["a phase", {}, {}],
];

for (const [title, metadata, spec] of excuses) {
  t.test(`no Pod is exempt for ${title}`, async (t) => {
    const pod = { ...podWith({ metadata, spec }), status: { phase: "Succeeded" } };
    for (const changes of [
      {},
      { dryRun: true },
      { userInfo: { username: "system:node:n", groups: ["system:nodes"] } },
    ]) {
      t.match(await judge("verify", reviewOf(pod, changes)), { allowed: false, record: { outcome: "denied" } });
      const { record, asked } = await judge("mutate", reviewOf(pod, changes), mutating);
      t.equal(record.outcome, "mutated");
      t.same(asked, ["shop", "shop/orders"]);
    }
  });
}

t.test("whatever a Pod calls its ServiceAccount, only the request's own namespace is asked", async (t) => {
  const names = ["../kube-system/admin", "kube-system/admin", "orders?x=y", "*", "__proto__", "a".repeat(300)];
  for (const serviceAccountName of names) {
    const pod = podWith({ metadata: { namespace: "kube-system" }, spec: { serviceAccountName } });
    t.same((await judge("verify", reviewOf(pod))).asked, ["shop", `shop/${serviceAccountName}`]);
  }
  const alias = podWith({ spec: { serviceAccountName: "", serviceAccount: "orders" } });
  t.same((await judge("verify", reviewOf(alias))).asked, ["shop", "shop/orders"]);
  t.same((await judge("verify", reviewOf(podWith({ spec: { serviceAccountName: "" } })))).asked, [
    "shop",
    "shop/default",
  ]);
});
