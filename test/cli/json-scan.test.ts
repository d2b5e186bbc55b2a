import t from "tap";
import fc from "fast-check";
import { scanJson } from "../../cli/json-scan.ts";

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The values of a stream, or where and why it is none. */
function scanned(text: string, deepest = 5): string[] | string {
  const result = scanJson(text, 0, deepest);
  return "fault" in result
    ? `${result.offset}: ${result.fault}: ${result.expected}`
    : result.map(({ from, to }) => text.slice(from, to));
}

t.test("streams are split into their values", (t) => {
  const cases: readonly (readonly [text: string, values: readonly string[]])[] = [
    ["", []],
    [" \n\t\r", []],
    ['{"a":[1,{}]}', ['{"a":[1,{}]}']],
    [' {} []\n"x" 1.5e-3 true\nfalse null ', ["{}", "[]", '"x"', "1.5e-3", "true", "false", "null"]],
    ['{"}":"]"}["\\"","\\\\"]', ['{"}":"]"}', '["\\"","\\\\"]']],
    ["[[[[[]]]]]", ["[[[[[]]]]]"]],
  ];
  for (const [text, values] of cases) t.strictSame(scanned(text), values, text);
  t.strictSame(scanJson("\uFEFF{}", 1, 5), [{ from: 1, to: 3 }], "from an offset on");
  t.end();
});

t.test("the first fault and what should stand there", (t) => {
  const cases: readonly (readonly [text: string, fault: string])[] = [
    ["{", "1: syntax: a key in double quotes or }"],
    ["{,", "1: syntax: a key in double quotes or }"],
    ['{"a"', "4: syntax: a colon"],
    ['{"a":', "5: syntax: a value"],
    ['{"a":}', "5: syntax: a value"],
    ['{"a":1', "6: syntax: a comma or }"],
    ['{"a":1]', "6: syntax: a comma or }"],
    ['{"a":1,}', "7: syntax: a key in double quotes"],
    ["[", "1: syntax: a value or ]"],
    ["[1", "2: syntax: a comma or ]"],
    ["[1}", "2: syntax: a comma or ]"],
    ["[1,]", "3: syntax: a value"],
    ["]", "0: syntax: a value"],
    ["-", "0: syntax: a value"],
    ["[.5]", "1: syntax: a value or ]"],
    ['["\u0000"]', "2: syntax: a closing quote (line breaks and other control characters are written as escapes)"],
    ['["ab', "4: syntax: a closing quote (line breaks and other control characters are written as escapes)"],
    ['["a\\u12"]', "3: syntax: an escape such as \\n or \\u0041"],
    ["[[[[[[", "5: depth: at most 5 levels"],
    ["{}[[[[[{", "7: depth: at most 5 levels"],
  ];
  for (const [text, fault] of cases) t.equal(scanned(text), fault, JSON.stringify(text));
  t.end();
});

t.test("it takes what JSON.parse takes, and nothing else", (t) => {
  const pieces = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"a"',
    '"',
    "\\",
    "\\u00e9",
    "1",
    "-",
    "0",
    "01",
    ".5",
    "e5",
    "true",
    "nul",
    " ",
    "\n",
    "\u00a0",
    "é",
  ];
  const noise = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(""));
  const damaged = fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom(...pieces)).map(([text, at, piece]) => {
    const offset = at % (text.length + 1);
    return text.slice(0, offset) + piece + text.slice(offset + 1);
  });
  fc.assert(
    fc.property(fc.oneof(noise, damaged, fc.json()), (text) => {
      const values = scanned(text, 100);
      const isOneValue = Array.isArray(values) && values.length === 1;
      if (isOneValue !== parses(text)) throw new Error(`${JSON.stringify(text)}: ${JSON.stringify(values)}`);
      if (Array.isArray(values) && !values.every(parses))
        throw new Error(`a value of ${JSON.stringify(text)} does not parse`);
    }),
    { numRuns: 5_000, seed: 20_261_201 },
  );
  t.pass("5,000 texts");
  t.end();
});
