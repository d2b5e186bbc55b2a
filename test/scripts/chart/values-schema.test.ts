import t from "tap";
import { readProjectFile } from "../../../scripts/config/project.ts";
import { renderValuesSchema } from "../../../scripts/chart/values-schema.ts";

t.test("charts/podgraft/values.schema.json is what its generator writes today", async (t) => {
  const text = await readProjectFile("charts/podgraft/values.schema.json");
  const configSchema: unknown = JSON.parse(await readProjectFile("policies/schema/config.json"));
  t.equal(text, renderValuesSchema(text, configSchema), "run npm run docs");
});

const values = JSON.stringify({
  type: "object",
  properties: { replicas: { type: "integer" }, config: { type: "array" } },
});
const configuration = {
  required: ["apiVersion"],
  properties: {
    apiVersion: { enum: ["x"] },
    extends: { type: "string" },
    order: { type: "array", $comment: "upstream: none" },
    environments: { additionalProperties: { properties: { order: { $ref: "#/properties/order" } } } },
  },
};

t.test("the configuration's schema takes its place among the values, references with it", (t) => {
  const text = renderValuesSchema(values, configuration);
  t.same(JSON.parse(text), {
    type: "object",
    properties: {
      replicas: { type: "integer" },
      config: {
        description: "Generated from policies/schema/config.json.",
        type: "object",
        properties: {
          order: { type: "array" },
          environments: {
            additionalProperties: { properties: { order: { $ref: "#/properties/config/properties/order" } } },
          },
        },
        additionalProperties: false,
      },
    },
  });
  t.equal(renderValuesSchema(text, configuration), text, "a second time nothing changes");
  t.end();
});
