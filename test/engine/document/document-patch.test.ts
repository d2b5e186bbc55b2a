import t from "tap";
import { documentPatch } from "../../../engine/document/document-patch.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Json, PatchOperation } from "../../../engine/json.ts";
import { locatePods } from "../../../engine/locate/locate-pods.ts";
import type { LocatedPod } from "../../../engine/locate/located-pod.ts";
import { addRows, builtInTable } from "../../../engine/locate/table.ts";

const table = addRows(builtInTable(), [
  {
    apiVersion: "example.com/v1",
    kind: "Apart",
    containers: "spec.pod.containers",
    volumes: "spec.storage.volumes",
    metadata: "spec.labels",
  },
  { apiVersion: "example.com/v1", kind: "NoVolumes", containers: "spec.containers" },
]);

function only(document: Json): LocatedPod {
  const [located, ...others] = locatePods(document, table).pods;
  if (located === undefined || others.length > 0) throw new Error("not one Pod");
  return located;
}

function patched(document: Json, ...patch: PatchOperation[]): PatchOperation[] {
  return documentPatch(document, only(document), patch);
}

t.test("paths become paths of the document", (t) => {
  const pod = { kind: "Pod", apiVersion: "v1", spec: { containers: [{ name: "a" }] } };
  const operations: readonly PatchOperation[] = [
    { op: "add", path: "/spec/containers/0/env", value: [] },
    { op: "replace", path: "/spec/containers/0", value: {} },
    { op: "remove", path: "/spec/containers/0" },
    { op: "test", path: "/spec/containers/0/name", value: "a" },
    { op: "add", path: "/spec/containers/-", value: {} },
  ];
  t.strictSame(patched(pod, ...operations), operations, "of a Pod they are the same");
  const cronJob = { kind: "CronJob", apiVersion: "batch/v1", spec: { jobTemplate: { spec: { template: pod } } } };
  t.strictSame(
    patched(cronJob, ...operations).map(({ path }) => path),
    operations.map(({ path }) => `/spec/jobTemplate/spec/template${path}`),
  );
  t.end();
});

t.test("keys with slashes, tildes and digits", (t) => {
  const pod = { kind: "Pod", apiVersion: "v1", metadata: { labels: {} } };
  const paths = [
    "/metadata/labels/a.b~1c",
    "/metadata/labels/a~0b",
    "/metadata/labels/7",
    "/metadata/labels/01",
    "/metadata/labels/~01",
  ];
  t.strictSame(
    patched(pod, ...paths.map((path): PatchOperation => ({ op: "add", path, value: "x" }))).map(({ path }) => path),
    paths,
  );
  t.end();
});

t.test("parents that the document lacks are made by the same add", (t) => {
  const added: PatchOperation = { op: "add", path: "/metadata/labels/a", value: "x" };
  const cases: readonly (readonly [template: Json, path: string, value: Json])[] = [
    [{ spec: {} }, "/spec/template/metadata", { labels: { a: "x" } }],
    [{ metadata: null }, "/spec/template/metadata", { labels: { a: "x" } }],
    [{ metadata: {} }, "/spec/template/metadata/labels", { a: "x" }],
    [{ metadata: { labels: null } }, "/spec/template/metadata/labels", { a: "x" }],
    [{ metadata: { labels: {} } }, "/spec/template/metadata/labels/a", "x"],
  ];
  for (const [template, path, value] of cases) {
    const deployment = { kind: "Deployment", apiVersion: "apps/v1", spec: { template } };
    t.strictSame(patched(deployment, added), [{ op: "add", path, value }], JSON.stringify(template));
  }
  t.end();
});

t.test("inherited names are no parents", (t) => {
  const pod = JSON.parse('{"kind":"Pod","apiVersion":"v1","metadata":{}}') as Json;
  t.strictSame(patched(pod, { op: "add", path: "/metadata/constructor/x", value: 1 }), [
    { op: "add", path: "/metadata/constructor", value: { x: 1 } },
  ]);
  const made = patched(pod, { op: "add", path: "/metadata/labels/__proto__", value: "x" });
  t.equal(JSON.stringify(made), '[{"op":"add","path":"/metadata/labels","value":{"__proto__":"x"}}]');
  t.end();
});

t.test("parts that a row places apart", (t) => {
  const apart = { kind: "Apart", apiVersion: "example.com/v1", spec: { pod: { containers: [{ name: "a" }] } } };
  const patch: PatchOperation[] = [
    { op: "add", path: "/spec/volumes", value: [] },
    { op: "add", path: "/spec/containers/0/env", value: [] },
    { op: "add", path: "/metadata/annotations", value: {} },
  ];
  t.strictSame(patched(apart, ...patch), [
    { op: "add", path: "/spec/storage", value: { volumes: [] } },
    { op: "add", path: "/spec/pod/containers/0/env", value: [] },
    { op: "add", path: "/spec/labels", value: { annotations: {} } },
  ]);
  t.end();
});

t.test("an owner without a place for what is to be written", (t) => {
  const document = {
    kind: "NoVolumes",
    apiVersion: "example.com/v1",
    metadata: { name: "n" },
    spec: { containers: [{ name: "a" }] },
  };
  try {
    patched(document, { op: "add", path: "/spec/volumes", value: [] });
    t.fail("no error");
  } catch (error) {
    if (!(error instanceof PodgraftError)) throw error;
    t.equal(error.code, "internal.patch");
    t.match(error.message, /NoVolumes n has no place for \/spec\/volumes; give its path under workloads/);
  }
  t.end();
});

t.test("positions in a list count in what the operations before have made of it", (t) => {
  const document = {
    kind: "Deployment",
    apiVersion: "apps/v1",
    spec: { template: { spec: { initContainers: [{ name: "app" }] } } },
  };
  const patch: readonly PatchOperation[] = [
    { op: "add", path: "/spec/initContainers/0", value: { name: "setup" } },
    { op: "add", path: "/spec/initContainers/1/env", value: [{ name: "A" }] },
    { op: "add", path: "/spec/initContainers/1/env/-", value: { name: "B" } },
  ];
  t.strictSame(
    patched(document, ...patch),
    patch.map((operation) => ({ ...operation, path: `/spec/template${operation.path}` })),
  );
  t.end();
});
