import t from "tap";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Json, JsonObject, Segment } from "../../../engine/json.ts";
import { deepestNesting, locatePods, type LocateResult } from "../../../engine/locate/locate-pods.ts";
import { documentPath } from "../../../engine/locate/located-pod.ts";
import { valueAt } from "../../../engine/locate/path.ts";
import { addRows, builtInTable, type WorkloadTable } from "../../../engine/locate/table.ts";
import type { WorkloadRow } from "../../../engine/locate/workload-row.ts";
import { pathText } from "../../../engine/typed/path-text.ts";

function locate(document: Json, rows: readonly WorkloadRow[] = []): LocateResult {
  return locatePods(document, tableWith(rows));
}

function tableWith(rows: readonly WorkloadRow[]): WorkloadTable {
  return rows.length === 0 ? builtInTable() : addRows(builtInTable(), rows);
}

/** A Pod template whose container has this name. */
function template(name: string): JsonObject {
  return { metadata: { labels: { app: name } }, spec: { containers: [{ name, image: name }] } };
}

function object(apiVersion: string, kind: string, rest: JsonObject = {}): JsonObject {
  return { apiVersion, kind, metadata: { name: "one", namespace: "shop" }, ...rest };
}

/** The value nested under the members of `path`, as `spec.jobTemplate`. */
function under(path: string, value: Json): JsonObject {
  return path.split(".").reduceRight<Json>((inner, name) => ({ [name]: inner }), value) as JsonObject;
}

type Kind = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly rest: JsonObject;
  readonly paths: readonly string[];
};

const a = template("a");
const b = template("b");

const kinds: readonly Kind[] = [
  { apiVersion: "v1", kind: "Pod", rest: { spec: {} }, paths: ["(root)"] },
  { apiVersion: "v1", kind: "PodTemplate", rest: { template: a }, paths: ["template"] },
  ...(
    [
      ["v1", "ReplicationController"],
      ["extensions/v1beta1", "ReplicaSet"],
      ["apps/v1", "Deployment"],
      ["apps/v1beta1", "StatefulSet"],
      ["apps/v1", "DaemonSet"],
      ["batch/v1", "Job"],
      ["apps.openshift.io/v1", "DeploymentConfig"],
      ["v1", "DeploymentConfig"],
      ["argoproj.io/v1alpha1", "Rollout"],
      ["serving.knative.dev/v1", "Service"],
      ["serving.knative.dev/v1", "Configuration"],
      ["apps.kruise.io/v1alpha1", "CloneSet"],
      ["apps.kruise.io/v1beta1", "StatefulSet"],
      ["apps.kruise.io/v1alpha1", "DaemonSet"],
    ] as const
  ).map(([apiVersion, kind]) => ({ apiVersion, kind, rest: under("spec.template", a), paths: ["spec.template"] })),
  {
    apiVersion: "batch/v1",
    kind: "CronJob",
    rest: under("spec.jobTemplate.spec.template", a),
    paths: ["spec.jobTemplate.spec.template"],
  },
  {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Experiment",
    rest: { spec: { templates: [{ name: "x", template: a }, { name: "none" }, { name: "y", template: b }] } },
    paths: ["spec.templates[0].template", "spec.templates[2].template"],
  },
  ...[
    "tf:TFJob",
    "pytorch:PyTorchJob",
    "mpi:MPIJob",
    "xgb:XGBoostJob",
    "paddle:PaddleJob",
    "mx:MXJob",
    "jax:JAXJob",
  ].map((text) => {
    const [prefix = "", kind = ""] = text.split(":");
    const path = `spec.${prefix}ReplicaSpecs`;
    const rest = under(path, { Worker: { replicas: 2, template: a }, Launcher: { template: b } });
    return {
      apiVersion: "kubeflow.org/v1",
      kind,
      rest,
      paths: [`${path}.Worker.template`, `${path}.Launcher.template`],
    };
  }),
  {
    apiVersion: "keda.sh/v1alpha1",
    kind: "ScaledJob",
    rest: under("spec.jobTargetRef.template", a),
    paths: ["spec.jobTargetRef.template"],
  },
  {
    apiVersion: "batch.volcano.sh/v1alpha1",
    kind: "Job",
    rest: { spec: { tasks: [{ template: a }, { template: b }] } },
    paths: ["spec.tasks[0].template", "spec.tasks[1].template"],
  },
];

