import { Ajv } from "ajv";
import fc from "fast-check";
import t from "tap";
import { configSchema } from "../../../engine/config/generated/schema.ts";
import type { Schema } from "../../../engine/config/schema/schema.ts";
import { validate } from "../../../engine/config/validate.ts";
import { isJsonList, isJsonObject, type Json } from "../../../engine/json.ts";

const accepts = new Ajv({ strict: true }).compile(configSchema);

const full: Json = {
  apiVersion: "podgraft.dev/v1alpha1",
  kind: "Config",
  metadata: { name: "x" },
  extends: "../base.yaml",
  preset: "eks",
  providers: {
    aws: {
      tokenExpiration: 3600,
      instanceIdentity: { accountId: "111122223333", region: "eu-west-1" },
      configMap: { "a/b": null },
      containerCredentials: { identities: [{ namespace: "a", serviceAccount: "" }] },
    },
    azure: {
      azureTenantId: "t",
      mutatingWebhookNamespaceSelector: {
        matchLabels: { a: "b" },
        matchExpressions: [{ key: "k", operator: "In", values: ["x"] }],
      },
    },
    gcp: null,
    alibaba: { accountUid: "1", autoInjectSTSEnvVars: false },
  },
  order: ["gcp", "aws"],
  environments: { prod: { admission: { mode: "off" }, providers: { aws: { jitter: "pinned" } } } },
  context: { files: ["a.yaml"] },
  identities: [
    { match: { namespace: "shop-*" }, annotations: { a: "b" }, namespaceLabels: { c: "on" }, override: true },
  ],
  render: { unknownNamespace: "skip" },
  verify: { conflicts: "deny" },
  exceptions: [{ match: {}, code: "volume.*", until: "2027-01-31", reason: "why" }],
  workloads: [{ apiVersion: "example.com/v1", kind: "Thing", template: "spec.template" }],
};

/** Every place in a document. */
function places(value: Json, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  const inside = isJsonList(value)
    ? value.map((item, index) => [index, item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return [path, ...inside.flatMap(([key, member]) => places(member ?? null, [...path, key]))];
}

/** A copy with another value at a place; `undefined` removes it. */
function changed(value: Json, path: readonly (string | number)[], other: Json | undefined): Json {
  const [first, ...rest] = path;
  if (first === undefined) return other ?? null;
  if (isJsonList(value))
    return value.flatMap((item, index) =>
      index !== first ? [item] : rest.length === 0 && other === undefined ? [] : [changed(item, rest, other)],
    );
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(
    entries.flatMap(([key, item]) =>
      key !== first
        ? [[key, item]]
        : rest.length === 0 && other === undefined
          ? []
          : [[key, changed(item, rest, other)]],
    ),
  );
}

t.test("the whole configuration is accepted by ajv in strict mode and by the engine", async (t) => {
  t.ok(accepts(full), JSON.stringify(accepts.errors));
  t.strictSame(validate(configSchema, full), []);
});

t.test("ajv and the engine agree on any configuration with something changed", async () => {
  const other = fc.constantFrom<Json | undefined>(
    undefined,
    null,
    true,
    0,
    -1,
    1.5,
    512,
    "",
    "x",
    "off",
    "a/b",
    "2027-01-31",
    [],
    ["aws", "aws"],
    {},
    { x: 1 },
    { namespace: "a" },
  );
  fc.assert(
    fc.property(fc.constantFrom(...places(full)), other, (path, value) => {
      const document = changed(full, path, value);
      return (validate(configSchema, document).length === 0) === accepts(document);
    }),
    { numRuns: 2000 },
  );
});

/** All settings of a schema, with their paths. */
function settings(schema: Schema, path = ""): readonly (readonly [string, Schema])[] {
  const members = Object.entries({ ...schema.properties, ...schema.items?.properties });
  return members.flatMap(([key, property]) => [
    [`${path}.${key}`, property] as const,
    ...settings(property, `${path}.${key}`),
  ]);
}

t.test("every key is described, and every setting of a provider has a default", async (t) => {
  for (const [path, property] of settings(configSchema)) {
    t.ok(property.description !== undefined || path.startsWith(".environments"), path);
    if (/^\.providers\.\w+\.\w+$/.test(path)) t.ok(property.default !== undefined, `${path} has a default`);
  }
});
