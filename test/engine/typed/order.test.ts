import t from "tap";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { isJsonObject, member } from "../../../engine/json.ts";
import { orderContainer, orderEnv, orderFields, orderMount, orderVolume } from "../../../engine/typed/order.ts";
import { structShape } from "../../../engine/typed/shapes.ts";

type Row = {
  readonly title: string;
  readonly order: (value: JsonObject) => JsonObject;
  readonly value: string;
  readonly ordered: string;
};

const rows: readonly Row[] = [
  {
    title: "a variable",
    order: orderEnv,
    value: '{"valueFrom":{"fieldRef":{"fieldPath":"metadata.name","apiVersion":"v1"}},"name":"A"}',
    ordered: '{"name":"A","valueFrom":{"fieldRef":{"apiVersion":"v1","fieldPath":"metadata.name"}}}',
  },
  {
    title: "a mount",
    order: orderMount,
    value:
      '{"subPathExpr":"e","mountPropagation":"None","subPath":"s","mountPath":"/m","recursiveReadOnly":"Disabled","readOnly":true,"name":"v"}',
    ordered:
      '{"name":"v","readOnly":true,"recursiveReadOnly":"Disabled","mountPath":"/m","subPath":"s","mountPropagation":"None","subPathExpr":"e"}',
  },
  {
    title: "a projected volume",
    order: orderVolume,
    value:
      '{"projected":{"defaultMode":420,"sources":[{"serviceAccountToken":{"path":"token","expirationSeconds":1,"audience":"a"}},' +
      '{"configMap":{"optional":true,"items":[{"mode":1,"path":"p","key":"k"}],"name":"c"}},' +
      '{"clusterTrustBundle":{"path":"p","optional":true,"labelSelector":{"matchLabels":{"b":"1","a":"2"}},"signerName":"s","name":"n"}},' +
      '{"downwardAPI":{"items":[{"mode":1,"fieldRef":{"fieldPath":"f"},"path":"p"}]}}]},"name":"v"}',
    ordered:
      '{"name":"v","projected":{"sources":[{"serviceAccountToken":{"audience":"a","expirationSeconds":1,"path":"token"}},' +
      '{"configMap":{"name":"c","items":[{"key":"k","path":"p","mode":1}],"optional":true}},' +
      '{"clusterTrustBundle":{"name":"n","signerName":"s","labelSelector":{"matchLabels":{"a":"2","b":"1"}},"optional":true,"path":"p"}},' +
      '{"downwardAPI":{"items":[{"path":"p","fieldRef":{"fieldPath":"f"},"mode":1}]}}],"defaultMode":420}}',
  },
  {
    title: "a downwardAPI and an emptyDir volume",
    order: orderVolume,
    value: '{"emptyDir":{"sizeLimit":"1Mi","medium":"Memory"},"downwardAPI":{"defaultMode":420,"items":[]},"name":"v"}',
    ordered:
      '{"name":"v","emptyDir":{"medium":"Memory","sizeLimit":"1Mi"},"downwardAPI":{"items":[],"defaultMode":420}}',
  },
  {
    title: "a container",
    order: orderContainer,
    value:
      '{"tty":true,"securityContext":{"runAsUser":1,"privileged":false,"capabilities":{"drop":["ALL","A"],"add":[]}},"lifecycle":{"preStop":{"exec":{"command":["z","a"]}},"postStart":null},' +
      '"resources":{"requests":{"memory":"1","cpu":"1"},"limits":{"memory":"1","cpu":"1"}},"env":[{"value":"1","name":"B"},{"value":"1","name":"A"}],' +
      '"ports":[{"protocol":"TCP","containerPort":1,"name":"p"}],"args":["b","a"],"command":["c"],"image":"i","name":"n","restartPolicy":"Always"}',
    ordered:
      '{"name":"n","image":"i","command":["c"],"args":["b","a"],"ports":[{"name":"p","containerPort":1,"protocol":"TCP"}],"env":[{"name":"B","value":"1"},{"name":"A","value":"1"}],' +
      '"resources":{"limits":{"cpu":"1","memory":"1"},"requests":{"cpu":"1","memory":"1"}},"restartPolicy":"Always",' +
      '"lifecycle":{"postStart":null,"preStop":{"exec":{"command":["z","a"]}}},"securityContext":{"capabilities":{"add":[],"drop":["ALL","A"]},"privileged":false,"runAsUser":1},"tty":true}',
  },
  {
    title: "unknown members last and sorted, at every level",
    order: orderEnv,
    value: '{"new":{"b":[{"d":1,"c":2}],"a":1},"__proto__":{"y":1,"x":2},"constructor":1,"name":"A"}',
    ordered: '{"name":"A","__proto__":{"x":2,"y":1},"constructor":1,"new":{"a":1,"b":[{"c":2,"d":1}]}}',
  },
  {
    title: "members of a wrong type",
    order: orderContainer,
    value: '{"env":{"name":"z","b":1},"name":["a"],"resources":[{"requests":{},"limits":{}}]}',
    ordered: '{"name":["a"],"env":{"b":1,"name":"z"},"resources":[{"limits":{},"requests":{}}]}',
  },
];

for (const { title, order, value, ordered } of rows) {
  t.test(title, (t) => {
    const given = JSON.parse(value) as JsonObject;
    t.equal(JSON.stringify(order(given)), ordered);
    t.equal(JSON.stringify(given), value, "the argument stays as it is");
    t.end();
  });
}

t.test("absent members stay absent", (t) => {
  t.strictSame(Object.keys(orderEnv({ value: undefined, name: "A" })), ["name"]);
  t.end();
});

t.test("values of any depth are taken, in order as deep as Kubernetes' own go", (t) => {
  let place: Json | undefined = orderEnv({
    name: "A",
    deep: JSON.parse(`${'{"b":1,"a":'.repeat(9_000)}1${"}".repeat(9_000)}`) as Json,
  });
  place = member(place, "deep");
  const orders: string[] = [];
  for (; isJsonObject(place); place = member(place, "a")) orders.push(Object.keys(place).join(""));
  t.equal(orders.length, 9_000);
  t.ok(orders.slice(0, 90).every((order) => order === "ab"));
  t.ok(orders.slice(200).every((order) => order === "ba"));
  t.end();
});

t.test("a type that the table lacks", (t) => {
  for (const name of ["Containers", "__proto__", "toString"])
    t.throws(() => orderFields({}, name), { code: "internal.decision" }, name);
  t.throws(() => structShape("string"), { message: /no type string/ });
  t.end();
});
