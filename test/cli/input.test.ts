import t from "tap";
import { join } from "node:path";
import { manifestFiles } from "../../cli/files.ts";
import { readText, sourceName } from "../../cli/input.ts";
import { PodgraftError } from "../../engine/errors.ts";

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof PodgraftError ? `${error.code} ${error.location.file ?? ""}` : String(error);
  }
  return "no error";
}

t.test("text is read byte for byte up to the limit", (t) => {
  const folder = t.testdir({ text: "\uFEFFé\r\n", empty: "", exact: "x".repeat(200_000) });
  t.equal(readText(join(folder, "text")), "\uFEFFé\r\n");
  t.equal(readText(join(folder, "empty")), "");
  t.equal(readText(join(folder, "exact"), 200_000).length, 200_000);
  t.equal(
    codeOf(() => readText(join(folder, "exact"), 199_999)),
    `input.too_large ${join(folder, "exact")}`,
  );
  t.equal(
    codeOf(() => readText(folder)),
    `input.unreadable ${folder}`,
  );
  t.equal(
    codeOf(() => readText(join(folder, "gone"))),
    `input.unreadable ${join(folder, "gone")}`,
  );
  t.strictSame(["-", "a"].map(sourceName), ["standard input", "a"]);
  t.end();
});

t.test("manifests of a folder, in the order of their names", (t) => {
  const folder = t.testdir({
    "b.yaml": "",
    "B.json": "",
    a: { "z.yml": "", "y.txt": "", ".x.yaml": "" },
    ".git": { "w.yaml": "" },
    empty: {},
  });
  t.strictSame(
    manifestFiles(folder),
    ["B.json", "a/z.yml", "b.yaml"].map((name) => join(folder, name)),
  );
  t.strictSame(
    manifestFiles(join(folder, "a/y.txt")),
    [join(folder, "a/y.txt")],
    "a file that is named is taken whatever its name",
  );
  t.equal(
    codeOf(() => manifestFiles(join(folder, "gone"))),
    `input.unreadable ${join(folder, "gone")}`,
  );
  t.end();
});
