import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { tar } from "../../scripts/lib/tar.ts";

t.test("whole blocks, two empty ones at the end", (t) => {
  const archive = tar([{ name: "a/b", content: Buffer.from("text") }]);
  t.equal(archive.length, 4 * 512);
  t.equal(Buffer.from(archive.subarray(512, 516)).toString(), "text");
  t.ok(archive.subarray(1024).every((byte) => byte === 0));
  t.end();
});

t.test("tar reads it", { skip: process.platform === "win32" ? "no tar on Windows" : false }, (t) => {
  const file = join(t.testdir(), "a.tar");
  const content = Buffer.alloc(1024, "x");
  writeFileSync(
    file,
    tar([
      { name: "p/empty", content: Buffer.alloc(0) },
      { name: "p/two blocks", content },
    ]),
  );
  t.equal(execFileSync("tar", ["-tf", file], { encoding: "utf8" }), "p/empty\np/two blocks\n");
  t.equal(execFileSync("tar", ["-xOf", file, "p/two blocks"], { encoding: "utf8" }), content.toString());
  t.end();
});

t.test("a name that does not fit", (t) => {
  t.throws(() => tar([{ name: "x".repeat(101), content: Buffer.alloc(0) }]), /at most 100 bytes/);
  t.end();
});
