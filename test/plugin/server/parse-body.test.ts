import t from "tap";
import { member } from "../../../engine/json.ts";
import { deepest, parseBody } from "../../../plugin/server/parse-body.ts";

function nested(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

for (const text of [
  '{"a":[1,"ä",{"b":null}]}',
  '"just a text"',
  nested(deepest),
  `{"${"[".repeat(1000)}":1}`,
  String.raw`{"a":"\"[\\"}`,
  String.raw`{"a":"\\\\","b":["${"{".repeat(300)}"]}`,
  `{"a":{},"b":${nested(deepest - 1)}}`,
]) {
  t.test(`read: ${text.slice(0, 40)}`, (t) => {
    t.strictSame(parseBody(Buffer.from(text)), JSON.parse(text));
    t.end();
  });
}

t.test("of equal keys the last wins, and none is a prototype", (t) => {
  t.strictSame(parseBody(Buffer.from('{"a":1,"a":2}')), { a: 2 });
  const value = parseBody(Buffer.from('{"__proto__":{"a":1}}'));
  t.strictSame(member(value, "__proto__"), { a: 1 });
  t.equal(member(value, "a"), undefined);
  t.end();
});

const refused: readonly [string, Buffer, string][] = [
  ["nothing", Buffer.from(""), "input.not_json"],
  ["cut off", Buffer.from('{"a":'), "input.not_json"],
  ["cut off in a text", Buffer.from(String.raw`{"a":"\ `.slice(0, -1)), "input.not_json"],
  ["no JSON", Buffer.from("<html>"), "input.not_json"],
  ["two values", Buffer.from("{} {}"), "input.not_json"],
  ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "input.not_json"],
  ["half a character", Buffer.from([0x22, 0xc3, 0x22]), "input.not_json"],
  ["UTF-16", Buffer.from('{"a":1}', "utf16le"), "input.not_json"],
  ["too deep", Buffer.from(nested(deepest + 1)), "input.too_deep"],
  ["too deep behind a text", Buffer.from(`["]]]",${nested(deepest)}]`), "input.too_deep"],
  ["deep and never closed", Buffer.from('{"a":'.repeat(100_000)), "input.too_deep"],
];
for (const [title, bytes, code] of refused) {
  t.test(`refused: ${title}`, (t) => {
    t.throws(() => parseBody(bytes), { code });
    t.end();
  });
}
