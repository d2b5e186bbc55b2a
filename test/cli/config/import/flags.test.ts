import t from "tap";
import { readFlags, type FlagKind } from "../../../../cli/config/import/flags.ts";

const kinds: ReadonlyMap<string, FlagKind> = new Map([
  ["on", "switch"],
  ["size", "valued"],
]);

const cases: readonly (readonly [
  words: readonly string[],
  flags: readonly (readonly [string, string | undefined])[],
])[] = [
  [["/webhook", "--size=1"], [["size", "1"]]],
  [["-size", "1"], [["size", "1"]]],
  [["--size", "-5"], [["size", "-5"]]],
  [["--size="], [["size", ""]]],
  [["--size"], [["size", undefined]]],
  [
    ["--on", "word", "--size=2"],
    [
      ["on", undefined],
      ["size", "2"],
    ],
  ],
  [["--on=false"], [["on", "false"]]],
  [["--other", "word"], [["other", "word"]]],
  [
    ["--other", "--on"],
    [
      ["other", undefined],
      ["on", undefined],
    ],
  ],
  [["--other=a=b\nc"], [["other", "a=b\nc"]]],
  [["--on", "--", "--size=1"], [["on", undefined]]],
  [["-", "--=x", "-5"], []],
];
for (const [words, expected] of cases) {
  const read = readFlags(words, (name) => kinds.get(name) ?? "unknown");
  t.same(
    read.map(({ name, value }) => [name, value]),
    expected,
    words.join(" "),
  );
}
