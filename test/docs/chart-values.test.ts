import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import t from "tap";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const values: unknown = load(readFileSync(`${root}charts/podgraft/values.yaml`, "utf8"));
const schema: unknown = JSON.parse(readFileSync(`${root}charts/podgraft/values.schema.json`, "utf8"));
const pages = ["install", "migration", "monitoring", "runbook", "security"];

/** The chart's top-level values that are maps: what begins with one of them, and a dot, names a value. */
const roots = Object.entries(values as Record<string, unknown>).flatMap(([key, value]) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? [key] : [],
);

/** The paths of values that a page names, in commands and in spans of code. */
function pathsIn(page: string): string[] {
  const set = [...page.matchAll(/--set(?:-string)?[ =]([A-Za-z][\w.]*)=/g)];
  const spans = [...page.matchAll(/`([A-Za-z]+(?:\.[A-Za-z]+)+)(?::[^`]*)?`/g)];
  return [...set, ...spans].flatMap(([, path = ""]) => (roots.includes(path.split(".")[0] ?? "") ? [path] : []));
}

function isValue(path: string): boolean {
  return (
    path.split(".").reduce<unknown>((node, key) => property(property(node, "properties"), key), schema) !== undefined
  );
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

for (const name of pages) {
  t.test(`values that docs/${name}.md names are values of the chart`, async (t) => {
    const paths = pathsIn(readFileSync(`${root}docs/${name}.md`, "utf8"));
    t.same(
      paths.filter((path) => !isValue(path)),
      [],
    );
  });
}

t.test("values are found, and those that are none", async (t) => {
  const paths = pathsIn(
    "`webhooks.verify.failurePolicy: Fail`, `a.b`, helm --set config.order=x --set webhooks.nope=1 `server.deadline`",
  );
  t.same(paths, ["config.order", "webhooks.nope", "webhooks.verify.failurePolicy", "server.deadline"]);
  t.same(
    paths.filter((path) => !isValue(path)),
    ["webhooks.nope"],
  );
});
