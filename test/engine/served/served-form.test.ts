import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import { isApiAccessMount } from "../../../engine/served/container.ts";
import {
  sameServedContainer,
  sameServedMount,
  sameServedVariable,
  sameServedVolume,
} from "../../../engine/served/served-form.ts";

type Comparison = (left: JsonObject, right: JsonObject) => boolean;
type Row = readonly [title: string, same: boolean, compare: Comparison, left: JsonObject, right: JsonObject];

const probe = { name: "c", image: "a:1" };
const apiAccess = {
  name: "kube-api-access-abcde",
  readOnly: true,
  mountPath: "/var/run/secrets/kubernetes.io/serviceaccount",
};
const field = { fieldPath: "metadata.name" };

const rows: readonly Row[] = [
  ["an empty value is not stored", true, sameServedVariable, { name: "A" }, { name: "A", value: "" }],
  ["another value", false, sameServedVariable, { name: "A" }, { name: "A", value: "1" }],
  [
    "a field reference has a version",
    true,
    sameServedVariable,
    { name: "A", valueFrom: { fieldRef: field } },
    { name: "A", valueFrom: { fieldRef: { apiVersion: "v1", ...field } } },
  ],
  ["member order", true, sameServedVariable, { name: "A", value: "1" }, { value: "1", name: "A" }],
  [
    "readOnly false is not stored",
    true,
    sameServedMount,
    { name: "v", mountPath: "/v" },
    { name: "v", mountPath: "/v", readOnly: false, subPath: "" },
  ],
  [
    "readOnly true is",
    false,
    sameServedMount,
    { name: "v", mountPath: "/v" },
    { name: "v", mountPath: "/v", readOnly: true },
  ],
  [
    "projected: mode and token life",
    true,
    sameServedVolume,
    { name: "p", projected: { sources: [{ serviceAccountToken: { path: "t" } }] } },
    {
      name: "p",
      projected: { defaultMode: 420, sources: [{ serviceAccountToken: { path: "t", expirationSeconds: 3600 } }] },
    },
  ],
  [
    "projected: another mode",
    false,
    sameServedVolume,
    { name: "p", projected: { sources: [] } },
    { name: "p", projected: { defaultMode: 288, sources: [] } },
  ],
  [
    "projected: field references",
    true,
    sameServedVolume,
    { name: "p", projected: { sources: [{ downwardAPI: { items: [{ path: "n", fieldRef: field }] } }] } },
    {
      name: "p",
      projected: { sources: [{ downwardAPI: { items: [{ path: "n", fieldRef: { apiVersion: "v1", ...field } }] } }] },
    },
  ],
  [
    "downwardAPI",
    true,
    sameServedVolume,
    { name: "d", downwardAPI: { items: [{ path: "n", fieldRef: field }] } },
    { name: "d", downwardAPI: { defaultMode: 420, items: [{ path: "n", fieldRef: { apiVersion: "v1", ...field } }] } },
  ],
  [
    "configMap",
    true,
    sameServedVolume,
    { name: "c", configMap: { name: "c" } },
    { name: "c", configMap: { name: "c", defaultMode: 420 } },
  ],
  [
    "secret",
    true,
    sameServedVolume,
    { name: "c", secret: { secretName: "c" } },
    { name: "c", secret: { secretName: "c", defaultMode: 420 } },
  ],
  ["emptyDir", true, sameServedVolume, { name: "e", emptyDir: {} }, { emptyDir: {}, name: "e" }],
  ["another source", false, sameServedVolume, { name: "e", emptyDir: {} }, { name: "e", hostPath: { path: "/" } }],
  [
    "a list of scalars stays",
    true,
    sameServedContainer,
    { ...probe, command: ["odd"] },
    { ...probe, command: ["odd"], resources: {} },
  ],
  [
    "an item that is no object stays",
    true,
    sameServedContainer,
    { ...probe, env: ["odd"] },
    { ...probe, env: ["odd"], resources: {} },
  ],
  [
    "unknown fields are not served",
    true,
    sameServedVariable,
    { name: "A", value: "1", later: {} },
    { name: "A", value: "1" },
  ],
  [
    "nor those inside",
    true,
    sameServedVolume,
    { name: "p", projected: { sources: [{ serviceAccountToken: { path: "t", later: 1 } }] } },
    { name: "p", later: true, projected: { sources: [{ serviceAccountToken: { path: "t" } }] } },
  ],
  [
    "container defaults",
    true,
    sameServedContainer,
    probe,
    {
      ...probe,
      terminationMessagePath: "/dev/termination-log",
      terminationMessagePolicy: "File",
      imagePullPolicy: "IfNotPresent",
      resources: {},
    },
  ],
  [
    "pull policy of latest",
    true,
    sameServedContainer,
    { name: "c", image: "r:5000/a" },
    { name: "c", image: "r:5000/a", imagePullPolicy: "Always" },
  ],
  [
    "pull policy of a tag",
    false,
    sameServedContainer,
    { name: "c", image: "r:5000/a:1" },
    { name: "c", image: "r:5000/a:1", imagePullPolicy: "Always" },
  ],
  [
    "pull policy of a digest",
    true,
    sameServedContainer,
    { name: "c", image: "a@sha256:0" },
    { name: "c", image: "a@sha256:0", imagePullPolicy: "IfNotPresent" },
  ],
  ["no image at all", true, sameServedContainer, { name: "c" }, { name: "c", imagePullPolicy: "IfNotPresent" }],
  [
    "port protocol",
    true,
    sameServedContainer,
    { ...probe, ports: [{ containerPort: 1 }] },
    { ...probe, ports: [{ containerPort: 1, protocol: "TCP" }] },
  ],
  [
    "limits become requests",
    true,
    sameServedContainer,
    { ...probe, resources: { limits: { cpu: "1" } } },
    { ...probe, resources: { limits: { cpu: "1" }, requests: { cpu: "1" } } },
  ],
  [
    "requests stay",
    true,
    sameServedContainer,
    { ...probe, resources: { limits: { cpu: "1" }, requests: { cpu: "2" } } },
    { ...probe, resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } },
  ],
  ["requests without limits", false, sameServedContainer, { ...probe, resources: { requests: { cpu: "1" } } }, probe],
  [
    "the API access mount does not count",
    true,
    sameServedContainer,
    { ...probe, volumeMounts: [] },
    { ...probe, volumeMounts: [apiAccess] },
  ],
  [
    "another mount does",
    false,
    sameServedContainer,
    probe,
    { ...probe, volumeMounts: [{ name: "v", mountPath: "/v" }] },
  ],
  [
    "the same mount name elsewhere does",
    false,
    sameServedContainer,
    probe,
    { ...probe, volumeMounts: [{ ...apiAccess, mountPath: "/v" }] },
  ],
  [
    "empty lists, null and unset booleans",
    true,
    sameServedContainer,
    { ...probe, env: [], command: null, stdin: false, tty: false, stdinOnce: false },
    probe,
  ],
  [
    "variables inside",
    true,
    sameServedContainer,
    { ...probe, env: [{ name: "A", value: "" }] },
    { ...probe, env: [{ name: "A" }] },
  ],
];

for (const [title, same, compare, left, right] of rows) {
  t.equal(compare(left, right), same, title);
  t.equal(compare(right, left), same, `${title} (the other way round)`);
  t.ok(compare(left, structuredClone(left)), `${title} (equal to itself)`);
}

t.ok(isApiAccessMount(apiAccess));
t.notOk(isApiAccessMount("kube-api-access-abcde"));
t.notOk(isApiAccessMount({ name: "kube-api", mountPath: apiAccess.mountPath }));
