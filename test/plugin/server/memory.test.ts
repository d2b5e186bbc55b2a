import t, { type Test } from "tap";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { isJsonList, isJsonObject, member, parseJson } from "../../../engine/json.ts";
import type { Endpoint } from "../../../plugin/admission-record.ts";
import type { Looked } from "../../../plugin/cluster.ts";
import { admit, type AdmissionSetup } from "../../../plugin/review/admit.ts";
import { createMemory, type Memory } from "../../../plugin/server/memory.ts";
import { rulesOf } from "../../engine/document/rules-of.ts";

const time = { deadline: Number.POSITIVE_INFINITY, today: "2026-12-01" };
const roleOf = (name: string): JsonObject => ({
  annotations: { "eks.amazonaws.com/role-arn": `arn:aws:iam::111122223333:role/${name}` },
});
const found = (metadata: JsonObject): Looked => ({ kind: "found", source: "cache", metadata });

/** A setup whose every look-up is counted, and whose answers the test can change. */
class World {
  space: Looked | Promise<Looked> = found({ labels: { "podgraft.dev/mode": "mutate" } });
  account: Looked | Promise<Looked> = found(roleOf("orders"));
  evaluations = 0;
  readonly setup: AdmissionSetup;

  constructor(settings: JsonObject = { providers: { aws: {} } }) {
    const rules = rulesOf(settings);
    const module = {
      digest: rules.module.digest,
      evaluate: (...question: Parameters<typeof rules.module.evaluate>) => {
        this.evaluations += 1;
        return rules.module.evaluate(...question);
      },
    };
    const cluster = { namespace: () => this.space, serviceAccount: () => this.account };
    this.setup = { rules: { ...rules, module }, cluster, digests: { configuration: "c", module: "m" } };
  }
}

function review(
  uid: string,
  { metadata = {}, spec = {}, request = {} }: { [part: string]: JsonObject } = {},
): JsonObject {
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid,
      kind: { group: "", version: "v1", kind: "Pod" },
      resource: { group: "", version: "v1", resource: "pods" },
      namespace: "shop",
      operation: "CREATE",
      userInfo: { username: uid },
      object: {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { generateName: "orders-", ...metadata },
        spec: { serviceAccountName: "orders", containers: [{ name: "app", image: "app:1" }], ...spec },
      },
      ...request,
    },
  };
}

/** As an API server adds it. */
function withAccess(suffix: string): JsonObject {
  const name = `kube-api-access-${suffix}`;
  return {
    volumes: [{ name, projected: { sources: [] } }],
    containers: [{ name: "app", image: "app:1", volumeMounts: [{ name, mountPath: "/var/run/secrets/x" }] }],
  };
}

/** Judges, and holds the answer and its record against those of a server that remembers nothing. Gives 1 where the rules were asked, else 0. */
async function ask(t: Test, memory: Memory, world: World, body: Json, endpoint: Endpoint = "mutate"): Promise<number> {
  const before = world.evaluations;
  const { text, record } = await memory(endpoint, body, world.setup, time);
  // A Pod that is changed is evaluated twice.
  const evaluations = Math.min(1, world.evaluations - before);
  const expected = await admit(endpoint, body, world.setup, time);
  t.same(parseJson(text), expected.answer, "the answer is the one that there would be without a memory");
  t.same(record, expected.record, "and so is the record");
  return evaluations;
}

t.test("Pods that are alike are judged once", async (t) => {
  const world = new World();
  const memory = createMemory(true);
  t.equal(await ask(t, memory, world, review("1", { spec: withAccess("aaaaa") })), 1);
  const fields = { managedFields: [{ manager: "m", time: "2026-12-01T00:00:00Z" }] };
  t.equal(await ask(t, memory, world, review("2", { spec: withAccess("bbbbb"), metadata: fields })), 0);
  t.equal(
    await ask(t, memory, world, review('"quoted"', { spec: withAccess("ccccc") })),
    0,
    "the uid is a text like any other",
  );
});

