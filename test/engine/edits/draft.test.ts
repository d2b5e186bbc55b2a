import fastJsonPatch from "fast-json-patch";
import t from "tap";
import type { Edit } from "../../../engine/decision.ts";
import { PodDraft } from "../../../engine/edits/draft.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Json, JsonObject, PatchOperation } from "../../../engine/json.ts";

const env = (name: string, value = name): JsonObject => ({ name, value });
const mount = (name: string): JsonObject => ({ name, mountPath: `/${name}` });
const volume = (name: string): JsonObject => ({ name, emptyDir: {} });
const inApp = { list: "containers", container: 0 } as const;

type Row = {
  readonly title: string;
  readonly pod: JsonObject;
  readonly edits: readonly (readonly Edit[])[];
  readonly patch: readonly PatchOperation[];
};

const rows: readonly Row[] = [
  { title: "no edits", pod: { spec: { containers: [{ name: "app" }] } }, edits: [[]], patch: [] },
  {
    title: "absent lists are made with one add",
    pod: { spec: { containers: [{ name: "app" }] } },
    edits: [
      [
        { edit: "addEnv", ...inApp, at: "last", value: env("A") },
        { edit: "addEnv", ...inApp, at: "last", value: env("B") },
        { edit: "addMount", ...inApp, at: "last", value: mount("v") },
        { edit: "addVolume", at: "first", value: volume("v") },
      ],
    ],
    patch: [
      { op: "add", path: "/spec/containers/0/env", value: [env("A"), env("B")] },
      { op: "add", path: "/spec/containers/0/volumeMounts", value: [mount("v")] },
      { op: "add", path: "/spec/volumes", value: [volume("v")] },
    ],
  },
  {
    title: "null lists are replaced by an add, empty ones appended to",
    pod: { spec: { containers: [{ name: "app", env: null, volumeMounts: [] }], volumes: null } },
    edits: [
      [
        { edit: "addEnv", ...inApp, at: "last", value: env("A") },
        { edit: "addMount", ...inApp, at: "last", value: mount("v") },
        { edit: "addVolume", at: "last", value: volume("v") },
      ],
    ],
    patch: [
      { op: "add", path: "/spec/containers/0/env", value: [env("A")] },
      { op: "add", path: "/spec/containers/0/volumeMounts/-", value: mount("v") },
      { op: "add", path: "/spec/volumes", value: [volume("v")] },
    ],
  },
  {
    title: "several first keep their order, also over several decisions",
    pod: { spec: { containers: [], volumes: [volume("old")] } },
    edits: [
      [
        { edit: "addVolume", at: "first", value: volume("a") },
        { edit: "addVolume", at: "first", value: volume("b") },
      ],
      [{ edit: "addVolume", at: "first", value: volume("c") }],
    ],
    patch: [
      { op: "add", path: "/spec/volumes/0", value: volume("c") },
      { op: "add", path: "/spec/volumes/1", value: volume("a") },
      { op: "add", path: "/spec/volumes/2", value: volume("b") },
    ],
  },
  {
    title: "positions of the second decision count in the Pod that the first left",
    pod: { spec: { containers: [{ name: "app", env: [env("A"), env("B")] }], volumes: [volume("v")] } },
    edits: [
      [
        { edit: "addContainer", list: "containers", at: "first", value: { name: "proxy" } },
        { edit: "addVolume", at: "first", value: volume("w") },
      ],
      [
        { edit: "replaceEnv", list: "containers", container: 1, index: 1, value: env("B", "2") },
        { edit: "addEnv", list: "containers", container: 0, at: "last", value: env("P") },
        { edit: "replaceVolume", index: 1, value: { name: "v", projected: { sources: [] } } },
      ],
    ],
    patch: [
      { op: "add", path: "/spec/containers/0", value: { name: "proxy", env: [env("P")] } },
      { op: "replace", path: "/spec/containers/1/env/1", value: env("B", "2") },
      { op: "add", path: "/spec/volumes/0", value: volume("w") },
      { op: "replace", path: "/spec/volumes/1", value: { name: "v", projected: { sources: [] } } },
    ],
  },
  {
    title: "a container list that is absent",
    pod: { spec: { containers: [{ name: "app" }] } },
    edits: [[{ edit: "addContainer", list: "initContainers", at: "last", value: { name: "setup" } }]],
    patch: [{ op: "add", path: "/spec/initContainers", value: [{ name: "setup" }] }],
  },
  {
    title: "a replaced container, and a replacement that is the same once served",
    pod: {
      spec: {
        containers: [{ name: "app", image: "a:1" }],
        initContainers: [{ name: "setup", image: "s:1", imagePullPolicy: "IfNotPresent" }],
      },
    },
    edits: [
      [
        { edit: "replaceContainer", list: "containers", container: 0, value: { name: "app", image: "b:1" } },
        { edit: "replaceContainer", list: "initContainers", container: 0, value: { name: "setup", image: "s:1" } },
      ],
    ],
    patch: [{ op: "replace", path: "/spec/containers/0", value: { name: "app", image: "b:1" } }],
  },
  {
    title: "labels and annotations: absent maps, new keys, changed keys, keys that are there",
    pod: { metadata: { annotations: { "a/b~c": "old", same: "1" } } },
    edits: [
      [
        { edit: "setLabel", key: "l", value: "1" },
        { edit: "setAnnotation", key: "a/b~c", value: "new" },
        { edit: "setAnnotation", key: "same", value: "1" },
        { edit: "setAnnotation", key: "n", value: "2" },
      ],
    ],
    patch: [
      { op: "add", path: "/metadata/labels", value: { l: "1" } },
      { op: "replace", path: "/metadata/annotations/a~1b~0c", value: "new" },
      { op: "add", path: "/metadata/annotations/n", value: "2" },
    ],
  },
  {
    title: "metadata and spec that are absent",
    pod: {},
    edits: [
      [
        { edit: "setLabel", key: "l", value: "1" },
        { edit: "addVolume", at: "last", value: volume("v") },
      ],
    ],
    patch: [
      { op: "add", path: "/metadata", value: { labels: { l: "1" } } },
      { op: "add", path: "/spec", value: { volumes: [volume("v")] } },
    ],
  },
  {
    title: "what a later decision takes back is no change",
    pod: { metadata: { labels: { l: "1" } }, spec: { containers: [{ name: "app", env: [env("A")] }] } },
    edits: [
      [
        { edit: "setLabel", key: "l", value: "2" },
        { edit: "replaceEnv", ...inApp, index: 0, value: env("A", "2") },
      ],
      [
        { edit: "setLabel", key: "l", value: "1" },
        { edit: "replaceEnv", ...inApp, index: 0, value: env("A") },
      ],
    ],
    patch: [],
  },
  {
    title: "replacements that are the same once served",
    pod: {
      spec: {
        containers: [
          { name: "app", env: [{ name: "E" }], volumeMounts: [{ name: "v", mountPath: "/v", readOnly: false }] },
        ],
        volumes: [
          {
            name: "p",
            projected: { defaultMode: 420, sources: [{ serviceAccountToken: { path: "t", expirationSeconds: 3600 } }] },
          },
        ],
      },
    },
    edits: [
      [
        { edit: "replaceEnv", ...inApp, index: 0, value: { name: "E", value: "" } },
        { edit: "replaceMount", ...inApp, index: 0, value: { name: "v", mountPath: "/v" } },
        {
          edit: "replaceVolume",
          index: 0,
          value: { name: "p", projected: { sources: [{ serviceAccountToken: { path: "t" } }] } },
        },
      ],
    ],
    patch: [],
  },
];

