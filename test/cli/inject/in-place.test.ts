import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  linkSync,
  chownSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { PodgraftError } from "../../../engine/errors.ts";
import { replaceFiles, writeWholeFile } from "../../../cli/replace-files.ts";
import { runPodgraft } from "../run-podgraft.ts";
import { accountYaml, aws, injectedYaml, podYaml } from "./manifests.ts";

const main = fileURLToPath(new URL("../../../cli/main.js", import.meta.url));

function contents(folder: string): { [name: string]: string } {
  const names = readdirSync(folder).filter((name) => lstatSync(join(folder, name)).isFile());
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

t.test("files are changed where they stand; what does not change is not touched", async (t) => {
  const cwd = t.testdir({ "sa.yaml": accountYaml(), "a.yaml": podYaml("a"), "b.yaml": podYaml("b", "nobody") });
  chmodSync(join(cwd, "a.yaml"), 0o640);
  const before = statSync(join(cwd, "b.yaml"));
  const run = await runPodgraft(["inject", ...aws, "-i", "."], { cwd });
  t.match(run, { status: 0, stdout: /^$/, stderr: /1 of 3 inputs changed\n$/ });
  t.strictSame(contents(cwd), {
    "a.yaml": injectedYaml("a"),
    "b.yaml": podYaml("b", "nobody"),
    "sa.yaml": accountYaml(),
  });
  t.equal(statSync(join(cwd, "a.yaml")).mode & 0o7777, 0o640, "the mode is kept");
  t.strictSame(
    [statSync(join(cwd, "b.yaml")).ino, statSync(join(cwd, "b.yaml")).mtimeMs],
    [before.ino, before.mtimeMs],
  );
});

t.test("the owner is kept", async (t) => {
  if (process.getuid?.() !== 0) {
    t.comment("skipped: only root can give files away");
    return;
  }
  const cwd = t.testdir({ "sa.yaml": accountYaml(), "a.yaml": podYaml("a") });
  chownSync(join(cwd, "a.yaml"), 1234, 2345);
  const run = await runPodgraft(["inject", ...aws, "-i", "sa.yaml", "a.yaml"], { cwd });
  t.equal(run.status, 0);
  t.match(statSync(join(cwd, "a.yaml")), { uid: 1234, gid: 2345 });
});

t.test("symbolic links stay links; two names of one file are one file", async (t) => {
  const cwd = t.testdir({ "sa.yaml": accountYaml(), real: { "a.yaml": podYaml("a") }, "b.yaml": podYaml("b") });
  symlinkSync("real/a.yaml", join(cwd, "link.yaml"));
  linkSync(join(cwd, "b.yaml"), join(cwd, "c.yaml"));
  const run = await runPodgraft(["inject", ...aws, "-i", "sa.yaml", "link.yaml", "real/a.yaml", "b.yaml"], { cwd });
  t.equal(run.status, 0, run.stderr);
  t.ok(lstatSync(join(cwd, "link.yaml")).isSymbolicLink());
  t.equal(readFileSync(join(cwd, "real", "a.yaml"), "utf8"), injectedYaml("a"));
  t.strictSame(contents(join(cwd, "real")), { "a.yaml": injectedYaml("a") });
});

t.test("all files or none", async (t) => {
  const good = { "sa.yaml": accountYaml(), "a.yaml": podYaml("a") };
  const cases: readonly (readonly [name: string, text: string, args: readonly string[], status: number])[] = [
    ["a broken document", "kind: Pod\nspec: [\n", [], 3],
    ["a finding that fails the run", podYaml("z", "nobody"), ["--fail-on", "warning"], 1],
    ["a report that cannot be written", podYaml("z"), ["--report", "no/folder/r.json"], 2],
  ];
  for (const [name, text, args, status] of cases) {
    const cwd = t.testdir({ ...good, "z.yaml": text });
    const run = await runPodgraft(["inject", ...aws, "-i", ...args, "."], { cwd });
    t.match(run, { status, stdout: /^$/ }, name);
    t.strictSame(contents(cwd), { ...good, "z.yaml": text }, name);
  }
});

t.test("a read-only file stops all", async (t) => {
  const cwd = t.testdir({ "sa.yaml": accountYaml(), "a.yaml": podYaml("a"), "z.yaml": podYaml("z") });
  chmodSync(join(cwd, "z.yaml"), 0o444);
  const run = await runPodgraft(["inject", ...aws, "-i", "."], { cwd });
  t.match(run, { status: 3, stdout: /^$/ });
  t.match(run.stderr, /^podgraft: error: z\.yaml: is read-only; make it writable or leave out --in-place\n$/);
  t.strictSame(contents(cwd), { "a.yaml": podYaml("a"), "sa.yaml": accountYaml(), "z.yaml": podYaml("z") });
});

t.test("a disk without room stops all", async (t) => {
  const small = podYaml("a");
  const large = podYaml("z") + `# ${"x".repeat(20_000)}\n`;
  const cwd = t.testdir({ "sa.yaml": accountYaml(), "a.yaml": small, "z.yaml": large });
  // A limit on the size of files, in blocks of 1024 bytes: writing fails as it does on a full disk.
  const script = `ulimit -f 8 && trap "" XFSZ && exec "${process.execPath}" "${main}" inject --set providers.aws={} -i .`;
  const run = spawnSync("bash", ["-c", script], { cwd, env: { PATH: process.env.PATH }, encoding: "utf8" });
  if (run.error !== undefined) {
    t.comment("skipped: there is no bash to limit the size of files");
    return;
  }
  t.match(run, { status: 3, stdout: /^$/ });
  t.match(run.stderr, /^podgraft: error: z\.yaml: cannot be replaced, no file was changed: EFBIG/m);
  t.strictSame(contents(cwd), { "a.yaml": small, "sa.yaml": accountYaml(), "z.yaml": large });
});

t.test("names that cannot be changed over are changed back", async (t) => {
  const cwd = t.testdir({ "a.yaml": "a", "b.yaml": "b" });
  const [a, b] = [join(cwd, "a.yaml"), join(cwd, "b.yaml")];
  const taken = join(cwd, "taken");
  mkdirSync(taken);
  writeFileSync(join(taken, "x"), "");
  const replaced = (): void =>
    replaceFiles([
      { file: a, text: "A" },
      { file: b, text: "B" },
      { file: taken, text: "C" },
    ]);
  t.throws(replaced, { code: "input.unreadable", location: { file: taken } });
  t.throws(
    () =>
      replaceFiles([
        { file: a, text: "A" },
        { file: join(cwd, "absent"), text: "" },
      ]),
    PodgraftError,
  );
  t.strictSame(contents(cwd), { "a.yaml": "a", "b.yaml": "b" }, "nothing is left beside the files");
  replaceFiles([
    { file: a, text: "A" },
    { file: a, text: "A" },
    { file: b, text: "" },
  ]);
  t.strictSame(contents(cwd), { "a.yaml": "A", "b.yaml": "" });
});

t.test("a file of our own is written whole or not at all", async (t) => {
  const cwd = t.testdir({ "r.json": "old", folder: {} });
  writeWholeFile(join(cwd, "r.json"), "new");
  t.throws(() => writeWholeFile(join(cwd, "folder"), "x"), { code: "usage.invalid" });
  t.throws(() => writeWholeFile(join(cwd, "absent", "r.json"), "x"), { code: "usage.invalid" });
  t.strictSame(contents(cwd), { "r.json": "new" });
});
