import t from "tap";
import { decodeLabelSelector } from "../../../../engine/config/go/label-selector.ts";
import { decodeResourceRequirements } from "../../../../engine/config/go/resource-requirements.ts";
import type { JsonObject } from "../../../../engine/json.ts";

const selectors: readonly [string, JsonObject | undefined][] = [
  ["{}", {}],
  ["null", {}],
  ['{"matchLabels":{"b":"2","a":"1"}}', { matchLabels: { a: "1", b: "2" } }],
  ['{"MatchLabels":{"a":null},"other":1}', { matchLabels: { a: "" } }],
  ['{"matchLabels":{},"matchExpressions":[]}', {}],
  [
    '{"matchExpressions":[{"key":"k","operator":"In","values":["x",null]},{"key":"k","operator":"Exists","values":[]}]}',
    {
      matchExpressions: [
        { key: "k", operator: "In", values: ["x", ""] },
        { key: "k", operator: "Exists" },
      ],
    },
  ],
  [
    '{"matchExpressions":[{"key":"env","operator":"In"}, null]}',
    {
      matchExpressions: [
        { key: "env", operator: "In" },
        { key: "", operator: "" },
      ],
    },
  ],
  ["not-json", undefined],
  ["", undefined],
  ["[]", undefined],
  ['"a"', undefined],
  ['{"matchLabels":[]}', undefined],
  ['{"matchLabels":{"a":1}}', undefined],
  ['{"matchExpressions":{}}', undefined],
  ['{"matchExpressions":["a"]}', undefined],
  ['{"matchExpressions":[{"key":1}]}', undefined],
  ['{"matchExpressions":[{"operator":1}]}', undefined],
  ['{"matchExpressions":[{"values":"x"}]}', undefined],
  ['{"matchExpressions":[{"values":[1]}]}', undefined],
];

for (const [text, selector] of selectors) {
  t.test(`selector ${text}`, async (t) => {
    t.strictSame(decodeLabelSelector(text), selector);
  });
}

const resources: readonly [string, JsonObject | undefined][] = [
  ["{}", {}],
  ["null", {}],
  ['{"limits":{},"requests":null,"claims":[]}', {}],
  ['{"requests":{"memory":"1024Ki","cpu":"0.5"}}', { requests: { cpu: "500m", memory: "1Mi" } }],
  ['{"requests":{"cpu":0.5,"memory":1e3,"x":null}}', { requests: { cpu: "500m", memory: "1e3", x: "0" } }],
  ['{"LIMITS":{"cpu":" 2 "}}', { limits: { cpu: "2" } }],
  [
    '{"claims":[{"name":"a","request":"b"},{"name":"c"},null]}',
    { claims: [{ name: "a", request: "b" }, { name: "c" }, { name: "" }] },
  ],
  ["", undefined],
  ["{", undefined],
  ["1", undefined],
  ['{"limits":[]}', undefined],
  ['{"requests":{"cpu":"1x"}}', undefined],
  ['{"requests":{"cpu":true}}', undefined],
  ['{"claims":{}}', undefined],
  ['{"claims":["a"]}', undefined],
  ['{"claims":[{"name":1}]}', undefined],
  ['{"claims":[{"name":"a","request":1}]}', undefined],
];

for (const [text, requirements] of resources) {
  t.test(`resources ${text}`, async (t) => {
    t.strictSame(decodeResourceRequirements(text), requirements);
  });
}
