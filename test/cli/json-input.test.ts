import t from "tap";
import { deepestNesting, readJsonDocuments } from "../../cli/json-input.ts";
import { memberText, positionIn } from "../../cli/json-place.ts";
import { PodgraftError } from "../../engine/errors.ts";

t.test("each value of a stream with its text, line and number", (t) => {
  const documents = readJsonDocuments('\uFEFF\n{"a": 12345678901234567890}\n\n[1] {"b":\n2}\n"x"', "f");
  t.strictSame(
    documents.map(({ text, offset, firstLine, number }) => [text, offset, firstLine, number]),
    [
      ['{"a": 12345678901234567890}', 2, 2, 1],
      ["[1]", 31, 4, 2],
      ['{"b":\n2}', 35, 4, 3],
      ['"x"', 44, 6, 4],
    ],
  );
  t.strictSame(
    documents.map(({ value }) => value),
    [{ a: 12345678901234567890 }, [1], { b: 2 }, "x"],
  );
  t.end();
});

t.test("faults have a code and a place", (t) => {
  const cases: readonly (readonly [text: string, code: string, location: object])[] = [
    ["", "input.not_json", { file: "f" }],
    ["\uFEFF{,", "input.not_json", { file: "f", line: 1, column: 2 }],
    ["{}\n {\n  x", "input.not_json", { file: "f", line: 3, column: 3 }],
    ["[".repeat(deepestNesting + 1), "input.too_deep", { file: "f", line: 1, column: deepestNesting + 1 }],
    ['{}\n[{"a.b":["\\udead"]}]', "input.not_json", { file: "f", document: 2, path: '[0]["a.b"][0]' }],
  ];
  for (const [text, code, location] of cases) {
    try {
      readJsonDocuments(text, "f");
      t.fail(text);
    } catch (error) {
      if (!(error instanceof PodgraftError)) throw error;
      t.strictSame([error.code, error.location], [code, location]);
    }
  }
  t.strictSame(
    readJsonDocuments('"\\ud83d\\ude00 \\\\ud800"', "f")[0]?.value,
    "😀 \\ud800",
    "pairs and escaped backslashes are whole",
  );
  t.end();
});

t.test("places of paths as messages write them", (t) => {
  const [document] = readJsonDocuments('\n{"a":\n {"b.c": [0,\n  {"d\\"e": 1}]}}', "f");
  if (document === undefined) throw new Error("no document");
  const cases: readonly (readonly [path: string, line: number, column: number])[] = [
    ["a", 2, 2],
    ['a["b.c"]', 3, 3],
    ['a["b.c"][1]', 4, 3],
    ['a["b.c"][1]["d\\"e"]', 4, 4],
    ["a.missing", 2, 2],
    ["(root)", 2, 1],
  ];
  for (const [path, line, column] of cases) t.match(positionIn(document, path), { line, column }, path);
  t.end();
});

t.test("the text of a member", (t) => {
  t.equal(
    memberText('{"a": {"b" : [1,  2] }, "a":{"\\u0062":{ "x":1.0 } }}', ["a", "b"]),
    '{ "x":1.0 }',
    "of equal keys the last",
  );
  t.throws(() => memberText('{"a":[]}', ["a", "b"]), { code: "internal.splice" });
  t.end();
});
