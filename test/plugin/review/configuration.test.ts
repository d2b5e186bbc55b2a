import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import {
  deployment,
  found,
  judge,
  podWith,
  reviewOf,
  role,
  templateOf,
  workloadWith,
  type Setting,
} from "./courtroom.ts";

const plain = (): ReturnType<typeof found> => found({});
const mapped = (match: JsonObject, more: JsonObject = {}): JsonObject => ({
  providers: { aws: {} },
  identities: [{ match, annotations: { "eks.amazonaws.com/role-arn": role }, ...more }],
  admission: { mode: "enforce" },
});

t.test("the identity map counts at admission as it does at render", async (t) => {
  const here = { settings: mapped({ namespace: "sh*", serviceAccount: "orders" }) };
  t.match(await judge("verify", reviewOf(podWith()), { ...here, serviceAccount: plain }), {
    allowed: false,
    message: /AWS_ROLE_ARN/,
  });
  const elsewhere = { settings: mapped({ namespace: "other", serviceAccount: "*" }), serviceAccount: plain };
  t.match(await judge("verify", reviewOf(podWith()), elsewhere), { allowed: true, warnings: [] });
  const absent = { ...here, serviceAccount: (): ReturnType<typeof found> => ({ kind: "absent", source: "live" }) };
  t.match(await judge("verify", reviewOf(podWith()), absent), { allowed: false }, "it makes a missing account found");
  t.match(await judge("verify", reviewOf(workloadWith(templateOf()), deployment), absent), {
    warnings: [/./, /./],
    allowed: true,
  });
});

t.test("a look-up that fails is a failure, whatever the identity map would give", async (t) => {
  const lost: Setting = {
    settings: mapped({ namespace: "*", serviceAccount: "*" }, { override: true }),
    serviceAccount: () => ({ kind: "failed", failure: "stale", message: "too old" }),
  };
  t.match(await judge("verify", reviewOf(podWith()), lost), { allowed: false, record: { failure: "lookup.stale" } });
});

t.test("labels of a Namespace that the map gives count for the rules, and never for the mode", async (t) => {
  const namespaceLabels = { "pod-identity.alibabacloud.com/injection": "on", "podgraft.dev/mode": "off" };
  const settings = {
    providers: { alibaba: { accountUid: "1234567890123456", clusterId: "c0123456789abcdef", region: "cn-shanghai" } },
    identities: [{ match: { namespace: "*", serviceAccount: "*" }, namespaceLabels }],
    admission: { mode: "enforce" },
  };
  const serviceAccount = (): ReturnType<typeof found> =>
    found({ annotations: { "pod-identity.alibabacloud.com/role-name": "orders" } });
  const { record } = await judge("verify", reviewOf(podWith()), { settings, serviceAccount });
  t.match(record, { mode: "enforce", outcome: "denied", decisions: [{ provider: "alibaba", outcome: "inject" }] });
  const { identities: _, ...without } = settings;
  t.match(await judge("verify", reviewOf(podWith()), { settings: without, serviceAccount }), { allowed: true });
});

const exception = (match: JsonObject, more: JsonObject = {}): JsonObject => ({
  providers: { aws: {} },
  exceptions: [{ match, code: "verify.*", reason: "moving house", until: "2027-01-31", ...more }],
  admission: { mode: "enforce" },
});

t.test("an exception in force releases from a refusal, with a warning and an annotation", async (t) => {
  for (const match of [{ namespace: "shop" }, { serviceAccount: "orders" }, { kind: "Pod", name: "p*" }]) {
    const { allowed, warnings, audit, record } = await judge("verify", reviewOf(podWith()), {
      settings: exception(match),
    });
    t.equal(allowed, true);
    t.match(warnings, [/verify\..*– excepted until 2027-01-31 by exceptions\[0\]: moving house/]);
    t.match(audit, { excepted: /verify\.pod_incomplete@/, findings: undefined });
    t.match(record, { outcome: "warned", findings: ["verify.pod_incomplete", "verify.container_incomplete"] });
  }
});