const others: readonly [string, JsonObject, Endpoint][] = [
  ["another image", review("2", { spec: { containers: [{ name: "app", image: "app:2" }] } }), "mutate"],
  ["another account", review("2", { spec: { serviceAccountName: "other" } }), "mutate"],
  ["another label", review("2", { metadata: { labels: { a: "b" } } }), "mutate"],
  ["another namespace", review("2", { request: { namespace: "other" } }), "mutate"],
  ["a dry run", review("2", { request: { dryRun: true } }), "mutate"],
  ["another version of the review", { ...review("2"), apiVersion: "admission.k8s.io/v1beta1" }, "mutate"],
  ["the other webhook", review("2"), "verify"],
  [
    "two volumes where there was one",
    review("2", { spec: { volumes: [{ name: "kube-api-access-aaaaa" }, { name: "kube-api-access-bbbbb" }] } }),
    "mutate",
  ],
];
for (const [title, body, endpoint] of others) {
  t.test(`judged anew: ${title}`, async (t) => {
    const world = new World();
    const memory = createMemory(true);
    await ask(
      t,
      memory,
      world,
      review("1", {
        spec: title.startsWith("two")
          ? { volumes: [{ name: "kube-api-access-aaaaa" }, { name: "kube-api-access-aaaaa" }] }
          : {},
      }),
    );
    t.equal(await ask(t, memory, world, body, endpoint), 1);
  });
}

const changes: readonly [string, (world: World) => void][] = [
  ["the ServiceAccount has another role", (world) => (world.account = found(roleOf("other")))],
  ["the ServiceAccount was written again", (world) => (world.account = found(roleOf("orders")))],
  ["the ServiceAccount is gone", (world) => (world.account = { kind: "absent", source: "live" })],
  ["the cache no longer has the ServiceAccount", (world) => (world.account = Promise.resolve(found(roleOf("late"))))],
  ["the look-up fails", (world) => (world.account = { kind: "failed", failure: "stale", message: "too old" })],
  ["the Namespace has another mode", (world) => (world.space = found({ labels: { "podgraft.dev/mode": "off" } }))],
];
for (const [title, change] of changes) {
  t.test(`no answer outlives what it rests on: ${title}`, async (t) => {
    const world = new World();
    const memory = createMemory(true);
    await ask(t, memory, world, review("1"));
    const before = await memory("mutate", review("2"), world.setup, time);
    change(world);
    await ask(t, memory, world, review("3"));
    const after = await memory("mutate", review("2"), world.setup, time);
    if (!title.includes("again")) t.not(after.text, before.text);
  });
}

t.test("another setup, or another day, judges anew", async (t) => {
  const world = new World();
  const memory = createMemory(true);
  await ask(t, memory, world, review("1"));
  const next = new World();
  t.equal(await ask(t, memory, next, review("2")), 1);
  const before = next.evaluations;
  await memory("mutate", review("3"), next.setup, { ...time, today: "2026-12-02" });
  t.ok(next.evaluations > before);
});

t.test("what did not come from the cache is not remembered", async (t) => {
  const world = new World();
  const memory = createMemory(true);
  world.account = Promise.resolve({ kind: "found", source: "live", metadata: roleOf("orders") });
  await ask(t, memory, world, review("1"));
  world.account = found(roleOf("orders"));
  t.equal(await ask(t, memory, world, review("2")), 1);
});

t.test("an answer that says a name which is left out of the question is not remembered", async (t) => {
  const world = new World();
  const memory = createMemory(true);
  for (const mode of ["enforce", "mutate"]) {
    world.space = found({ labels: { "podgraft.dev/mode": mode } });
    for (const suffix of ["aaaaa", "bbbbb"]) {
      const [metadata, spec] = [{ name: `kube-api-access-${suffix}` }, withAccess(suffix)];
      await ask(t, memory, world, review(suffix, { metadata, spec }), "verify");
    }
  }
});

t.test(
  "only volumes and mounts go by other names: accounts and Namespaces that are called so are told apart",
  async (t) => {
    for (const part of ["namespace", "account", "image"]) {
      const world = new World();
      const memory = createMemory(true);
      for (const suffix of ["aaaaa", "bbbbb"]) {
        const name = `kube-api-access-${suffix}`;
        const request = part === "namespace" ? { namespace: name } : {};
        const account = part === "account" ? { serviceAccountName: name } : {};
        const image = part === "image" ? { initContainers: [{ name: "i", image: name }] } : {};
        const spec = { ...withAccess("ccccc"), ...account, ...image };
        t.equal(await ask(t, memory, world, review(suffix, { request, spec })), 1, part);
      }
    }
  },
);

