import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../../engine/json.ts";
import { containers, labels, annotations, volumes } from "./pod-parts.ts";

type Members = { readonly [key: string]: Json | undefined };

/** An object without the members that are undefined. */
function present(members: Members): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

const accountNames: fc.Arbitrary<Json | undefined> = fc.constantFrom("orders", "billing", "nobody", "", undefined);

const podSpec: fc.Arbitrary<JsonObject> = fc
  .record({
    serviceAccountName: accountNames,
    serviceAccount: fc.constantFrom(undefined, undefined, "billing"),
    initContainers: fc.oneof(containers(1), fc.constantFrom<Json | undefined>(null, [], undefined, undefined)),
    containers: fc.oneof({ weight: 12, arbitrary: containers(3) }, { weight: 1, arbitrary: fc.constant<Json>([]) }),
    volumes,
    hostNetwork: fc.constantFrom(undefined, undefined, true, false),
    futureField: fc.constantFrom<Json | undefined>(undefined, undefined, { on: ["y", 1.5, null], "a/b": "0644" }),
    nodeSelector: fc.constantFrom<Json | undefined>(undefined, undefined, {}, null, { "kubernetes.io/os": "linux" }),
  })
  .map(present);

const metadata: fc.Arbitrary<JsonObject> = fc.record({ labels, annotations }).map(present);

const template: fc.Arbitrary<JsonObject> = fc
  .tuple(fc.oneof({ weight: 5, arbitrary: metadata }, fc.constantFrom<Json | undefined>(null, undefined)), podSpec)
  .map(([ofTemplate, spec]) => present({ metadata: ofTemplate, spec }));

const named: fc.Arbitrary<JsonObject> = fc
  .record({
    name: fc.constantFrom("orders", "web-0", "1234", "true"),
    namespace: fc.constantFrom(undefined, "shop", "shop", "bank"),
  })
  .map(present);

type Wrap = (name: JsonObject, pod: JsonObject, other: JsonObject) => Json;

/** Every way in which a Pod stands in an object. */
const wraps: readonly Wrap[] = [
  (name, { metadata: own, spec }) => ({ apiVersion: "v1", kind: "Pod", metadata: { ...name, ...members(own) }, spec }),
  (name, { metadata: own, spec }) => ({ kind: "Pod", spec, metadata: { ...members(own), ...name }, apiVersion: "v1" }),
  (name, pod) => ({ apiVersion: "v1", kind: "PodTemplate", metadata: name, template: pod }),
  (name, pod) => workload("v1", "ReplicationController", name, pod),
  (name, pod) => workload("apps/v1", "Deployment", name, pod),
  (name, pod) => workload("apps/v1", "StatefulSet", name, pod),
  (name, pod) => workload("apps/v1", "DaemonSet", name, pod),
  (name, pod) => workload("extensions/v1beta1", "ReplicaSet", name, pod),
  (name, pod) => workload("batch/v1", "Job", name, pod),
  (name, pod) => ({
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: name,
    spec: { schedule: "0 3 * * *", jobTemplate: { spec: { template: pod } } },
  }),
  (name, pod) => workload("apps.openshift.io/v1", "DeploymentConfig", name, pod),
  (name, pod) => workload("argoproj.io/v1alpha1", "Rollout", name, pod),
  (name, pod, other) => ({
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Experiment",
    metadata: name,
    spec: {
      templates: [
        { name: "one", template: pod },
        { name: "two", template: other },
      ],
    },
  }),
  (name, pod) => workload("serving.knative.dev/v1", "Service", name, pod),
  (name, pod) => workload("apps.kruise.io/v1alpha1", "CloneSet", name, pod),
  (name, pod, other) => ({
    apiVersion: "kubeflow.org/v1",
    kind: "PyTorchJob",
    metadata: name,
    spec: { pytorchReplicaSpecs: { Worker: { template: pod }, Master: { template: other } } },
  }),
  (name, pod) => ({
    apiVersion: "keda.sh/v1alpha1",
    kind: "ScaledJob",
    metadata: name,
    spec: { jobTargetRef: { template: pod } },
  }),
  (name, pod, other) => ({
    apiVersion: "batch.volcano.sh/v1alpha1",
    kind: "Job",
    metadata: name,
    spec: { tasks: [{ replicas: 1, template: pod }, { template: other }] },
  }),
];

function members(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function workload(apiVersion: string, kind: string, name: JsonObject, pod: JsonObject): Json {
  return { apiVersion, kind, metadata: name, spec: { replicas: 3000000, selector: { app: "orders" }, template: pod } };
}

const withPods: fc.Arbitrary<Json> = fc
  .tuple(fc.constantFrom(...wraps), named, template, template)
  .map(([wrap, name, pod, other]) => wrap(name, pod, other));

const withoutPods: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { a: "x\ny\n", b: "0644" } },
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { "values.yaml": "containers:\n- name: a\n" } },
  { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { a: "kind: Pod\n" } },
  { apiVersion: "example.com/v1", kind: "Widget", spec: { on: true, list: [], none: null, text: "it's" } },
  {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: { template: { spec: { containers: [{ name: "a" }] } } },
  },
  { apiVersion: "v1", kind: "List", items: [] },
  null,
);

const context: fc.Arbitrary<Json> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("orders", "billing"),
      fc.constantFrom(undefined, "shop"),
      fc.constantFrom<Json | undefined>(undefined, null, {}, { "eks.amazonaws.com/audience": "other.example.com" }),
    )
    .map(([name, namespace, own]) => ({
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: present({ name, namespace, annotations: own }),
    })),
  fc.constant<Json>({ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", labels: { team: "shop" } } }),
);

const single: fc.Arbitrary<Json> = fc.oneof(
  { weight: 8, arbitrary: withPods },
  { weight: 2, arbitrary: withoutPods },
  { weight: 1, arbitrary: context },
);

const lists: fc.Arbitrary<Json> = fc
  .tuple(fc.constantFrom("List", "PodList", "Template"), fc.array(single, { maxLength: 3 }))
  .map(([kind, objects]) =>
    kind === "Template"
      ? { apiVersion: "template.openshift.io/v1", kind, objects, parameters: [{ name: "A", value: "1" }] }
      : { apiVersion: "v1", kind, items: objects },
  );

/** The documents of a stream: Pods in all the objects that hold some, alone and in Lists, between documents that hold none. */
export const manifests: fc.Arbitrary<readonly Json[]> = fc.array(
  fc.oneof({ weight: 6, arbitrary: single }, { weight: 1, arbitrary: lists }),
  { minLength: 1, maxLength: 3, size: "max" },
);
