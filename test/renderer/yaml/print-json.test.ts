import t from "tap";
import { PodgraftError } from "../../../engine/errors.ts";
import { printJson } from "../../../renderer/yaml/print-json.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";

const printed: readonly (readonly [yaml: string, json: string])[] = [
  ["", "null"],
  ["# a comment\n", "null"],
  ["a: 1\nb: [x, yes, ~, 1.50]\n", '{"a":1,"b":["x",true,null,1.5]}'],
  ["9223372036854775807", "9223372036854775807"],
  ["-9223372036854775808", "-9223372036854775808"],
  ["18446744073709551615", "18446744073709551615"],
  ["123456789012345678901234567890", "123456789012345678901234567890"],
  ["9007199254740991", "9007199254740991"],
  ["9007199254740993", "9007199254740993"],
  ["0x7fffffffffffffff", "9223372036854775807"],
  ["0777777777777777777777", "9223372036854775807"],
  ["9_223_372_036_854_775_807", "9223372036854775807"],
  ["+9223372036854775807", "9223372036854775807"],
  ["1e20", "100000000000000000000"],
  ["'9223372036854775807'", '"9223372036854775807"'],
  ["!!int 9223372036854775807", "9223372036854775807"],
  ["0644", "420"],
  ["b: 1\n2: x\n1: z\n", '{"b":1,"2":"x","1":"z"}'],
  ["a: 1\nb: 2\na: 9223372036854775807\n", '{"a":9223372036854775807,"b":2}'],
  ["a: &x {k: 9223372036854775807}\nb: *x\n", '{"a":{"k":9223372036854775807},"b":{"k":9223372036854775807}}'],
  ["a: &x {k: 1, m: 2}\nb: {k: 0, <<: *x, m: 3}\n", '{"a":{"k":1,"m":2},"b":{"k":1,"m":3}}'],
  ["a: &x {k: 1}\nb: &y {k: 2, m: 2}\nc: {<<: [*x, *y]}\n", '{"a":{"k":1},"b":{"k":2,"m":2},"c":{"k":1,"m":2}}'],
  ["c:\n  <<: {__proto__: 1}\n  constructor: 2\n", '{"c":{"__proto__":1,"constructor":2}}'],
  ['"a\\nb": "\\u2028é"\n', '{"a\\nb":"\u2028é"}'],
  ["--- {a: [], b: {}}\n", '{"a":[],"b":{}}'],
  ['\uFEFF{"uid": 12345678901234567890, "x": 1.0}\n', '{"uid":12345678901234567890,"x":1}'],
];

for (const [yaml, json] of printed) {
  t.test(JSON.stringify(yaml), async (t) => {
    t.equal(printJson(yaml), json);
    t.strictSame(JSON.parse(json), readYaml(yaml).value, "the value that is read otherwise");
  });
}

const bomb = `a0: &a0 [x, x]\n${Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`).join("")}`;
const refused: readonly (readonly [text: string, code: string, line: number])[] = [
  ["a: 1\nb: .inf\n", "input.not_yaml", 2],
  ["a: 1\n? {x: 1}\n: 2\n", "input.not_yaml", 2],
  ["a: 1\n<<: 5\n", "input.not_yaml", 2],
  ["a: *b\n", "input.not_yaml", 1],
  [bomb, "input.too_large", 19],
  ["[".repeat(10_000), "input.too_deep", 1],
];

for (const [text, code, line] of refused) {
  t.test(`${code} in ${JSON.stringify(text.slice(0, 30))}`, async (t) => {
    try {
      printJson(text, { file: "f.yaml", document: 3 });
      t.fail("printed");
    } catch (error) {
      t.ok(error instanceof PodgraftError);
      t.match(error, { code, location: { file: "f.yaml", document: 3 } });
      if (code !== "input.too_large") t.match(error, { location: { line } });
    }
  });
}
