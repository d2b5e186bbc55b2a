import t from "tap";
import { PodgraftError } from "../../../engine/errors.ts";
import { apiGroup, matchesApiVersion } from "../../../engine/locate/api-version.ts";
import { addRows, builtInTable, rowsFor } from "../../../engine/locate/table.ts";
import type { WorkloadRow } from "../../../engine/locate/workload-row.ts";

const known: readonly (readonly [string, string])[] = [
  ["v1", "Pod"],
  ["v1", "PodTemplate"],
  ["v1", "ReplicationController"],
  ["apps/v1", "ReplicaSet"],
  ["extensions/v1beta1", "ReplicaSet"],
  ["apps/v1", "Deployment"],
  ["apps/v1beta1", "Deployment"],
  ["apps/v1beta2", "Deployment"],
  ["extensions/v1beta1", "Deployment"],
  ["apps/v1beta1", "StatefulSet"],
  ["apps/v1", "DaemonSet"],
  ["extensions/v1beta1", "DaemonSet"],
  ["batch/v1", "Job"],
  ["batch/v1beta1", "CronJob"],
  ["batch/v2alpha1", "CronJob"],
  ["apps.openshift.io/v1", "DeploymentConfig"],
  ["v1", "DeploymentConfig"],
  ["argoproj.io/v1alpha1", "Rollout"],
  ["argoproj.io/v1alpha1", "Experiment"],
  ["serving.knative.dev/v1", "Service"],
  ["serving.knative.dev/v1", "Configuration"],
  ["apps.kruise.io/v1alpha1", "CloneSet"],
  ["apps.kruise.io/v1beta1", "StatefulSet"],
  ["apps.kruise.io/v1alpha1", "DaemonSet"],
  ["kubeflow.org/v1", "TFJob"],
  ["kubeflow.org/v1", "PyTorchJob"],
  ["kubeflow.org/v2beta1", "MPIJob"],
  ["kubeflow.org/v1", "XGBoostJob"],
  ["kubeflow.org/v1", "PaddleJob"],
  ["kubeflow.org/v1", "MXJob"],
  ["keda.sh/v1alpha1", "ScaledJob"],
  ["batch.volcano.sh/v1alpha1", "Job"],
];

for (const [apiVersion, kind] of known) {
  t.test(`${apiVersion} ${kind} is known`, (t) => {
    t.equal(rowsFor(builtInTable(), apiVersion, kind).length, 1);
    t.end();
  });
}

for (const [apiVersion, kind] of [
  ["v1", "Service"],
  ["v1", "Deployment"],
  ["", "Deployment"],
  ["example.com/v1", "Deployment"],
  ["example.com/v1", "Pod"],
  ["apps/v1", "deployment"],
  ["v1", "constructor"],
  ["v1", "__proto__"],
] as const) {
  t.test(`${apiVersion} ${kind} is not known`, (t) => {
    t.strictSame(rowsFor(builtInTable(), apiVersion, kind), []);
    t.end();
  });
}

t.test("the built-in table is read once", (t) => {
  t.equal(builtInTable(), builtInTable());
  t.end();
});

t.test("API versions", (t) => {
  t.equal(apiGroup("apps/v1"), "apps");
  t.equal(apiGroup("v1"), "");
  for (const [row, apiVersion, matches] of [
    ["apps/v1", "apps/v1", true],
    ["apps/v1", "apps/v1beta1", false],
    ["apps/*", "apps/v1beta1", true],
    ["apps/*", "apps.kruise.io/v1", false],
    ["*", "v1", true],
    ["*", "apps/v1", false],
    ["v1", "v1", true],
    ["v1", "apps/v1", false],
  ] as const) {
    t.equal(matchesApiVersion(row, apiVersion), matches, `${row} ${apiVersion}`);
  }
  t.end();
});

t.test("rows of the configuration replace what was known of their kind and version, and add up", (t) => {
  const table = addRows(builtInTable(), [
    { apiVersion: "apps/v1", kind: "Deployment", template: "spec.main" },
    { apiVersion: "apps/v1", kind: "Deployment", template: "spec.other" },
    { apiVersion: "example.com/*", kind: "Worker", template: "spec.template" },
  ]);
  t.equal(rowsFor(table, "apps/v1", "Deployment").length, 2);
  t.strictSame(rowsFor(table, "apps/v1beta1", "Deployment"), rowsFor(builtInTable(), "apps/v1beta1", "Deployment"));
  t.equal(rowsFor(table, "example.com/v7", "Worker").length, 1);
  t.strictSame(rowsFor(builtInTable(), "example.com/v7", "Worker"), [], "the built-in table stays as it is");
  t.end();
});

const worker = { apiVersion: "example.com/v1", kind: "Worker" };

type Bad = { readonly row: WorkloadRow; readonly path: string; readonly message: RegExp };

const bad: readonly Bad[] = [
  {
    row: { ...worker, template: "a..b" },
    path: "workloads[1].template",
    message: /^workloads\[1\] \(example.com\/v1 Worker\): "a\.\.b" is not a path/,
  },
  {
    row: { ...worker, template: "a", metadata: "b[0]" },
    path: "workloads[1].metadata",
    message: /"b\[0\]" is not a path/,
  },
  { row: worker, path: "workloads[1]", message: /give the path of the Pod template, or of the containers/ },
  { row: { ...worker, metadata: "a" }, path: "workloads[1]", message: /give the path/ },
  { row: { ...worker, containers: "a." }, path: "workloads[1].containers", message: /"a\." is not a path/ },
  {
    row: { ...worker, template: "a.b", volumes: "a.c[*]" },
    path: "workloads[1].volumes",
    message: /volumes has to go through the same lists/,
  },
  {
    row: { ...worker, template: "a[*].b", volumes: "c[*].d" },
    path: "workloads[1].volumes",
    message: /volumes has to go/,
  },
  {
    row: { ...worker, containers: "a[*].b", metadata: "a.*.c" },
    path: "workloads[1].metadata",
    message: /metadata has to go/,
  },
  ...["", "apps/", "/v1", "apps/v1/x", "a*/v1", "apps/v*", "**", "a b"].map((apiVersion) => ({
    row: { apiVersion, kind: "Worker", template: "a" },
    path: "workloads[1].apiVersion",
    message: /apiVersion has to be group\/version/,
  })),
];

for (const { row, path, message } of bad) {
  t.test(`${path} of ${JSON.stringify(row)}`, (t) => {
    const rows = [{ ...worker, template: "spec" }, row];
    t.throws(() => addRows([], rows), {
      constructor: PodgraftError,
      code: "config.invalid",
      message,
      location: { path },
    });
    t.end();
  });
}
