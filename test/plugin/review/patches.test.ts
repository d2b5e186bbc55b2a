import t from "tap";
import type { Decision, Edit } from "../../../engine/decision.ts";
import { isJsonList, member, type JsonObject } from "../../../engine/json.ts";
import type { RuleModule } from "../../../engine/wasm/host.ts";
import { patchedPod } from "../../../plugin/review/checked-patch.ts";
import { moduleThatAnswers, rulesOf } from "../../engine/document/rules-of.ts";
import {
  completePod,
  judge,
  objectOf,
  patched,
  podWith,
  reviewOf,
  updateOf,
  withEphemeral,
  type Setting,
} from "./courtroom.ts";

const injecting = (edits: readonly Edit[]): Decision => ({
  outcome: "inject",
  reason: { code: "aws.role_arn", params: {} },
  edits,
  findings: [],
});
const variable = (value: string): Edit => ({
  edit: "addEnv",
  list: "containers",
  container: 0,
  at: "last",
  value: { name: "AWS_REGION", value },
});
const settings = (policy: string): JsonObject => ({
  providers: { aws: {} },
  admission: { mode: "mutate", failure: policy },
});

/** Modules whose patches must not be answered, and what is said of them. */
const modules: readonly [string, RuleModule, string, RegExp][] = [
  [
    "the same edit every time, which never comes to rest",
    moduleThatAnswers({ aws: injecting([variable("eu-west-1")]) }),
    "internal.patch",
    /would change the Pod that they made once more/,
  ],
  [
    "a volume that no API server decodes",
    moduleThatAnswers({
      aws: injecting([
        {
          edit: "addVolume",
          at: "last",
          value: {
            name: "aws-iam-token",
            projected: { sources: [{ serviceAccountToken: { path: "token", expirationSeconds: "long" } }] },
          },
        },
      ]),
    }),
    "input.pod_invalid",
    /expirationSeconds/,
  ],
  [
    "a variable that it may not set",
    moduleThatAnswers({
      aws: injecting([
        { edit: "addEnv", list: "containers", container: 0, at: "last", value: { name: "LD_PRELOAD", value: "x" } },
      ]),
    }),
    "internal.forbidden_edit",
    /LD_PRELOAD/,
  ],
];

for (const [title, module, code, message] of modules) {
  t.test(`a patch is never answered unchecked: ${title}`, async (t) => {
    const refused = await judge("mutate", reviewOf(podWith()), { rules: rulesOf(settings("deny"), module) });
    t.match(refused, { allowed: false, patch: [], message, record: { failure: code } });
    const allowed = await judge("mutate", reviewOf(podWith()), { rules: rulesOf(settings("allow"), module) });
    t.match(allowed, { allowed: true, patch: [], warnings: [message], record: { failure: code, outcome: "failed" } });
  });
}

t.test("a patch for an ephemeral container has to come to rest, too", async (t) => {
  const module = moduleThatAnswers({
    aws: injecting([
      { edit: "addEnv", list: "containers", container: 1, at: "last", value: { name: "AWS_REGION", value: "x" } },
    ]),
  });
  const review = updateOf(withEphemeral(podWith(), [{ name: "debug", image: "d" }]), podWith(), {
    subResource: "ephemeralcontainers",
  });
  const { allowed, message } = await judge("mutate", review, { rules: rulesOf(settings("deny"), module) });
  t.equal(allowed, false);
  t.match(message, /once more/);
});

t.test("a patch that makes another Pod than the rules meant, or does not apply, is a fault", (t) => {
  const pod = podWith();
  const labels = { op: "add", path: "/metadata/labels", value: { a: "1" } } as const;
  t.throws(() => patchedPod(pod, [labels], pod), { code: "internal.patch", message: /report this as a fault/ });
  t.throws(() => patchedPod(pod, [{ ...labels, path: "", value: [] }], null), { code: "internal.patch" });
  t.throws(() => patchedPod(pod, [{ ...labels, path: "/metadata/none/labels" }], null), { code: "internal.splice" });
  t.same(patchedPod(pod, [labels], null), podWith({ metadata: { labels: { a: "1" } } }));
  t.end();
});