t.test("nobody can take the place of another name", async (t) => {
  const world = new World();
  const memory = createMemory(true);
  const mounted = (mount: string): JsonObject => {
    const volumeMounts = [{ name: mount, mountPath: "/var/run/secrets/eks.amazonaws.com/serviceaccount" }];
    return {
      volumes: [{ name: "kube-api-access-aaaaa" }, { name: "\u00000" }],
      containers: [{ name: "app", image: "app:1", volumeMounts }],
    };
  };
  t.equal(await ask(t, memory, world, review("1", { spec: mounted("kube-api-access-aaaaa") })), 1);
  t.equal(await ask(t, memory, world, review("2", { spec: mounted("\u00000") })), 1);
});

t.test("a uid that stands elsewhere in the answer is not taken for the uid", async (t) => {
  const world = new World();
  const memory = createMemory(true);
  await ask(t, memory, world, review("JSONPatch"));
  await ask(t, memory, world, review("2"));
});

t.test("there is room for so much and no more", async (t) => {
  const world = new World();
  const memory = createMemory(true, 10_000);
  const named = (name: string): JsonObject => review(name, { metadata: { name } });
  for (let index = 0; index < 50; index += 1) t.equal(await ask(t, memory, world, named(`p${index}`)), 1);
  t.equal(await ask(t, memory, world, named("p49")), 0, "the latest is still known");
  t.equal(await ask(t, memory, world, named("p0")), 1, "the first is not");
});

t.test("a question that is asked again and again is not forgotten", async (t) => {
  const world = new World();
  const memory = createMemory(true, 10_000);
  await ask(t, memory, world, review("often"));
  for (let index = 0; index < 50; index += 1) {
    await ask(t, memory, world, review("1", { metadata: { name: `p${index}` } }));
    t.equal(await ask(t, memory, world, review("2")), 0);
  }
});

t.test("without a memory everything is judged", async (t) => {
  const world = new World();
  const memory = createMemory(false);
  await ask(t, memory, world, review("1"));
  t.equal(await ask(t, memory, world, review("2")), 1);
});

t.test("what is no new Pod is judged each time", async (t) => {
  const world = new World();
  const memory = createMemory(true);
  const object = member(member(review("1"), "request"), "object") ?? null;
  const update = review("1", {
    request: { operation: "UPDATE", object: isJsonObject(object) ? object : {}, oldObject: {} },
  });
  await ask(t, memory, world, update, "verify");
  await ask(t, memory, world, update, "verify");
  await t.rejects(async () => memory("mutate", {}, world.setup, time), { code: "input.invalid" });
});

t.test("an answer that says a cut part of a name which is left out is not remembered", async (t) => {
  // What excuses a finding takes room from its sentence, until the cut goes through the name of the volume.
  let cuts = 0;
  for (let length = 0; length < 60; length += 1) {
    const exceptions = [
      { match: { namespace: "shop" }, code: "mount.conflict", until: time.today, reason: "r".repeat(length + 1) },
    ];
    const world = new World({ providers: { aws: {} }, exceptions });
    const memory = createMemory(true);
    world.space = found({ labels: { "podgraft.dev/mode": "warn" } });
    for (const suffix of ["aaaaa", "bbbbb"]) {
      const name = `kube-api-access-${suffix}`;
      const spec = {
        volumes: [{ name, projected: { sources: [] } }],
        containers: [
          {
            name: "app",
            image: "app:1",
            volumeMounts: [{ name, mountPath: "/var/run/secrets/eks.amazonaws.com/serviceaccount" }],
          },
        ],
      };
      const body = review(suffix, { spec, metadata: { generateName: "n".repeat(100) } });
      await ask(t, memory, world, body, "verify");
      const { text } = await memory("verify", body, world.setup, time);
      if (/kube-api-access-[ab]{1,4}…/.test(text)) cuts += 1;
    }
  }
  t.ok(cuts > 0, "some cut goes through the name");
});

