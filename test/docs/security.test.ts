import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { citedTests, declaresTest, unprovenRows } from "../../scripts/lib/cited-tests.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const page = readFileSync(`${root}docs/security.md`, "utf8");

t.test("every threat, class and practice names a test, and each of those exists", async (t) => {
  t.same(unprovenRows(page), []);
  const cited = citedTests(page);
  t.ok(cited.length > 60, "tests are named");
  for (const { file, name } of cited) {
    t.ok(declaresTest(readFileSync(`${root}${file}`, "utf8"), name), `${file} > ${name}`);
  }
});

t.test("every row of the threat model is there", async (t) => {
  const numbers = [...page.matchAll(/^\| (\d+)(?:–(\d+))? \|/gm)].flatMap(([, first, last]) => {
    const from = Number(first);
    return Array.from({ length: Number(last ?? first) - from + 1 }, (_, index) => from + index);
  });
  t.same(
    numbers,
    Array.from({ length: 18 }, (_, index) => index + 1),
  );
});
