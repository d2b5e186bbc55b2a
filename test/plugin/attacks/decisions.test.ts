import fastJsonPatch from "fast-json-patch";
import { applyPatch } from "rfc6902";
import t, { type Test } from "tap";
import type { Json, JsonObject } from "../../../engine/json.ts";
import type { Looked, LookupFailure } from "../../../plugin/cluster.ts";
import { found, pod, responseOf, reviewOf, role, serve, type Response, type Serving, type Setting } from "./serving.ts";

/** The review of an object, judged. */
async function judged({ ask }: Serving, path: string, object: Json, changes: JsonObject = {}): Promise<Response> {
  return responseOf(await ask(path, JSON.stringify(reviewOf(object, changes))));
}

async function verdict(t: Test, setting: Setting, path: string, object: Json, changes?: JsonObject): Promise<Response> {
  return judged(await serve(t, setting), path, object, changes);
}

/** The Pod as it is after a patch, by two implementations that are not ours. */
function patched(t: Test, object: JsonObject, { patch }: Response): JsonObject {
  const operations = JSON.parse(Buffer.from(patch ?? "", "base64").toString("utf8")) as Parameters<
    typeof applyPatch
  >[1];
  const one = structuredClone(object);
  t.same(
    applyPatch(one, operations).filter((fault) => fault !== null),
    [],
    "every operation applies",
  );
  const other = fastJsonPatch.applyPatch(structuredClone(object), operations, true).newDocument;
  t.same(one, other, "for everybody in the same way");
  return one;
}

const failures: readonly LookupFailure[] = ["timeout", "forbidden", "unreachable", "stale", "invalid"];
const mutating = { "podgraft.dev/mode": "mutate" };
const lenient = { providers: { aws: {} }, admission: { lookupFailure: "allow" } };

/** Ways of a look-up to fail, for the name of a ServiceAccount or a Namespace. */
function failing(name: string): Looked | Promise<Looked> | undefined {
  if (name === "breaks") return Promise.reject(new Error("broken"));
  const [failure, late] = name.split("-");
  const known = failures.find((each) => each === failure);
  if (known === undefined) return undefined;
  const failed: Looked = { kind: "failed", failure: known, message: "because" };
  return late === "late" ? Promise.resolve(failed) : failed;
}

const names = ["breaks", ...failures, ...failures.map((failure) => `${failure}-late`)];

t.test("a look-up that fails never lets a Pod through in silence", async (t) => {
  const cluster: Setting = {
    account: (_, name) => failing(name) ?? found({}),
    space: (name) => failing(name) ?? found({ labels: mutating }),
  };
  const strict = await serve(t, cluster);
  const lax = await serve(t, { ...cluster, settings: lenient });
  for (const name of names) {
    for (const path of ["/verify", "/mutate"]) {
      for (const [namespace, serviceAccountName] of [
        ["shop", name],
        [name, "orders"],
      ]) {
        const object = pod({ spec: { serviceAccountName } });
        const place = `${path} ${namespace}/${serviceAccountName}`;
        t.match(await judged(strict, path, object, { namespace }), { allowed: false, status: { code: 503 } }, place);
        const { allowed, warnings, patch } = await judged(lax, path, object, { namespace });
        t.match(
          { allowed, warnings },
          { allowed: true, warnings: [/could not be looked up/] },
          `${place}: allowed, and said`,
        );
        t.equal(patch, undefined);
      }
    }
  }
});

t.test("that there is no ServiceAccount is an answer, and no failure", async (t) => {
  const response = await verdict(t, { account: () => ({ kind: "absent", source: "live" }) }, "/verify", pod());
  t.match(response, { allowed: true });
});

const excuses: readonly [string, JsonObject, JsonObject][] = [
  ["deletionTimestamp", { deletionTimestamp: "2026-01-01T00:00:00Z" }, {}],
  [
    "labels that are for Namespaces",
    { labels: { "podgraft.dev/mode": "off", "podgraft.dev/break-glass": "mine" } },
    {},
  ],
  ["annotations that are for Namespaces", { annotations: { "podgraft.dev/mode": "off" } }, {}],
  ["a mirror Pod's annotation", { annotations: { "kubernetes.io/config.mirror": "x" } }, {}],
  [
    "owners of the system",
    { ownerReferences: [{ apiVersion: "v1", kind: "Node", name: "n", uid: "u", controller: true }] },
    {},
  ],
  ["a namespace of its own", { namespace: "kube-system" }, {}],
  ["a name of the server's", { name: "podgraft", labels: { "app.kubernetes.io/name": "podgraft" } }, {}],
  ["a node", {}, { nodeName: "n" }],
  ["the host's network", {}, { hostNetwork: true }],
];

t.test("no field of a Pod exempts it", async (t) => {
  const serving = await serve(t);
  for (const [title, metadata, spec] of excuses) {
    t.match(await judged(serving, "/verify", pod({ metadata, spec })), { allowed: false }, title);
  }
});

t.test("only the request's own namespace is asked for, whatever the Pod says", async (t) => {
  const serving = await serve(t);
  for (const serviceAccountName of ["orders", "../kube-system/admin", "kube-system/admin", "orders?x=y", "*"]) {
    const metadata = { namespace: "kube-system" };
    await judged(serving, "/verify", pod({ metadata, spec: { serviceAccountName } }));
    t.same(serving.taken(), ["shop", `shop/${serviceAccountName}`]);
  }
});

t.test("modes come from the Namespace alone", async (t) => {
  const labels = { "podgraft.dev/mode": "enforce" };
  t.match(await verdict(t, { labels }, "/verify", pod()), { allowed: false });
  t.match(await verdict(t, { labels: { "podgraft.dev/mode": "warn" } }, "/verify", pod()), {
    allowed: true,
    warnings: [/./, /./],
  });
});