/** Pods whose lists are there, empty, null or absent; a patch has to make what it needs. */
const shapes: readonly [string, JsonObject][] = [
  ["neither volumes nor variables nor mounts", podWith()],
  [
    "empty lists",
    podWith({ spec: { volumes: [], containers: [{ name: "app", image: "a", env: [], volumeMounts: [] }] } }),
  ],
  [
    "lists that are null",
    podWith({
      spec: {
        volumes: null,
        initContainers: null,
        containers: [{ name: "app", image: "a", env: null, volumeMounts: null }],
      },
    }),
  ],
  ["generateName, and no labels", podWith({ metadata: { name: "", generateName: "orders-" } })],
  ["labels and annotations that are null", podWith({ metadata: { labels: null, annotations: null } })],
  [
    "a sidecar and an init container",
    podWith({
      spec: {
        initContainers: [
          { name: "s", image: "s", restartPolicy: "Always" },
          { name: "i", image: "i" },
        ],
      },
    }),
  ],
  ["names that a pointer has to escape", podWith({ metadata: { annotations: { "a~b/c~1": "x" } } })],
  ["fields that nobody knows", podWith({ spec: { "~x/y": { z: [1, null] } } })],
  [
    "keys of JavaScript",
    podWith({
      metadata: JSON.parse(
        '{"labels":{"__proto__":"x","constructor":"y"},"annotations":{"__proto__":"z","toString":"w"}}',
      ) as JsonObject,
    }),
  ],
];
const clouds: readonly [string, Setting, JsonObject][] = [
  ["aws", { settings: { providers: { aws: {} } } }, {}],
  [
    "azure",
    {
      settings: { providers: { azure: { azureTenantId: "7f3b2a10-2222-4333-8444-ddddeeeeffff" } } },
      serviceAccount: () => ({
        kind: "found",
        source: "cache",
        metadata: { annotations: { "azure.workload.identity/client-id": "0d9e1c7a-1111-4222-8333-aaaabbbbcccc" } },
      }),
    },
    { "azure.workload.identity/use": "true" },
  ],
];

for (const [cloud, setting, labels] of clouds) {
  for (const [title, pod] of shapes) {
    t.test(`${cloud}: the patch applies, verify is content, a second one is empty: ${title}`, async (t) => {
      const metadata = objectOf(pod.metadata);
      const before = { ...pod, metadata: { ...metadata, labels: { ...objectOf(metadata.labels), ...labels } } };
      const complete = await completePod(before, setting);
      t.notSame(complete, before);
      const again = { ...setting.settings, admission: { mode: "mutate" } };
      t.match(await judge("mutate", reviewOf(complete), { ...setting, settings: again }), {
        allowed: true,
        patch: [],
        record: { outcome: "unchanged" },
      });
      t.match(await judge("verify", reviewOf(complete), { ...setting, settings: again }), {
        allowed: true,
        record: { outcome: "accepted" },
      });
      t.equal(Object.hasOwn(Object.prototype, "x"), false);
    });
  }
}

t.test("a container that another webhook adds later is completed, and the others stay as they are", async (t) => {
  const complete = await completePod();
  const containers = listOf(objectOf(complete.spec), "containers");
  const mutating = { settings: { providers: { aws: {} }, admission: { mode: "mutate" } } };
  const late: readonly JsonObject[][] = [
    [{ name: "mesh", image: "m" }, ...containers],
    [...containers, { name: "mesh", image: "m" }],
  ];
  for (const list of late) {
    const meshed = { ...complete, spec: { ...objectOf(complete.spec), containers: list } };
    t.match(
      await judge("verify", reviewOf(meshed)),
      { allowed: true, warnings: [/"mesh" has nothing/] },
      "enforce: a warning by default",
    );
    const denying = {
      settings: { providers: { aws: {} }, verify: { lateContainers: "deny" }, admission: { mode: "enforce" } },
    };
    t.match(await judge("verify", reviewOf(meshed), denying), {
      allowed: false,
      message: /"mesh".*container\.not_injected/s,
    });
    const ignoring = {
      settings: { providers: { aws: {} }, verify: { lateContainers: "ignore" }, admission: { mode: "enforce" } },
    };
    t.match(await judge("verify", reviewOf(meshed), ignoring), { allowed: true, warnings: [] });
    const { patch } = await judge("mutate", reviewOf(meshed), mutating);
    const again = patched(meshed, patch);
    t.match(await judge("verify", reviewOf(again), mutating), { allowed: true, warnings: [] });
    const kept = listOf(objectOf(again.spec), "containers").filter(({ name }) => name === "app");
    t.same(kept, containers);
  }
});

t.test("what another webhook took away again is refused where the mode is mutate", async (t) => {
  const complete = await completePod();
  const mutating = { settings: { providers: { aws: {} }, admission: { mode: "mutate" } } };
  t.match(await judge("verify", reviewOf(complete), mutating), { allowed: true, warnings: [] });
  const robbed = { ...complete, spec: { ...objectOf(complete.spec), volumes: [] } };
  t.match(await judge("verify", reviewOf(robbed), mutating), {
    allowed: false,
    message: /lacks the volumes "aws-iam-token"/,
  });
});

function listOf(spec: JsonObject, list: string): JsonObject[] {
  const value = member(spec, list);
  return isJsonList(value) ? value.map(objectOf) : [];
}