t.test("an exception for something else, or that has run out, releases from nothing", async (t) => {
  for (const match of [{ namespace: "other" }, { serviceAccount: "default" }, { kind: "Deployment" }]) {
    t.match(await judge("verify", reviewOf(podWith()), { settings: exception(match) }), { allowed: false });
  }
  const half = exception({ namespace: "shop" }, { code: "verify.pod_incomplete" });
  t.match(await judge("verify", reviewOf(podWith()), { settings: half }), {
    allowed: false,
    message: /container_incomplete/,
  });
  const settings = exception({ namespace: "shop" });
  t.match(await judge("verify", reviewOf(podWith()), { settings, today: "2027-01-31" }), { allowed: true });
  t.match(await judge("verify", reviewOf(podWith()), { settings, today: "2027-02-01" }), { allowed: false });
});

t.test(
  "who made a Pod is written by whoever makes it, so no exception for a Deployment covers Pods that name it",
  async (t) => {
    const ownerReferences = [{ apiVersion: "apps/v1", kind: "Deployment", name: "orders", uid: "u", controller: true }];
    const settings = exception({ kind: "Deployment", name: "orders" });
    t.match(await judge("verify", reviewOf(podWith({ metadata: { ownerReferences } })), { settings }), {
      allowed: false,
    });
    const told = await judge("verify", reviewOf(workloadWith(templateOf()), deployment), { settings });
    t.match(told, { allowed: true, warnings: [/excepted/, /excepted/] });
  },
);

t.test("an exception for a refusal of the rules: mutate lets the Pod through as it is", async (t) => {
  const settings = {
    providers: { azure: { azureTenantId: "7f3b2a10-2222-4333-8444-ddddeeeeffff" } },
    admission: { mode: "mutate" },
  };
  const setting = { settings, serviceAccount: (): ReturnType<typeof found> => ({ kind: "absent", source: "live" }) };
  const pod = reviewOf(podWith({ metadata: { labels: { "azure.workload.identity/use": "true" } } }));
  const refused = await judge("mutate", pod, setting);
  t.match(refused, {
    allowed: false,
    record: { outcome: "denied" },
    response: { status: { code: 403, reason: "Forbidden" } },
  });
  const [code = ""] = refused.record.findings;
  const exceptions = [{ match: { namespace: "shop" }, code, reason: "moving house" }];
  for (const endpoint of ["mutate", "verify"] as const) {
    const { allowed, patch, record } = await judge(endpoint, pod, {
      ...setting,
      settings: { ...settings, exceptions },
    });
    t.match({ allowed, patch }, { allowed: true, patch: [] });
    t.match(record.decisions, [{ provider: "azure", outcome: "deny" }]);
  }
});

t.test("severities of the configuration: conflicts and late containers", async (t) => {
  const containers = [{ name: "app", image: "a", env: [{ name: "AWS_ROLE_ARN", value: `${role}-of-others` }] }];
  const volumes = [{ name: "aws-iam-token", configMap: { name: "mine" } }];
  const review = reviewOf(podWith({ spec: { containers, volumes } }));
  const outcomes: { readonly [severity: string]: boolean } = { deny: false, warn: true, ignore: true };
  for (const [conflicts, allowed] of Object.entries(outcomes)) {
    const settings = { providers: { aws: {} }, verify: { conflicts }, admission: { mode: "mutate" } };
    const exceptions = [{ match: { namespace: "*" }, code: "verify.*", reason: "only conflicts matter here" }];
    const { allowed: isAllowed, record } = await judge("verify", review, { settings: { ...settings, exceptions } });
    t.equal(isAllowed, allowed, conflicts);
    const others = record.findings.filter((code) => !code.startsWith("verify."));
    t.equal(others.length > 0, conflicts !== "ignore");
  }
});
