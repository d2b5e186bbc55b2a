import t from "tap";
import { checkContext } from "../../../engine/context/check-context.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Json } from "../../../engine/json.ts";
import { locatePods } from "../../../engine/locate/locate-pods.ts";
import { builtInTable } from "../../../engine/locate/table.ts";

function refusal(metadata: Json | undefined): string | undefined {
  const account = { apiVersion: "v1", kind: "ServiceAccount", ...(metadata === undefined ? {} : { metadata }) };
  const located = locatePods({ apiVersion: "v1", kind: "List", items: [account] }, builtInTable());
  try {
    t.equal(checkContext(located), located);
    return undefined;
  } catch (error) {
    if (!(error instanceof PodgraftError) || error.code !== "input.invalid") throw error;
    t.ok(error.message.startsWith(`${error.location.path ?? "no path"}: `), "the message begins with the path");
    return error.message;
  }
}

t.test("metadata as Kubernetes' decoder takes it", async (t) => {
  for (const metadata of [
    undefined,
    null,
    {},
    { labels: null, annotations: null },
    { annotations: { a: "b", c: null }, labels: {} },
    JSON.parse('{"labels":{"__proto__":"x"}}') as Json,
  ]) {
    t.equal(refusal(metadata), undefined, JSON.stringify(metadata));
  }
});

t.test("metadata that it refuses, by path", async (t) => {
  const cases: readonly (readonly [metadata: Json, message: string])[] = [
    [[], "items[0].metadata: expected an object, found a list (ServiceAccount without a name)"],
    ["x", "items[0].metadata: expected an object, found a string (ServiceAccount without a name)"],
    [
      { name: "a", annotations: "x" },
      "items[0].metadata.annotations: expected an object, found a string (ServiceAccount a)",
    ],
    [{ name: "a", labels: [] }, "items[0].metadata.labels: expected an object, found a list (ServiceAccount a)"],
    [
      { name: "a", annotations: { "x.y/z": 5 } },
      'items[0].metadata.annotations["x.y/z"]: expected a string, found a number; put the value in quotes (ServiceAccount a)',
    ],
    [
      { name: "a", labels: { on: true } },
      "items[0].metadata.labels.on: expected a string, found a boolean; put the value in quotes (ServiceAccount a)",
    ],
    [
      { name: "a", labels: { on: {} } },
      "items[0].metadata.labels.on: expected a string, found an object (ServiceAccount a)",
    ],
  ];
  for (const [metadata, message] of cases) t.equal(refusal(metadata), message);
});