/** A Pod as a validating webhook gets it: with the name that the API server made, and what it notes of the making. */
function made(end: string, spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  const name = `orders-7c9f6bd5d8-${end}`;
  const noted = { uid: `0000-${end}`, creationTimestamp: "2026-12-01T00:00:00Z" };
  return review(end, {
    metadata: { generateName: "orders-7c9f6bd5d8-", name, ...noted, ...metadata },
    spec: { ...withAccess(end), ...spec },
    request: { name },
  });
}

t.test("made Pods that are alike are verified once, each under its own name", async (t) => {
  const world = new World();
  const memory = createMemory(true);
  world.space = found({ labels: { "podgraft.dev/mode": "enforce" } });
  world.account = found({});
  t.equal(await ask(t, memory, world, made("aaaaa"), "verify"), 1);
  t.equal(await ask(t, memory, world, made("bbbbb"), "verify"), 0);
  t.equal(await ask(t, memory, world, made("ccccc", {}, { uid: "1", creationTimestamp: null }), "verify"), 0);
  const named = review("4", { metadata: { generateName: "orders-7c9f6bd5d8-", name: "orders-7c9f6bd5d8-chosen" } });
  t.equal(await ask(t, memory, world, named, "verify"), 1, "a name that somebody chose is another question");
  t.equal(await ask(t, memory, world, made("ddddd", {}, { uid: 7 }), "verify"), 0, "what is no Pod asks no rules");
});

t.test("whatever is answered, a made Pod gets the answer that it alone would get", async (t) => {
  const azure = { azureTenantId: "7f3b2a10-2222-4333-8444-ddddeeeeffff" };
  const use = { labels: { "azure.workload.identity/use": "true" } };
  const container = { containerCredentials: { audience: "a", fullUri: "http://169.254.170.23/v1/credentials" } };
  const cases: readonly [string, JsonObject, JsonObject][] = [
    ["a role", { providers: { aws: {} } }, {}],
    ["a hashed volume name", { providers: { aws: {}, azure } }, use],
    ["a lifetime that is spread", { providers: { aws: container } }, {}],
    ["exceptions by name", { providers: { aws: {} }, exceptions: [exceptionFor({ name: "*-aaaaa" })] }, {}],
    ["exceptions by Namespace", { providers: { aws: {} }, exceptions: [exceptionFor({ namespace: "shop" })] }, {}],
  ];
  for (const [title, settings, metadata] of cases) {
    for (const mode of ["audit", "warn", "enforce", "mutate"]) {
      const world = new World(settings);
      const memory = createMemory(true);
      world.space = found({ labels: { "podgraft.dev/mode": mode } });
      for (const endpoint of ["mutate", "verify"] as const) {
        for (const end of ["aaaaa", "bbbbb", "ccccc"]) {
          t.comment(`${title}, ${mode}, ${endpoint}`);
          await ask(t, memory, world, made(end, {}, metadata), endpoint);
        }
      }
    }
  }
});

function exceptionFor(match: JsonObject): JsonObject {
  return { match, code: "verify.*", until: time.today, reason: "for now" };
}

t.test("managed fields that are none are not left out", async (t) => {
  const world = new World();
  const memory = createMemory(true);
  world.space = found({ labels: { "podgraft.dev/mode": "enforce" } });
  world.account = found({});
  await ask(t, memory, world, review("1", { metadata: { managedFields: [{ manager: "m" }] } }), "verify");
  for (const managedFields of ["x", 7, {}, [7], [{ time: 7 }], [{ time: "never" }], null, []] satisfies Json[]) {
    await ask(t, memory, world, review("2", { metadata: { managedFields } }), "verify");
  }
});

const verbs: readonly [string, JsonObject][] = [
  ["what is no CREATE", { operation: "UPDATE" }],
  ["what is deleted", { operation: "DELETE" }],
  ["another kind", { kind: { group: "apps", version: "v1", kind: "Deployment" } }],
];
for (const [title, request] of verbs) {
  t.test(`nothing of a new Pod's answer is used for ${title}`, async (t) => {
    const world = new World();
    const memory = createMemory(true);
    await ask(t, memory, world, review("1"), "verify");
    await ask(t, memory, world, review("2", { request }), "verify");
  });
}

