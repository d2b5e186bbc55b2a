import t from "tap";
import { printable } from "../../report/printable.ts";

const cases: readonly (readonly [text: string, shown: string])[] = [
  ["plain text, é, 😀, 日本", "plain text, é, 😀, 日本"],
  ["\u001b[2J\u0007", "\\u{1b}[2J\\u{7}"],
  ["a\r\nb\tc", "a\\u{d}\\u{a}b\\u{9}c"],
  ["\u0085\u009b31m", "\\u{85}\\u{9b}31m"],
  ["\u202eabc\u2066\u200b\ufeff", "\\u{202e}abc\\u{2066}\\u{200b}\\u{feff}"],
  ["\u2028\u2029", "\\u{2028}\\u{2029}"],
  ["\u{e0041}", "\\u{e0041}"],
];

for (const [text, shown] of cases) {
  t.test(shown, async (t) => {
    t.equal(printable(text), shown);
    t.equal(printable(shown), shown, "what is printable stays");
  });
}