for (const { title, pod, edits, patch } of rows) {
  t.test(title, (t) => {
    const before = structuredClone(pod);
    const draft = new PodDraft(pod);
    for (const decision of edits) draft.apply(decision);
    t.strictSame(draft.patch(), patch, "the patch");
    const document: Json = structuredClone(pod);
    t.strictSame(
      fastJsonPatch.applyPatch(document, structuredClone([...patch])).newDocument,
      draft.pod(),
      "applied, it gives the Pod",
    );
    t.strictSame(pod, before, "the original is untouched");
    if (patch.length === 0) t.strictSame(draft.pod(), pod, "no patch, no change");
    t.end();
  });
}

t.test("apply says whether anything changed", (t) => {
  const draft = new PodDraft({ metadata: { labels: { l: "1" } } });
  t.equal(draft.apply([]), false);
  t.equal(draft.apply([{ edit: "setLabel", key: "l", value: "1" }]), false);
  t.equal(draft.apply([{ edit: "setLabel", key: "l", value: "2" }]), true);
  t.equal(draft.apply([{ edit: "setLabel", key: "l", value: "2" }]), false);
  t.end();
});

const outside: readonly Edit[] = [
  { edit: "replaceVolume", index: 0, value: volume("v") },
  { edit: "addEnv", list: "initContainers", container: 0, at: "last", value: env("A") },
  { edit: "replaceEnv", ...inApp, index: 1, value: env("A") },
  { edit: "replaceMount", ...inApp, index: 0, value: mount("v") },
  { edit: "replaceContainer", list: "containers", container: 1, value: { name: "app" } },
];
for (const edit of outside) {
  t.test(`${edit.edit} of what is not there is refused`, (t) => {
    try {
      new PodDraft({ spec: { containers: [{ name: "app", env: [env("A")] }] } }).apply([edit]);
      t.fail("no error");
    } catch (error) {
      t.ok(error instanceof PodgraftError && error.code === "internal.forbidden_edit");
    }
    t.end();
  });
}