const shapes: readonly [string, JsonObject][] = [
  ["nothing but a container", pod()],
  ["generateName and no labels", pod({ metadata: { name: "", generateName: "p-" } })],
  ["empty lists", pod({ spec: { volumes: [], containers: [{ name: "app", image: "a", env: [], volumeMounts: [] }] } })],
  ["fields that nobody knows", pod({ metadata: { "a/b": 1 }, spec: { "~x": { y: [1, null] } } })],
  [
    "init containers and a sidecar",
    pod({
      spec: {
        initContainers: [
          { name: "i", image: "i" },
          { name: "s", image: "s", restartPolicy: "Always" },
        ],
      },
    }),
  ],
  [
    "keys of JavaScript",
    JSON.parse(
      '{"apiVersion":"v1","kind":"Pod","metadata":{"labels":{"__proto__":"x","constructor":"y"},"annotations":{"__proto__":"z"}},"spec":{"serviceAccountName":"orders","containers":[{"name":"app","image":"a"}]}}',
    ) as JsonObject,
  ],
];

t.test("patches apply, satisfy verify, and come once", async (t) => {
  const serving = await serve(t, { labels: mutating });
  for (const [title, object] of shapes) {
    t.comment(title);
    const response = await judged(serving, "/mutate", object);
    t.equal(response.allowed, true);
    const complete = patched(t, object, response);
    t.match(await judged(serving, "/verify", complete), { allowed: true, warnings: undefined });
    t.equal((await judged(serving, "/mutate", complete)).patch, undefined, "a second run changes nothing");
    t.equal(Object.hasOwn(Object.prototype, "x"), false);
  }
});

t.test("a container that another webhook adds later is completed, and the others stay", async (t) => {
  const serving = await serve(t, { labels: mutating });
  const complete = patched(t, pod(), await judged(serving, "/mutate", pod()));
  const spec = complete["spec"] as { readonly containers: readonly JsonObject[] } & JsonObject;
  const meshed = { ...complete, spec: { ...spec, containers: [{ name: "mesh", image: "m" }, ...spec.containers] } };
  const again = patched(t, meshed, await judged(serving, "/mutate", meshed));
  t.match(await judged(serving, "/verify", again), { allowed: true, warnings: undefined });
  t.same((again["spec"] as typeof spec).containers[1], spec.containers[0]);
});

t.test("a dry run gets the same answer", async (t) => {
  const serving = await serve(t, { labels: mutating });
  for (const path of ["/verify", "/mutate"]) {
    t.same(await judged(serving, path, pod(), { dryRun: true }), await judged(serving, path, pod()), path);
  }
});

t.test("an ephemeral container of a Pod with an identity: judged alone, and completed", async (t) => {
  const serving = await serve(t, { labels: mutating });
  const before = patched(t, pod(), await judged(serving, "/mutate", pod()));
  const debug = { name: "debug", image: "d" };
  const after = { ...before, spec: { ...(before["spec"] as JsonObject), ephemeralContainers: [debug] } };
  const changes = { operation: "UPDATE", subResource: "ephemeralcontainers", oldObject: before };
  const complete = patched(t, after, await judged(serving, "/mutate", after, changes));
  t.same(
    { ...(complete["spec"] as JsonObject), ephemeralContainers: undefined },
    { ...(after.spec as JsonObject), ephemeralContainers: undefined },
    "nothing else is touched",
  );
  t.match(complete, { spec: { ephemeralContainers: [{ name: "debug", env: Array, volumeMounts: Array }] } });
  t.match(await judged(serving, "/verify", complete, { ...changes, oldObject: before }), { allowed: true });
});

t.test("a Pod that names another role than its ServiceAccount is found out", async (t) => {
  const strict = { providers: { aws: {} }, verify: { conflicts: "deny" } };
  const serving = await serve(t, { settings: strict, labels: mutating });
  const complete = patched(t, pod(), await judged(serving, "/mutate", pod()));
  const stolen = JSON.parse(JSON.stringify(complete).replaceAll(role, `${role}-of-others`)) as JsonObject;
  t.match(await judged(serving, "/verify", stolen), { allowed: false, status: { message: /role/ } });
});

t.test("a volume that takes the token's place is found out", async (t) => {
  const strict = { providers: { aws: {} }, verify: { conflicts: "deny" } };
  const serving = await serve(t, { settings: strict, labels: mutating });
  const complete = patched(t, pod(), await judged(serving, "/mutate", pod()));
  const spec = complete["spec"] as { readonly volumes: readonly JsonObject[] } & JsonObject;
  const [{ name } = { name: "" }] = spec.volumes;
  const volumes = [{ name, configMap: { name: "mine" } } as JsonObject];
  t.match(await judged(serving, "/verify", { ...complete, spec: { ...spec, volumes } }), { allowed: false });
});

t.test("warnings have no character that would make the API server drop them", async (t) => {
  const ugly = "a\n\u001b[31m\u0000\u202e\u200bb";
  const account = (): Looked => found({ annotations: { "eks.amazonaws.com/role-arn": ugly } });
  const containers = [{ name: "app", image: "a", env: [{ name: "AWS_ROLE_ARN", value: ugly }] }];
  const { warnings = [] } = await verdict(
    t,
    { labels: { "podgraft.dev/mode": "warn" }, account },
    "/verify",
    pod({ spec: { containers } }),
  );
  t.ok(warnings.length > 0);
  t.same(
    warnings.filter((warning) => /[\p{Cc}\p{Cf}]/u.test(warning)),
    [],
  );
});