for (const { apiVersion, kind, rest, paths } of kinds) {
  t.test(`${apiVersion} ${kind}`, (t) => {
    const document = object(apiVersion, kind, rest);
    const { pods, objects, findings } = locate(document);
    t.strictSame(
      pods.map(({ templatePath }) => pathText(templatePath)),
      paths,
    );
    for (const pod of pods) {
      const { metadata, spec } = valueAt(document, pod.templatePath) as JsonObject;
      t.strictSame(pod.pod, { apiVersion: "v1", kind: "Pod", metadata, spec });
      t.strictSame(pod.owner, { apiVersion, kind, name: "one", path: pod.templatePath, nameIsFinal: kind === "Pod" });
      t.strictSame(pod.object, { apiVersion, kind, name: "one", namespace: "shop", path: [] });
      t.equal(pod.isParameterised, false);
      t.strictSame(documentPath(pod, ["spec", "containers", 0]), [...pod.templatePath, "spec", "containers", 0]);
      t.strictSame(documentPath(pod, ["metadata", "labels"]), [...pod.templatePath, "metadata", "labels"]);
      t.equal(documentPath(pod, ["kind"]), null);
      t.equal(documentPath(pod, []), null);
    }
    t.strictSame([objects, findings], [[], []]);
    t.end();
  });
}

t.test("a lifted Pod has the template's metadata and spec as they stand, nulls too, and nothing else", (t) => {
  for (const [held, lifted] of [
    [
      { metadata: null, spec: null, status: {} },
      { metadata: null, spec: null },
    ],
    [{ spec: { containers: null } }, { spec: { containers: null } }],
    [{}, {}],
    [{ spec: "text" }, { spec: "text" }],
  ] as const) {
    const { pods } = locate(object("apps/v1", "Deployment", { spec: { template: held } }));
    t.strictSame(pods[0]?.pod, { apiVersion: "v1", kind: "Pod", ...lifted });
  }
  t.end();
});

t.test("no template, no Pod", (t) => {
  for (const rest of [
    {},
    { spec: null },
    { spec: {} },
    { spec: { template: null } },
    { spec: { workloadRef: { name: "x" } } },
    { spec: [] },
  ]) {
    t.strictSame(locate(object("argoproj.io/v1alpha1", "Rollout", rest)), { pods: [], objects: [], findings: [] });
  }
  for (const document of [null, "text", 1, [], [object("v1", "Pod", a)]])
    t.strictSame(locate(document), { pods: [], objects: [], findings: [] });
  t.end();
});

t.test("a template that is no object is an error that names the place", (t) => {
  for (const held of ["text", 1, true, []]) {
    const document = object("v1", "List", { items: [object("apps/v1", "Deployment", { spec: { template: held } })] });
    t.throws(() => locate(document), {
      constructor: PodgraftError,
      code: "input.pod_invalid",
      message: "items[0].spec.template: expected a Pod template, which is an object",
      location: { path: "items[0].spec.template" },
    });
  }
  t.end();
});

t.test("the name of a Pod is final where it has one", (t) => {
  for (const [metadata, nameIsFinal] of [
    [{ name: "one" }, true],
    [{ generateName: "one-" }, false],
    [{ name: "" }, false],
    [{ name: 1 }, false],
    [null, false],
    [{ name: "a${b}" }, true],
  ] as const) {
    t.equal(
      locate({ apiVersion: "v1", kind: "Pod", metadata }).pods[0]?.owner.nameIsFinal,
      nameIsFinal,
      JSON.stringify(metadata),
    );
  }
  t.end();
});