t.test("paths are translated back to the original Pod", (t) => {
  const draft = new PodDraft({
    spec: {
      containers: [{ name: "app", env: [env("A")], volumeMounts: [mount("v")] }],
      initContainers: [{ name: "i" }],
      volumes: [volume("v")],
    },
  });
  t.strictSame(draft.originalPath(["spec", "volumes", 0]), ["spec", "volumes", 0], "nothing edited yet");
  t.strictSame(draft.originalPath(["spec", "containers", 0, "env", 0]), ["spec", "containers", 0, "env", 0]);
  draft.apply([
    { edit: "addVolume", at: "first", value: volume("w") },
    { edit: "addContainer", list: "containers", at: "first", value: { name: "p" } },
    { edit: "addEnv", ...inApp, at: "first", value: env("B") },
    { edit: "addMount", ...inApp, at: "last", value: mount("w") },
  ]);
  const moved: readonly (readonly [(string | number)[], (string | number)[]])[] = [
    [
      ["metadata", "labels", "l"],
      ["metadata", "labels", "l"],
    ],
    [
      ["spec", "hostNetwork"],
      ["spec", "hostNetwork"],
    ],
    [
      ["spec", "volumes", 1],
      ["spec", "volumes", 0],
    ],
    [
      ["spec", "volumes", 0],
      ["spec", "volumes"],
    ],
    [
      ["spec", "volumes", 1, "name"],
      ["spec", "volumes", 0, "name"],
    ],
    [
      ["spec", "containers", 0],
      ["spec", "containers"],
    ],
    [
      ["spec", "containers", 1],
      ["spec", "containers", 0],
    ],
    [
      ["spec", "containers", 1, "env", 1],
      ["spec", "containers", 0, "env", 0],
    ],
    [
      ["spec", "containers", 1, "env", 0],
      ["spec", "containers", 0, "env"],
    ],
    [
      ["spec", "containers", 1, "volumeMounts", 0],
      ["spec", "containers", 0, "volumeMounts", 0],
    ],
    [
      ["spec", "containers", 1, "volumeMounts", 1],
      ["spec", "containers", 0, "volumeMounts"],
    ],
    [
      ["spec", "containers", 1, "ports", 0],
      ["spec", "containers", 0, "ports", 0],
    ],
    [
      ["spec", "containers", 9],
      ["spec", "containers"],
    ],
    [
      ["spec", "initContainers", 0],
      ["spec", "initContainers", 0],
    ],
    [
      ["spec", "tolerations", 0],
      ["spec", "tolerations", 0],
    ],
  ];
  for (const [now, original] of moved) t.strictSame(draft.originalPath(now), original, now.join("."));
  t.end();
});
