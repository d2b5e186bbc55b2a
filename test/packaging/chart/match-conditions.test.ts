import { evaluate } from "@marcbachmann/cel-js";
import t from "tap";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { at, listAt, ofKind, render, skip } from "./render.ts";
import { valueSets } from "./value-sets.ts";

/** All expressions that the chart may contain, on one line each. A new one belongs here, with requests below that try it. */
const allowed: { readonly [name: string]: string } = {
  "not-a-mirror-pod":
    "!(has(object.metadata.annotations) && 'kubernetes.io/config.mirror' in object.metadata.annotations)",
  "creation-annotations-or-ephemeral-containers":
    "request.operation != 'UPDATE' || (has(request.subResource) && request.subResource != '') || has(object.metadata.annotations) != has(oldObject.metadata.annotations) || (has(object.metadata.annotations) && has(oldObject.metadata.annotations) && object.metadata.annotations != oldObject.metadata.annotations)",
  "not-a-controller-of-the-system":
    "!(has(request.userInfo.username) && request.userInfo.username.startsWith('system:serviceaccount:kube-system:'))",
  "creation-or-another-spec":
    "request.operation != 'UPDATE' || !has(object.spec) || !has(oldObject.spec) || object.spec != oldObject.spec",
};

t.test("the chart has these expressions and no others", { skip }, async (t) => {
  const seen = new Set<string>();
  for (const [title, values] of Object.entries(valueSets)) {
    const own = new Set(listAt(values, "webhooks.matchConditions").map((condition) => at(condition, "name")));
    for (const condition of (await render(values)).flatMap(conditionsOf)) {
      const name = String(at(condition, "name"));
      if (own.has(name)) continue;
      seen.add(name);
      t.equal(at(condition, "expression"), allowed[name], `${title}: ${name}`);
    }
  }
  t.same([...seen].toSorted(), Object.keys(allowed).toSorted());
});

function conditionsOf(object: JsonObject): readonly Json[] {
  return listAt(object, "webhooks").flatMap((webhook) => listAt(webhook, "matchConditions"));
}

t.test("conditions of one's own come after the chart's", { skip }, async (t) => {
  const objects = await render(valueSets["everything named"]);
  const lists = ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"].flatMap((kind) =>
    ofKind(objects, kind).flatMap((object) => listAt(object, "webhooks")),
  );
  t.equal(lists.length, 3);
  for (const webhook of lists) t.equal(at(listAt(webhook, "matchConditions").at(-1), "name"), "not-ours");
});

/** What an API server's request may look like, fields that may be absent left out in turn. */
const requests: { readonly [title: string]: JsonObject } = {
  "a creation without annotations": create({}),
  "a creation by nobody": { request: { operation: "CREATE", userInfo: {} }, object: { metadata: {} }, oldObject: null },
  "a creation with annotations": create({ annotations: { a: "b" } }),
  "a mirror Pod": create({ annotations: { "kubernetes.io/config.mirror": "x" } }),
  "an empty annotation of a mirror Pod": create({ annotations: { "kubernetes.io/config.mirror": "" } }),
  "an update of nothing": update({}, {}),
  "an update of a label": update({ annotations: { a: "b" } }, { annotations: { a: "b" }, labels: { c: "d" } }),
  "a first annotation": update({}, { annotations: { a: "b" } }),
  "an annotation less": update({ annotations: { a: "b", c: "d" } }, { annotations: { a: "b" } }),
  "no annotation any more": update({ annotations: { a: "b" } }, {}),
  "another value": update({ annotations: { a: "b" } }, { annotations: { a: "c" } }),
  "an ephemeral container": {
    ...update({}, {}),
    request: { operation: "UPDATE", subResource: "ephemeralcontainers", userInfo: { username: "jane" } },
  },
  "another spec": update({}, {}, { replicas: 1 }, { replicas: 2 }),
  "a first spec": { ...update({}, {}), oldObject: { metadata: {} } },
  "a controller": {
    ...create({}),
    request: { operation: "CREATE", userInfo: { username: "system:serviceaccount:kube-system:deployment-controller" } },
  },
  "a namesake of a controller": {
    ...create({}),
    request: {
      operation: "CREATE",
      userInfo: { username: "system:serviceaccount:kube-system-2:deployment-controller" },
    },
  },
};

function create(metadata: JsonObject): JsonObject {
  return {
    request: { operation: "CREATE", userInfo: { username: "jane", groups: ["system:authenticated"] } },
    object: { metadata: { name: "p", ...metadata }, spec: { containers: [] } },
    oldObject: null,
  };
}

function update(before: JsonObject, after: JsonObject, oldSpec: Json = {}, spec: Json = {}): JsonObject {
  return {
    request: { operation: "UPDATE", userInfo: { username: "jane" } },
    object: { metadata: { name: "p", ...after }, spec },
    oldObject: { metadata: { name: "p", ...before }, spec: oldSpec },
  };
}

const everything = Object.keys(requests);

/** The requests that each condition keeps from the server; all others are sent. */
const kept: { readonly [name: string]: readonly string[] } = {
  "not-a-mirror-pod": ["a mirror Pod", "an empty annotation of a mirror Pod"],
  "creation-annotations-or-ephemeral-containers": [
    "an update of nothing",
    "an update of a label",
    "another spec",
    "a first spec",
  ],
  "not-a-controller-of-the-system": ["a controller"],
  "creation-or-another-spec": [
    "an update of nothing",
    "an update of a label",
    "a first annotation",
    "an annotation less",
    "no annotation any more",
    "another value",
    "an ephemeral container",
  ],
};

for (const [name, expression] of Object.entries(allowed)) {
  for (const title of everything) {
    t.test(`${name}, asked with ${title}`, async (t) => {
      t.equal(evaluate(expression, requests[title]), !kept[name]?.includes(title));
    });
  }
}

t.test("an unguarded expression would fail here", async (t) => {
  t.throws(() => void evaluate("'a' in object.metadata.annotations", requests["a creation without annotations"]));
  t.throws(() => void evaluate("request.subResource == ''", requests["a creation by nobody"]));
});
