import t from "tap";
import { splitStream } from "../../../renderer/stream/split.ts";

const streams: readonly (readonly [
  name: string,
  stream: string,
  documents: readonly (readonly [text: string, firstLine: number])[],
])[] = [
  ["nothing", "", []],
  ["comments only", "# c\n", [["# c\n", 1]]],
  ["an empty document", "---\n", [["---\n", 1]]],
  [
    "two empty documents",
    "---\n---\n",
    [
      ["---\n", 1],
      ["---\n", 2],
    ],
  ],
  [
    "no final line break",
    "a: 1\n---\nb: 2",
    [
      ["a: 1\n", 1],
      ["---\nb: 2", 2],
    ],
  ],
  [
    "a marker at the end",
    "a\n---",
    [
      ["a\n", 1],
      ["---", 2],
    ],
  ],
  [
    "an end marker",
    "a: 1\n...\nb: 2\n",
    [
      ["a: 1\n...\n", 1],
      ["b: 2\n", 3],
    ],
  ],
  [
    "an end marker before a start marker",
    "a: 1\n...\n---\nb: 2\n",
    [
      ["a: 1\n...\n", 1],
      ["---\nb: 2\n", 3],
    ],
  ],
  ["comments behind the last end marker", "a: 1\n...\n# end\n", [["a: 1\n...\n# end\n", 1]]],
  ["comments before the first marker", "# c\n---\na: 1\n", [["# c\n---\na: 1\n", 1]]],
  [
    "directives",
    "%YAML 1.1\n---\na\n...\n%YAML 1.1\n---\nb\n",
    [
      ["%YAML 1.1\n---\na\n...\n", 1],
      ["%YAML 1.1\n---\nb\n", 5],
    ],
  ],
  [
    "a byte order mark",
    "\uFEFF---\na: 1\n---\n",
    [
      ["\uFEFF---\na: 1\n", 1],
      ["---\n", 3],
    ],
  ],
  [
    "content on the marker's line",
    "--- {a: 1}\n--- text\n--- # c\n",
    [
      ["--- {a: 1}\n", 1],
      ["--- text\n", 2],
      ["--- # c\n", 3],
    ],
  ],
  [
    "a tab behind the marker",
    "a\n---\t\nx",
    [
      ["a\n", 1],
      ["---\t\nx", 2],
    ],
  ],
  ["no marker without a blank", "---foo\n---bar\n", [["---foo\n---bar\n", 1]]],
  [
    "an indented marker in a block scalar",
    "a: |\n  ---\n  ...\n---\nb\n",
    [
      ["a: |\n  ---\n  ...\n", 1],
      ["---\nb\n", 4],
    ],
  ],
  [
    "CRLF",
    "a\r\n---\r\nb\r\n",
    [
      ["a\r\n", 1],
      ["---\r\nb\r\n", 2],
    ],
  ],
  [
    "JSON objects side by side",
    "{}{}",
    [
      ["{}", 1],
      ["{}", 1],
    ],
  ],
  [
    "JSON objects on lines",
    ' \n{"a":"}\\""}\n\n{"b":[{}]}\n',
    [
      [' \n{"a":"}\\""}\n\n', 1],
      ['{"b":[{}]}\n', 4],
    ],
  ],
  [
    "JSON objects and markers",
    '{"a":1}\n{"b":2}\n---\n{"c":3}\n',
    [
      ['{"a":1}\n', 1],
      ['{"b":2}\n', 2],
      ['---\n{"c":3}\n', 3],
    ],
  ],
  ["a flow mapping that is not JSON", "{a: '}{'}\n", [["{a: '}{'}\n", 1]]],
  ["JSON that does not end", '{"a": {}', [['{"a": {}', 1]]],
  ["JSON whose string does not end", '{"a', [['{"a', 1]]],
  [
    "comments between and behind JSON values",
    '{"a": 1} # one\n{"b": 2}\n# end\n---\nc: 3\n',
    [
      ['{"a": 1} # one\n', 1],
      ['{"b": 2}\n# end\n', 2],
      ["---\nc: 3\n", 4],
    ],
  ],
  ["JSON with text behind it", '{"a": 1} x\n', [['{"a": 1} x\n', 1]]],
];

for (const [name, stream, expected] of streams) {
  t.test(name, async (t) => {
    const documents = splitStream(stream);
    t.strictSame(
      documents.map(({ text, firstLine }) => [text, firstLine]),
      expected,
    );
    t.equal(documents.map(({ text }) => text).join(""), stream);
    t.strictSame(
      documents.map(({ number }) => number),
      expected.map((_, index) => index + 1),
    );
    for (const { text, offset } of documents) t.equal(stream.slice(offset, offset + text.length), text);
  });
}