t.test("Lists of every kind are read in place, in order, inside one another", (t) => {
  const document = object("v1", "List", {
    items: [
      object("v1", "ServiceAccount"),
      object("apps/v1", "Deployment", { spec: { template: a } }),
      null,
      "text",
      object("apps/v1", "DeploymentList", { items: [object("apps/v1", "Deployment", { spec: { template: b } })] }),
      { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } },
      object("config.kubernetes.io/v1", "ResourceList", {
        items: [object("v1", "List", { items: [object("v1", "Pod", a)] })],
      }),
      object("v1", "PodList", { items: null }),
      object("v1", "PodList"),
    ],
  });
  const { pods, objects, findings } = locate(document);
  t.strictSame(
    pods.map(({ templatePath, object: { path }, owner }) => [
      pathText(templatePath),
      pathText(path),
      pathText(owner.path),
    ]),
    [
      ["items[1].spec.template", "items[1]", "spec.template"],
      ["items[4].items[0].spec.template", "items[4].items[0]", "spec.template"],
      ["items[6].items[0].items[0]", "items[6].items[0].items[0]", "(root)"],
    ],
  );
  t.strictSame(
    objects.map(({ object: { kind, name, namespace, path }, value }) => [
      kind,
      name,
      namespace,
      pathText(path),
      value === valueAt(document, path),
    ]),
    [
      ["ServiceAccount", "one", "shop", "items[0]", true],
      ["Namespace", "shop", null, "items[5]", true],
    ],
  );
  t.strictSame(findings, []);
  t.end();
});

t.test("only the core group's ServiceAccount and Namespace are context", (t) => {
  t.strictSame(locate(object("example.com/v1", "ServiceAccount")).objects, []);
  t.equal(locate(object("v1", "Namespace")).objects.length, 1);
  t.end();
});

for (const apiVersion of ["template.openshift.io/v1", "v1"]) {
  t.test(`an OpenShift Template of ${apiVersion}`, (t) => {
    const { pods } = locate(
      object(apiVersion, "Template", {
        objects: [
          { apiVersion: "v1", kind: "Pod", metadata: { name: "${NAME}" }, spec: {} },
          { apiVersion: "v1", kind: "Pod", metadata: { name: "plain" }, spec: {} },
          object("apps/v1", "Deployment", { spec: { template: "${{TEMPLATE}}" } }),
          object("v1", "List", { items: [object("v1", "Pod")] }),
        ],
      }),
    );
    t.strictSame(
      pods.map(({ templatePath, owner, isParameterised }) => [
        pathText(templatePath),
        owner.name,
        owner.nameIsFinal,
        isParameterised,
      ]),
      [
        ["objects[0]", "${NAME}", false, true],
        ["objects[1]", "plain", true, true],
        ["objects[3].items[0]", "one", true, true],
      ],
    );
    t.end();
  });
}

t.test("a Template of another group is none", (t) => {
  t.strictSame(locate(object("example.com/v1", "Template", { objects: [object("v1", "Pod", a)] })).pods, []);
  t.end();
});

t.test("Lists may nest to a limit", (t) => {
  function nested(levels: number): Json {
    let document: Json = object("v1", "Pod", a);
    for (let level = 0; level < levels; level++)
      document = {
        apiVersion: "v1",
        kind: level % 2 === 0 ? "List" : "Template",
        items: [document],
        objects: [document],
      };
    return document;
  }
  t.equal(locate(nested(deepestNesting)).pods.length, 1);
  for (const levels of [deepestNesting + 1, 10_000]) {
    t.throws(() => locate(nested(levels)), {
      constructor: PodgraftError,
      code: "input.too_deep",
      message: /^100 Lists/,
    });
  }
  t.end();
});

const worker = { apiVersion: "example.com/v1", kind: "Worker" };

type Apart = {
  readonly title: string;
  readonly rows: readonly WorkloadRow[];
  readonly spec: JsonObject;
  readonly found: readonly (readonly [templatePath: string, pod: JsonObject])[];
  readonly places?: { readonly [podPath: string]: string | null };
};

