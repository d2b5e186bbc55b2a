import t from "tap";
import { findings } from "../../engine/codes/codes.ts";
import type { Finding } from "../../engine/document/finding.ts";
import type { ObjectIdentity } from "../../engine/locate/object-identity.ts";
import { findingKey, recordFinding } from "../../report/finding-record.ts";

const finding: Finding = {
  code: "mount.conflict",
  severity: "error",
  provider: "aws",
  path: ["spec", "containers", 1, "volumeMounts", 0],
  params: { volume: "data", mountPath: "/x", container: "app", absent: undefined },
};
const owner: ObjectIdentity = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  name: "orders",
  namespace: "shop",
  path: ["items", 2],
};
const place = { file: "a.yaml", document: 2, line: 7, column: 3 };

t.test("a record has words from the table, the object, and sorted params", async (t) => {
  const record = recordFinding(finding, owner, place);
  t.strictSame(record, {
    code: "mount.conflict",
    severity: "error",
    provider: "aws",
    place,
    source: null,
    path: "spec.containers[1].volumeMounts[0]",
    object: { apiVersion: "apps/v1", kind: "Deployment", namespace: "shop", name: "orders" },
    serviceAccount: null,
    isUnremarkable: false,
    isDenial: false,
    title: findings["mount.conflict"].title,
    message: 'The volume "data" is mounted at "/x", where it hides the token',
    fix: findings["mount.conflict"].fix,
    help: "https://podgraft.dev/docs/findings.md#mount.conflict",
    params: { container: "app", mountPath: "/x", volume: "data" },
  });
  t.match(recordFinding(finding, owner, place, { source: "c/templates/x.yaml", serviceAccount: "orders" }), {
    source: "c/templates/x.yaml",
    serviceAccount: "orders",
  });
  t.strictSame(Object.keys(record.params), ["container", "mountPath", "volume"]);
  t.match(recordFinding(finding, null, place).object, { apiVersion: "", kind: "", namespace: null, name: "" });
});

t.test("a key survives moves within files and renamed files, nothing else", async (t) => {
  const key = (changes: Partial<Finding> = {}, object: Partial<ObjectIdentity> = {}, at = place): string =>
    findingKey(recordFinding({ ...finding, ...changes }, { ...owner, ...object }, at));
  t.equal(key({}, {}, { file: "b.yaml", document: 1, line: 1, column: 1 }), key());
  t.equal(key({ severity: "warning" }), key());
  t.equal(key({}, { apiVersion: "apps/v1beta1" }), key(), "another version of the group");
  const others: readonly string[] = [
    key({ code: "volume.conflict" }),
    key({ path: [] }),
    key({ params: { container: "other" } }),
    key({ params: { key: "app" }, path: ["x"] }),
    key({}, { kind: "StatefulSet" }),
    key({}, { name: "invoices" }),
    key({}, { namespace: null }),
    key({}, { apiVersion: "extensions/v1beta1" }),
  ];
  t.equal(new Set([...others, key()]).size, others.length + 1);
});
