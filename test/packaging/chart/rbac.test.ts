import t from "tap";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { at, listAt, namespace, ofKind, only, render, skip } from "./render.ts";
import { valueSets } from "./value-sets.ts";

const reading = { apiGroups: [""], resources: ["serviceaccounts", "namespaces"], verbs: ["get", "list", "watch"] };

/** What mode selfManaged adds for a kind of webhook configuration. */
function patching(resource: string): JsonObject {
  return {
    apiGroups: ["admissionregistration.k8s.io"],
    resources: [resource],
    resourceNames: ["podgraft"],
    verbs: ["get", "patch"],
  };
}

const validating = patching("validatingwebhookconfigurations");
const mutating = patching("mutatingwebhookconfigurations");

const clusterRules: readonly [string, readonly JsonObject[]][] = [
  ["no values", [reading, validating]],
  ["every webhook", [reading, validating, mutating]],
  ["mutation alone", [reading, mutating]],
  ["no webhooks", [reading]],
  ["cert-manager", [reading]],
  ["OpenShift", [reading]],
  ["a Secret of one's own", [reading]],
];

for (const [title, rules] of clusterRules) {
  t.test(`the ClusterRole has these rules and no others: ${title}`, { skip }, async (t) => {
    t.same(at(only(await render(valueSets[title]), "ClusterRole"), "rules"), rules);
  });
}

t.test("only self-managed certificates need a Secret, and that one by its name", { skip }, async (t) => {
  const role = only(await render(), "Role");
  t.same(at(role, "rules"), [
    { apiGroups: [""], resources: ["secrets"], resourceNames: ["podgraft-certificate"], verbs: ["get", "update"] },
  ]);
  t.equal(at(role, "metadata.namespace"), namespace);
  for (const title of ["cert-manager", "OpenShift", "a Secret of one's own"]) {
    t.same(ofKind(await render(valueSets[title]), "Role"), [], title);
  }
});

for (const [title, values] of Object.entries(valueSets)) {
  t.test(`no rule reaches further than it must: ${title}`, { skip }, async (t) => {
    const objects = await render(values);
    const roles = [...ofKind(objects, "ClusterRole"), ...ofKind(objects, "Role")];
    for (const rule of roles.flatMap((role) => listAt(role, "rules"))) t.same(excesses(rule), []);
    const account = at(only(objects, "Deployment"), "spec.template.spec.serviceAccountName");
    for (const binding of [...ofKind(objects, "ClusterRoleBinding"), ...ofKind(objects, "RoleBinding")]) {
      t.match(at(binding, "subjects"), [{ kind: "ServiceAccount", name: account, namespace }]);
    }
    t.equal(ofKind(objects, "ClusterRoleBinding").length, ofKind(objects, "ClusterRole").length);
    t.equal(ofKind(objects, "RoleBinding").length, ofKind(objects, "Role").length);
  });
}

const changing = ["create", "update", "patch", "delete", "deletecollection", "escalate", "bind", "impersonate", "*"];

/** What is too much in a rule: wildcards, and changes of, or a look at, more than named objects. */
function excesses(rule: Json): string[] {
  const texts = ["apiGroups", "resources", "verbs"].flatMap((key) => listAt(rule, key).map(String));
  const verbs = listAt(rule, "verbs").map(String);
  const named = listAt(rule, "resourceNames").length > 0;
  const harmless = listAt(rule, "resources").every((resource) =>
    ["serviceaccounts", "namespaces"].includes(String(resource)),
  );
  return [
    ...texts.filter((text) => text.includes("*")),
    ...verbs.filter((verb) => changing.includes(verb) && !named),
    ...(named || harmless ? [] : ["a kind that is not read by name"]),
  ];
}

t.test("a rule that reaches too far is noticed", (t) => {
  t.same(excesses({ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }), ["a kind that is not read by name"]);
  t.same(excesses({ apiGroups: ["*"], resources: ["namespaces"], verbs: ["patch"] }), ["*", "patch"]);
  t.end();
});
