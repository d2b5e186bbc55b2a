import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { writeAllFiles } from "../../../cli/credentials/write-files.ts";

t.test("a change that fails half way is taken back", (t) => {
  const folder = t.testdir({ out: { "a.yaml": "old\n" } });
  const files = [
    { path: "a.yaml", text: "new\n" },
    { path: "b.yaml", text: "new\n" },
    // A file and a folder of the same name: the file cannot take its place any more.
    { path: "c", text: "new\n" },
    { path: "c/d.yaml", text: "new\n" },
  ];
  t.throws(() => writeAllFiles(join(folder, "out"), files, true), {
    code: "input.unreadable",
    message: /cannot be written, no file was changed/,
    location: { file: join(folder, "out/c") },
  });
  t.strictSame(readdirSync(join(folder, "out")), ["a.yaml"]);
  t.equal(readFileSync(join(folder, "out/a.yaml"), "utf8"), "old\n");
  t.end();
});

t.test("what was written is told, the same text is not", (t) => {
  const folder = t.testdir({ out: { "a.yaml": "same\n" } });
  const out = join(folder, "out");
  const files = [
    { path: "a.yaml", text: "same\n" },
    { path: "deep/b.yaml", text: "b\n" },
  ];
  t.strictSame(writeAllFiles(out, files, false), [join(out, "deep/b.yaml")]);
  t.strictSame(writeAllFiles(out, files, false), []);
  t.end();
});
