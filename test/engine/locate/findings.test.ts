import { readFileSync } from "node:fs";
import t from "tap";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { member } from "../../../engine/json.ts";
import { locatePods } from "../../../engine/locate/locate-pods.ts";
import { builtInTable } from "../../../engine/locate/table.ts";
import { findPodSpecs } from "../../../engine/locate/template-search.ts";

const template = { spec: { containers: [{ name: "app", image: "app" }] } };

function findingsOf(document: Json): unknown {
  return locatePods(document, builtInTable()).findings;
}

function object(apiVersion: string, kind: string, rest: JsonObject = {}): JsonObject {
  return { apiVersion, kind, metadata: { name: "one" }, ...rest };
}

for (const [apiVersion, kind] of [
  ["argoproj.io/v1alpha1", "Workflow"],
  ["argoproj.io/v1alpha1", "WorkflowTemplate"],
  ["argoproj.io/v1alpha1", "ClusterWorkflowTemplate"],
  ["argoproj.io/v1alpha1", "CronWorkflow"],
  ["tekton.dev/v1beta1", "Task"],
  ["tekton.dev/v1", "TaskRun"],
  ["tekton.dev/v1", "Pipeline"],
  ["tekton.dev/v1", "PipelineRun"],
  ["kafka.strimzi.io/v1beta2", "Kafka"],
  ["kafka.strimzi.io/v1", "KafkaConnect"],
  ["sparkoperator.k8s.io/v1beta2", "SparkApplication"],
] as const) {
  t.test(`${apiVersion} ${kind} is out of reach`, (t) => {
    const document = object("v1", "List", { items: [object(apiVersion, kind, { spec: { template } })] });
    t.strictSame(findingsOf(document), [
      { code: "workload.not_reachable", path: ["items", 0], params: { apiVersion, kind, name: "one" } },
    ]);
    t.end();
  });
}

for (const [apiVersion, kind] of [
  ["example.com/v1", "Workflow"],
  ["kafka.strimzi.io/v1", "KafkaTopic"],
  ["kafka.strimzi.io/v1", "constructor"],
  ["__proto__/v1", "Kafka"],
  ["v1", "ConfigMap"],
] as const) {
  t.test(`${apiVersion} ${kind} without containers is nothing to speak of`, (t) => {
    t.strictSame(
      findingsOf(object(apiVersion, kind, { spec: { containers: "many" }, data: { containers: "[]" } })),
      [],
    );
    t.end();
  });
}

t.test("an unknown kind with containers is named, with the path of each spec and what would be its template", (t) => {
  const params = { apiVersion: "example.com/v1", kind: "Worker", name: "one" };
  const document = object("example.com/v1", "Worker", {
    containers: [{ image: "a" }],
  });
  t.strictSame(findingsOf(document), [
    { code: "workload.unknown_kind", path: [], params: { ...params, template: "(root)" } },
  ]);
  const several = object("example.com/v1", "Worker", {
    spec: { groups: [{ template }, { pod: { containers: [{ name: "b" }] } }], jobs: { x: template } },
  });
  t.strictSame(findingsOf(object("v1", "List", { items: [several] })), [
    {
      code: "workload.unknown_kind",
      path: ["items", 0, "spec", "groups", 0, "template", "spec"],
      params: { ...params, template: "spec.groups[0].template" },
    },
    {
      code: "workload.unknown_kind",
      path: ["items", 0, "spec", "groups", 1, "pod"],
      params: { ...params, template: "spec.groups[1].pod" },
    },
    {
      code: "workload.unknown_kind",
      path: ["items", 0, "spec", "jobs", "x", "spec"],
      params: { ...params, template: "spec.jobs.x" },
    },
  ]);
  t.end();
});

t.test("an object without a kind is an unknown kind", (t) => {
  t.strictSame(findingsOf(template), [
    {
      code: "workload.unknown_kind",
      path: ["spec"],
      params: { apiVersion: "", kind: "", name: "", template: "(root)" },
    },
  ]);
  t.end();
});

t.test("a CustomResourceDefinition is never looked into", (t) => {
  t.strictSame(findingsOf(object("apiextensions.k8s.io/v1", "CustomResourceDefinition", { spec: template.spec })), []);
  t.strictSame(
    findingsOf(
      object("v1", "List", { items: [object("apiextensions.k8s.io/v1beta1", "CustomResourceDefinition", template)] }),
    ),
    [],
  );
  t.end();
});

t.test("what has the shape of a Pod's spec", (t) => {
  for (const [spec, isFound] of [
    [{ containers: [{ name: "a" }] }, true],
    [{ containers: [{ image: "a" }, { name: "b" }] }, true],
    [{ containers: [] }, false],
    [{ containers: null }, false],
    [{ containers: {} }, false],
    [{ containers: ["a"] }, false],
    [{ containers: [{ name: "a" }, null] }, false],
    [{ containers: [{ name: 1 }] }, false],
    [{ containers: [{ cpu: 1 }] }, false],
    [{ initContainers: [{ name: "a" }] }, false],
  ] as const) {
    t.strictSame(findPodSpecs({ a: spec }), isFound ? [["a"]] : [], JSON.stringify(spec));
  }
  t.end();
});

t.test("the object's own metadata and status are not searched, and no find inside a find", (t) => {
  const inner = { ...template.spec, more: template };
  t.strictSame(findPodSpecs({ metadata: template, status: template, spec: { status: inner } }), [["spec", "status"]]);
  t.end();
});

t.test("the search is bounded", (t) => {
  let deep: Json = template;
  for (let level = 0; level < 10_000; level++) deep = level % 2 === 0 ? [deep] : { a: deep };
  t.strictSame(findPodSpecs({ deep, beside: template }), [["beside", "spec"]], "in depth");
  const wide = Array.from({ length: 200_000 }, () => ({}));
  t.strictSame(findPodSpecs({ first: template, wide, last: template }), [["first", "spec"]], "in size");
  t.end();
});

t.test("both findings are in the code table", (t) => {
  const table = JSON.parse(
    readFileSync(new URL("../../../../policies/schema/codes/workload.json", import.meta.url), "utf8"),
  ) as Json;
  for (const code of ["workload.not_reachable", "workload.unknown_kind"]) {
    const entry = member(member(table, "findings"), code);
    t.match(entry, { severity: "info", setting: null, title: String, description: String, fix: String });
  }
  t.end();
});
