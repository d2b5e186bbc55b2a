import { Ajv } from "ajv";
import { load } from "js-yaml";
import t from "tap";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { at, chartFile, helms, template } from "./render.ts";
import { valueSets } from "./value-sets.ts";

const text = chartFile("values.yaml");
const values = load(text) as JsonObject;
const schema = JSON.parse(chartFile("values.schema.json")) as JsonObject;

/** The paths of all keys, maps that are a value as a whole (labels, a Pod's own fields) not entered. */
function pathsOf(value: Json | undefined, schemaOf: Json | undefined, path: readonly string[] = []): string[][] {
  const properties = at(schemaOf, "properties");
  if (typeof value !== "object" || value === null || Array.isArray(value) || properties === undefined) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    [...path, key],
    ...pathsOf(member, at(properties, [key]), [...path, key]),
  ]);
}

t.test("every value has a comment right above it", (t) => {
  const lines = text.split("\n");
  const bare = lines.filter((line, index) => {
    const isKey = /^ *[A-Za-z]+:/.test(line);
    return isKey && !/^ *# \S/.test(lines[index - 1] ?? "");
  });
  t.same(bare, []);
  t.ok(lines.filter((line) => /^ *[A-Za-z]+:/.test(line)).length > 80, "keys were found");
  t.end();
});

t.test("values.yaml and the schema have the same keys", (t) => {
  const described = (node: Json | undefined, path: readonly string[] = []): string[] =>
    Object.entries((at(node, "properties") ?? {}) as JsonObject).flatMap(([key, member]) => {
      const here = [...path, key];
      const present = at(values, here);
      if (key === "global") return [];
      // What is empty by default (an issuer, the configuration) is described in the schema alone.
      const isLeaf = typeof present !== "object" || present === null || Object.keys(present).length === 0;
      return [here.join("."), ...(isLeaf ? [] : described(member, here))];
    });
  const required = new Set(["resources.claims", "resources.requests.ephemeral-storage"]);
  const schemaPaths = described(schema).filter(
    (path) =>
      !required.has(path) && !/^resources\.(?:claims|(?:requests|limits)\.(?:ephemeral-storage|cpu))$/.test(path),
  );
  const valuePaths = pathsOf(values, schema).map((path) => path.join("."));
  t.same(
    schemaPaths.filter((path) => !valuePaths.includes(path)),
    [],
  );
  t.same(
    valuePaths.filter(
      (path) =>
        at(
          schema,
          path.split(".").flatMap((key) => ["properties", key]),
        ) === undefined,
    ),
    [],
  );
  t.end();
});

t.test("the schema is strict: every map that it describes knows its keys", (t) => {
  const open: string[] = [];
  const visit = (node: Json | undefined, path: string): void => {
    if (typeof node !== "object" || node === null || Array.isArray(node)) return;
    const object = node as JsonObject;
    if (object["properties"] !== undefined && object["type"] === "object" && object["additionalProperties"] !== false)
      open.push(path);
    for (const [key, member] of Object.entries(object)) visit(member, `${path}/${key}`);
  };
  visit(schema, "");
  t.same(
    open.filter((path) => !path.startsWith("/properties/config/")),
    [],
  );
  t.end();
});

t.test("the defaults and all sets of values are valid", (t) => {
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  t.ok(validate(values), JSON.stringify(validate.errors));
  for (const [title, set] of Object.entries(valueSets))
    t.ok(validate(set), `${title}: ${JSON.stringify(validate.errors)}`);
  t.end();
});

/** Nonsense, and what the message has to name. */
const nonsense: readonly [JsonObject, RegExp][] = [
  [{ replica: 3 }, /replica/],
  [{ replicas: 0 }, /replicas/],
  [{ replicas: "two" }, /replicas/],
  [{ image: { digest: "sha256:short" } }, /digest/],
  [{ image: { repository: "podgraft@sha256:x" } }, /repository/],
  [{ webhooks: { verify: { failurePolicy: "fail" } } }, /failurePolicy/],
  [{ webhooks: { verify: { timeoutSeconds: 31 } } }, /timeoutSeconds/],
  [{ webhooks: { workloads: { failurePolicy: "Fail" } } }, /failurePolicy/],
  [{ webhooks: { mutate: { namespaces: "some" } } }, /namespaces/],
  [{ webhooks: { excludedNamespaces: ["mine"] } }, /excludedNamespaces/],
  [{ webhooks: { excludedNamespaces: ["kube-system", "shop-*"] } }, /excludedNamespaces/],
  [{ webhooks: { matchConditions: [{ name: "x" }] } }, /matchConditions/],
  [{ certificates: { mode: "vault" } }, /mode/],
  [{ certificates: { existingSecret: { caBundle: "LS0t" } } }, /caBundle/],
  [{ server: { deadline: "two seconds" } }, /deadline/],
  [{ server: { maxBody: -1 } }, /maxBody/],
  [{ networkPolicy: { apiServerCidrs: ["10.0.0.1"] } }, /apiServerCidrs/],
  [{ config: { provider: {} } }, /provider/],
  [{ config: { providers: { aws: { awsDefaultregion: "x" } } } }, /awsDefaultregion/],
  [{ config: { admission: { mode: "deny" } } }, /mode/],
  [{ config: { environments: { prod: { providers: { aws: { nope: 1 } } } } } }, /nope/],
  [{ config: { exceptions: [{ code: "x" }] } }, /exceptions/],
  [{ monitoring: { prometheusRule: { disabled: ["Watchdog"] } } }, /disabled/],
];

for (const { name, found } of helms) {
  t.test(`${name} refuses nonsense and names it`, { skip: found.reason ?? false }, async (t) => {
    for (const [set, message] of nonsense) {
      const { status, text: rendered, error } = await template(set, found.path);
      t.not(status, 0, JSON.stringify(set));
      t.equal(rendered, "");
      t.match(error, /don't meet the specifications of the schema/);
      t.match(error, message);
    }
  });
}
