import t from "tap";
import { isJsonList, member, type Json, type JsonObject } from "../../../engine/json.ts";
import { changedLiveAnnotations } from "../../../plugin/review/live-annotations.ts";
import {
  completePod,
  found,
  judge,
  objectOf,
  patched,
  podWith,
  reviewOf,
  updateOf,
  withEphemeral,
  type Setting,
} from "./courtroom.ts";

const sub = { subResource: "ephemeralcontainers" };
const strict: Setting = {
  settings: { providers: { aws: {} }, verify: { lateContainers: "deny" }, admission: { mode: "enforce" } },
};
const mutating: Setting = { settings: { providers: { aws: {} }, admission: { mode: "mutate" } } };
const debug = { name: "debug", image: "d" };
const old = { name: "old", image: "o" };

t.test("only ephemeral containers that are new by name are judged, wherever they stand", async (t) => {
  const complete = await completePod();
  const before = withEphemeral(complete, [old]);
  for (const [list, index] of [
    [[debug, old], 0],
    [[old, debug], 1],
  ] as const) {
    const after = withEphemeral(complete, list);
    const { allowed, message } = await judge("verify", updateOf(after, before, sub), strict);
    t.equal(allowed, false);
    t.match(message, `spec.ephemeralContainers[${index}]: The container "debug" has nothing`);
    t.notMatch(message, /"old"/);
    const { patch } = await judge("mutate", updateOf(after, before, sub), mutating);
    for (const operation of patch)
      t.match(member(operation, "path"), new RegExp(`^/spec/ephemeralContainers/${index}/(env|volumeMounts)$`));
    const completed = patched(after, patch);
    t.match(await judge("verify", updateOf(completed, before, sub), strict), { allowed: true, warnings: [] });
    t.match(await judge("mutate", updateOf(completed, before, sub), mutating), { allowed: true, patch: [] });
  }
});

t.test("an ephemeral container keeps its own variables and mounts", async (t) => {
  const complete = await completePod();
  const own = {
    ...debug,
    env: [{ name: "A", value: "1" }],
    volumeMounts: [{ name: "aws-iam-token", mountPath: "/elsewhere" }],
  };
  const after = withEphemeral(complete, [own]);
  const { patch } = await judge("mutate", updateOf(after, complete, sub), mutating);
  const [completed] = ephemeralOf(patched(after, patch));
  t.match(completed, { name: "debug", image: "d" });
  t.match(listOf(completed?.env)[0], { name: "A", value: "1" });
  t.ok(listOf(completed?.volumeMounts).some((mount) => member(mount, "mountPath") === "/elsewhere"));
  t.ok(listOf(completed?.volumeMounts).every((mount) => member(mount, "subPath") === undefined));
});

t.test("kubectl debug on a Pod that has no identity is never refused, and told", async (t) => {
  const before = podWith();
  for (const mode of ["audit", "warn", "enforce", "mutate"]) {
    for (const endpoint of ["mutate", "verify"] as const) {
      const settings = {
        providers: { aws: {} },
        verify: { lateContainers: "deny", conflicts: "deny" },
        admission: { mode },
      };
      const { allowed, patch, warnings, audit } = await judge(
        endpoint,
        updateOf(withEphemeral(before, [debug]), before, sub),
        { settings },
      );
      t.equal(allowed, true, `${mode}, ${endpoint}`);
      t.same(patch, []);
      if (endpoint === "mutate" || mode === "audit") t.same(warnings, []);
      else
        t.match(warnings, [
          /an added container goes without the identity, as the Pod has no volumes for it \(verify\.pod_incomplete\)$/,
        ]);
      if (endpoint === "verify") t.match(audit, { findings: /verify\.pod_incomplete/ });
    }
  }
});

t.test("an added container of a Pod whose others take no part in its identity is late like any other", async (t) => {
  const skipping = { metadata: { annotations: { "eks.amazonaws.com/skip-containers": "app" } } };
  const complete = await completePod(podWith(skipping));
  t.match(complete, { spec: { volumes: [{ name: "aws-iam-token" }] } });
  const review = updateOf(withEphemeral(complete, [debug]), complete, sub);
  const severities = { warn: "warned", deny: "denied", ignore: "accepted" };
  for (const [lateContainers, outcome] of Object.entries(severities)) {
    const settings = { providers: { aws: {} }, verify: { lateContainers }, admission: { mode: "enforce" } };
    const { record } = await judge("verify", review, { settings });
    t.match(record, { outcome, findings: outcome === "accepted" ? [] : ["verify.container_incomplete"] });
  }
  const { patch } = await judge("mutate", review, mutating);
  t.ok(patch.length > 0, "where the mode is mutate it is completed");
});

t.test("kubectl debug on a Pod that the rules would refuse today is not refused", async (t) => {
  const refusing: Setting = {
    settings: {
      providers: { azure: { azureTenantId: "7f3b2a10-2222-4333-8444-ddddeeeeffff" } },
      admission: { mode: "enforce" },
    },
    serviceAccount: () => ({ kind: "absent", source: "live" }),
  };
  const pod = podWith({ metadata: { labels: { "azure.workload.identity/use": "true" } } });
  t.match(await judge("verify", reviewOf(pod), refusing), {
    allowed: false,
    message: /serviceaccounts "orders" not found/,
  });
  const { allowed, warnings } = await judge("verify", updateOf(withEphemeral(pod, [debug]), pod, sub), refusing);
  t.equal(allowed, true);
  t.match(warnings, [/The Pod is refused: .*not found/]);
});