const apart: readonly Apart[] = [
  {
    title: "parts apart without a template",
    rows: [
      {
        ...worker,
        metadata: "spec.podMetadata",
        containers: "spec.boxes",
        initContainers: "spec.first",
        volumes: "spec.disks",
        serviceAccountName: "spec.account",
      },
    ],
    spec: { podMetadata: { labels: {} }, boxes: [{ name: "c" }], disks: null, account: "robot", other: 1 },
    found: [
      [
        "(root)",
        { metadata: { labels: {} }, spec: { containers: [{ name: "c" }], volumes: null, serviceAccountName: "robot" } },
      ],
    ],
    places: {
      "metadata.annotations": "spec.podMetadata.annotations",
      "spec.containers[0].env": "spec.boxes[0].env",
      "spec.initContainers": "spec.first",
      "spec.volumes": "spec.disks",
      "spec.nodeName": null,
      spec: null,
    },
  },
  {
    title: "containers alone, in a list",
    rows: [{ ...worker, containers: "spec.groups[*].boxes", metadata: "spec.common" }],
    spec: { groups: [{ boxes: [{ name: "c" }] }, {}, { boxes: null }, { boxes: [] }], common: { labels: {} } },
    found: [
      ["(root)", { metadata: { labels: {} }, spec: { containers: [{ name: "c" }] } }],
      ["(root)", { metadata: { labels: {} }, spec: { containers: [] } }],
    ],
    places: { "spec.containers[0]": "spec.groups[0].boxes[0]", metadata: "spec.common" },
  },
  {
    title: "a template with some parts apart",
    rows: [
      {
        ...worker,
        template: "spec.groups.*",
        metadata: "spec.groups.*.meta",
        volumes: "spec.volumes",
        initContainers: "spec.none",
      },
    ],
    spec: {
      groups: {
        x: { meta: { labels: {} }, metadata: 1, spec: { volumes: [1], initContainers: [2], hostNetwork: true } },
      },
      volumes: [],
    },
    found: [["spec.groups.x", { metadata: { labels: {} }, spec: { volumes: [], hostNetwork: true } }]],
    places: {
      metadata: "spec.groups.x.meta",
      "spec.hostNetwork": "spec.groups.x.spec.hostNetwork",
      "spec.volumes[0]": "spec.volumes[0]",
      "spec.initContainers": "spec.none",
    },
  },
  {
    title: "a template without a spec, or with a null or wrong one",
    rows: [{ ...worker, template: "spec.groups[*]", volumes: "spec.volumes" }],
    spec: { groups: [{}, { spec: null }, { spec: "text" }], volumes: [] },
    found: [
      ["spec.groups[0]", { spec: { volumes: [] } }],
      ["spec.groups[1]", { spec: { volumes: [] } }],
      ["spec.groups[2]", { spec: "text" }],
    ],
  },
  {
    title: "several templates, in document order",
    rows: [
      { ...worker, template: "spec.second[*]" },
      { ...worker, template: "spec.first" },
    ],
    spec: { first: a, second: [b, a] },
    found: [
      ["spec.first", a],
      ["spec.second[0]", b],
      ["spec.second[1]", a],
    ],
  },
  {
    title: "a spec with odd names",
    rows: [{ ...worker, template: "spec.template", volumes: "spec.volumes" }],
    spec: { template: { spec: JSON.parse('{"__proto__":{"a":1},"constructor":1}') as JsonObject }, volumes: [] },
    found: [
      ["spec.template", { spec: JSON.parse('{"__proto__":{"a":1},"constructor":1,"volumes":[]}') as JsonObject }],
    ],
  },
];

for (const { title, rows, spec, found, places = {} } of apart) {
  t.test(title, (t) => {
    const item = object("example.com/v1", "Worker", { spec });
    for (const [document, prefix] of [
      [item, []],
      [object("v1", "List", { items: [item] }), ["items", 0]],
    ] as const) {
      const { pods } = locate(document, rows);
      t.strictSame(
        pods.map(({ templatePath, pod }) => [pathText(templatePath.slice(prefix.length)), JSON.stringify(pod)]),
        found.map(([path, pod]) => [path, JSON.stringify({ apiVersion: "v1", kind: "Pod", ...pod })]),
      );
      for (const [podPath, expected] of Object.entries(places)) {
        const path = pods[0] === undefined ? null : documentPath(pods[0], segmentsOf(podPath));
        t.equal(path === null ? null : pathText(path.slice(prefix.length)), expected, podPath);
      }
    }
    t.end();
  });
}

function segmentsOf(text: string): readonly Segment[] {
  return text
    .split(/[.[\]]+/)
    .filter((part) => part !== "")
    .map((part) => (/^[0-9]+$/.test(part) ? Number(part) : part));
}

t.test("a row of the configuration wins over everything else known of its kind", (t) => {
  for (const [apiVersion, kind] of [
    ["argoproj.io/v1alpha1", "Workflow"],
    ["v1", "List"],
    ["v1", "ServiceAccount"],
  ] as const) {
    const { pods, objects, findings } = locate(object(apiVersion, kind, { here: a, items: [object("v1", "Pod", a)] }), [
      { apiVersion, kind, template: "here" },
    ]);
    t.strictSame([pods.length, objects, findings], [1, [], []]);
  }
  t.end();
});