t.test("every member of request and Pod belongs to the question", async (t) => {
  const world = new World();
  world.space = found({ labels: { "podgraft.dev/mode": "enforce" } });
  const memory = createMemory(true);
  const access = withAccess("aaaaa");
  const whole = review("1", { metadata: { name: "p", labels: { a: "1" } }, spec: access });
  await ask(t, memory, world, whole, "verify");
  const ignored = [/^\.request\.uid$/, /^\.request\.userInfo/];
  let tried = 0;
  for (const [path, body] of eachChanged(whole)) {
    if (ignored.some((one) => one.test(path)) || path === ".apiVersion" || path === ".kind") continue;
    tried += 1;
    // The answer is held against the one without a memory, and the rules are asked again wherever they are asked at all.
    const plain = new World();
    plain.space = world.space;
    const alone = await ask(t, createMemory(false), plain, body, "verify").catch(() => 0);
    t.equal(await ask(t, memory, world, body, "verify").catch(() => 0), alone, path);
  }
  t.ok(tried > 15, `${tried} members`);
});

/** The value with each text in it changed, one at a time, and its path. */
function* eachChanged(value: Json, path = ""): Generator<[string, Json]> {
  if (typeof value === "string") yield [path, `${value}x`];
  if (isJsonList(value)) {
    for (const [index, item] of value.entries()) {
      for (const [at, changed] of eachChanged(item, `${path}[${index}]`)) yield [at, value.with(index, changed)];
    }
  } else if (isJsonObject(value)) {
    for (const [key, item = null] of Object.entries(value)) {
      for (const [at, changed] of eachChanged(item, `${path}.${key}`)) yield [at, { ...value, [key]: changed }];
    }
  }
}

t.test("what the day before said is not kept for the day after", async (t) => {
  const world = new World();
  const memory = createMemory(true);
  const tomorrow = { ...time, today: "2026-12-02" };
  const late = memory("mutate", review("1"), world.setup, time);
  const early = memory("mutate", review("2", { metadata: { name: "other" } }), world.setup, tomorrow);
  await Promise.all([late, early]);
  const before = world.evaluations;
  await memory("mutate", review("3", { metadata: { name: "other" } }), world.setup, tomorrow);
  t.equal(world.evaluations - before, 0, "the answer of today is known");
  await memory("mutate", review("4"), world.setup, tomorrow);
  t.ok(world.evaluations > before, "the one of yesterday is not");
});

t.test("an exception that ends tonight excuses nothing tomorrow", async (t) => {
  const world = new World();
  const memory = createMemory(true);
  world.space = found({ labels: { "podgraft.dev/mode": "enforce" } });
  const exceptions = [{ match: { namespace: "shop" }, code: "verify.pod_incomplete", until: time.today, reason: "r" }];
  const setup = { ...world.setup, rules: rulesOf({ providers: { aws: {} }, exceptions }) };
  const denied = async (uid: string, today: string): Promise<boolean> => {
    const { record } = await memory("verify", review(uid), setup, { ...time, today });
    return !record.findings.includes("verify.pod_incomplete") || !record.allowed;
  };
  const others = await admit("verify", review("0"), setup, time);
  t.equal(await denied("1", time.today), !others.record.allowed);
  t.equal(await denied("2", time.today), !others.record.allowed);
  t.equal(await denied("3", "2026-12-02"), true);
});

t.test("reviews that are judged at a time do not mix: each has its own uid, name and Namespace", async (t) => {
  const world = new World();
  const memory = createMemory(true);
  world.space = found({ labels: { "podgraft.dev/mode": "enforce" } });
  const bodies = Array.from({ length: 200 }, (_, index) =>
    review(`uid-${index}`, {
      metadata: { generateName: `tenant-${index % 5}-` },
      request: { namespace: `space-${index % 3}` },
    }),
  );
  const answers = await Promise.all(bodies.map(async (body) => memory("verify", body, world.setup, time)));
  for (const [index, { text, record }] of answers.entries()) {
    t.equal(record.uid, `uid-${index}`);
    t.match(text, `"uid":"uid-${index}"`);
    t.equal(record.namespace, `space-${index % 3}`);
    t.match(text, `Pod space-${index % 3}/tenant-${index % 5}-*`);
  }
});