t.test("kubectl debug on a Pod that wants no identity", async (t) => {
  const plain = { ...strict, serviceAccount: () => found({}) };
  for (const endpoint of ["mutate", "verify"] as const) {
    const { allowed, warnings, patch } = await judge(
      endpoint,
      updateOf(withEphemeral(podWith(), [debug]), podWith(), sub),
      plain,
    );
    t.match({ allowed, warnings, patch }, { allowed: true, warnings: [], patch: [] });
  }
});

t.test("lists of ephemeral containers that are none", async (t) => {
  for (const list of [null, "x", {}, [null], [{ image: "d" }], [{ name: 1 }]] as readonly Json[]) {
    const after = { ...podWith(), spec: { ...objectOf(podWith().spec), ephemeralContainers: list } };
    t.match(await judge("verify", updateOf(after, podWith(), sub), strict), { record: { outcome: "exempt" } });
  }
  const without = { ...updateOf(withEphemeral(podWith(), [debug]), podWith(), { ...sub, oldObject: null }) };
  t.match(
    await judge("verify", without, strict),
    { record: { outcome: "warned" } },
    "without an old object all are new",
  );
});

const provider = "projects/123456789012/locations/global/workloadIdentityPools/shop/providers/cluster";
const google: Setting = {
  settings: { providers: { gcp: {} }, admission: { mode: "mutate" } },
  serviceAccount: () =>
    found({
      annotations: {
        "cloud.google.com/workload-identity-provider": provider,
        "cloud.google.com/service-account-email": "orders@shop.iam.gserviceaccount.com",
        "cloud.google.com/injection-mode": "direct",
      },
    }),
};

t.test(
  "Google's direct mode: the annotation that a running Pod reads cannot be spoilt, anything else can be changed",
  async (t) => {
    const complete = await completePod(podWith(), google);
    const annotations = objectOf(objectOf(complete.metadata).annotations);
    const keys = Object.keys(annotations);
    t.ok(keys.length > 0, "direct mode keeps the configuration in an annotation");
    const [read = ""] = [...changedLiveAnnotations(complete, podWith())];
    t.ok(keys.includes(read), "and the Pod reads it");
    const withAnnotations = (changed: JsonObject): JsonObject => ({
      ...complete,
      metadata: { ...objectOf(complete.metadata), annotations: { ...annotations, ...changed } },
    });
    const spoilt = withAnnotations({ [read]: "{}" });
    const { allowed, message } = await judge("verify", updateOf(spoilt, complete), google);
    t.equal(allowed, false);
    t.match(message, /annotation/);
    const { [read]: _, ...fewer } = annotations;
    const removed = { ...complete, metadata: { ...objectOf(complete.metadata), annotations: fewer } };
    t.match(await judge("verify", updateOf(removed, complete), google), { allowed: false });
    t.match(
      await judge("verify", updateOf(complete, spoilt), google),
      { allowed: true, record: { outcome: "accepted" } },
      "it can be put right",
    );

    const harmless: readonly JsonObject[] = [
      withAnnotations({ "example.com/note": "1" }),
      { ...complete, metadata: { ...objectOf(complete.metadata), labels: { a: "1" } } },
      { ...complete, status: { phase: "Running" } },
    ];
    for (const changed of harmless) {
      for (const endpoint of ["mutate", "verify"] as const) {
        const { record, response } = await judge(endpoint, updateOf(changed, complete), google);
        t.equal(record.outcome, "exempt");
        t.same(response, { uid: record.uid, allowed: true });
      }
    }
    const soft = { ...google, settings: { providers: { gcp: {} }, admission: { mode: "warn" } } };
    t.match(await judge("verify", updateOf(spoilt, complete), soft), { allowed: true, warnings: [/annotation/] });
  },
);

t.test("an update is never answered with a patch", async (t) => {
  const complete = await completePod(podWith(), google);
  const spoilt = { ...complete, metadata: { ...objectOf(complete.metadata), annotations: {} } };
  t.match(await judge("mutate", updateOf(spoilt, complete), google), { patch: [], record: { outcome: "exempt" } });
  t.match(await judge("mutate", updateOf(podWith({ spec: { hostNetwork: true } }), podWith()), mutating), {
    patch: [],
    allowed: true,
  });
});

t.test("annotations that a Pod reads: through downward volumes, projected ones, and by no other path", (t) => {
  const item = (fieldPath: Json): JsonObject => ({ path: "p", fieldRef: { fieldPath } });
  const reading = (volumes: Json): JsonObject =>
    podWith({ metadata: { annotations: { a: "1", "b/c": "1" } }, spec: { volumes } });
  const cases: readonly [Json, readonly string[]][] = [
    [[{ name: "v", downwardAPI: { items: [item("metadata.annotations['a']")] } }], ["a"]],
    [
      [{ name: "v", projected: { sources: [{ downwardAPI: { items: [item("metadata.annotations['b/c']")] } }] } }],
      ["b/c"],
    ],
    [[{ name: "v", downwardAPI: { items: [item("metadata.annotations")] } }], []],
    [[{ name: "v", downwardAPI: { items: [item("metadata.labels['a']")] } }], []],
    [[{ name: "v", downwardAPI: { items: [item(null), null, { resourceFieldRef: {} }] } }], []],
    [[null, "v", { name: "v", projected: { sources: null } }], []],
    [null, []],
  ];
  for (const [volumes, keys] of cases) t.same([...changedLiveAnnotations(reading(volumes), podWith())], keys);
  t.same([...changedLiveAnnotations(reading(cases[0]?.[0] ?? null), reading(null))], [], "nothing changed");
  t.same(
    [...changedLiveAnnotations(reading(cases[0]?.[0] ?? null), null)],
    ["a"],
    "without an old object everything did",
  );
  t.end();
});

function ephemeralOf(pod: JsonObject): JsonObject[] {
  return listOf(objectOf(pod.spec).ephemeralContainers).map(objectOf);
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : [];
}
