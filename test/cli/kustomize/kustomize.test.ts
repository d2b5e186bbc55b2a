import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { buildCommand } from "../../../cli/kustomize/run-kustomize.ts";
import { takeOutputFlag } from "../../../cli/kustomize/output-flag.ts";
import { findKustomize } from "../../../scripts/tools/find-kustomize.ts";
import { findKubectl132, findKubectl135 } from "../../../scripts/tools/real-tools.ts";
import { runPodgraft, type Run } from "../run-podgraft.ts";

const fixtures = fileURLToPath(new URL("../../../../test/fixtures/kustomize", import.meta.url));

/** A program in a folder of its own, which stands alone on the PATH. */
function fake(folder: string, name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!${process.execPath}\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

function run(args: readonly string[], path: string, cwd = fixtures): Promise<Run> {
  return runPodgraft(["kustomize", ...args], { cwd, env: { PATH: path } });
}

const pod = "apiVersion: v1\\nkind: Pod\\nmetadata: {name: p}\\nspec: {containers: [{name: c}]}\\n";

t.test("arguments reach kustomize as they are, without a shell", async (t) => {
  const folder = t.testdir();
  fake(
    folder,
    "kustomize",
    `process.getBuiltinModule("node:fs").writeFileSync("${folder}/seen", JSON.stringify(process.argv.slice(2))); console.log("${pod}")`,
  );
  const run1 = await run(
    ["build", ".", "--enable-helm", "-e", "A=$(id)", "--load-restrictor", "LoadRestrictionsNone"],
    folder,
  );
  t.match(run1, { status: 0, stdout: /kind: Pod/ });
  t.same(JSON.parse(readFileSync(join(folder, "seen"), "utf8")), [
    "build",
    ".",
    "--enable-helm",
    "-e",
    "A=$(id)",
    "--load-restrictor",
    "LoadRestrictionsNone",
  ]);
});

t.test("kubectl, where there is no kustomize", async (t) => {
  const folder = t.testdir();
  fake(folder, "kubectl", `console.error("said " + process.argv.slice(2).join(" ")); console.log("${pod}")`);
  t.match(await run(["build", "x"], folder), { status: 0, stdout: /kind: Pod/, stderr: /^said kustomize x\n/ });
});

t.test("neither of them", async (t) => {
  t.match(await run(["build"], t.testdir()), {
    status: 5,
    stdout: /^$/,
    stderr: /neither kustomize nor kubectl.*--kustomize-command/,
  });
});

t.test("a named one that is missing", async (t) => {
  t.match(await run(["--kustomize-command", "no-such-kustomize", "build"], t.testdir()), {
    status: 5,
    stdout: /^$/,
    stderr: /there is no program no-such-kustomize/,
  });
});

t.test("a kustomize that fails: its own message and status, nothing printed", async (t) => {
  const folder = t.testdir();
  fake(folder, "kustomize", `console.log("${pod}"); console.error("Error: no such overlay"); process.exitCode = 3`);
  t.match(await run(["build", "x"], folder), {
    status: 5,
    stdout: /^$/,
    stderr: /kustomize exited with 3:\nError: no such overlay\n/,
  });
});

t.test("nothing built: refused, unless it is meant", async (t) => {
  const folder = t.testdir();
  fake(folder, "kustomize", `console.log("# nothing\\n---")`);
  t.match(await run(["build"], folder), { status: 4, stdout: /^$/, stderr: /came to nothing.*--allow-empty/ });
  t.match(await run(["--allow-empty", "build"], folder), { status: 0, stdout: "# nothing\n---\n" });
});

t.test("other commands, and none", async (t) => {
  t.match(await run(["edit", "add"], ""), { status: 2, stdout: /^$/, stderr: /kustomize edit: expected build/ });
  t.match(await run([], ""), { status: 2, stdout: /^$/, stderr: /no kustomize command given/ });
});

t.test("--output: the file gets what comes out in the end", async (t) => {
  const folder = t.testdir();
  fake(folder, "kustomize", `console.log("${pod}")`);
  const file = join(folder, "out.yaml");
  t.match(await run(["build", "x", "-o", file], folder), { status: 0, stdout: /^$/ });
  t.match(readFileSync(file, "utf8"), /kind: Pod/);
  t.match(await run(["build", "x", "-o", folder], folder), { status: 2, stderr: /a folder; name a file/ });
  t.match(await run(["build", "x", "--output"], folder), { status: 2, stderr: /--output: expected a file/ });
});

t.test("a denied Pod: exit 1, nothing printed, no file", async (t) => {
  const folder = t.testdir();
  fake(folder, "kustomize", `console.log("${pod}")`);
  const file = join(folder, "out.yaml");
  const strict = ["--set", "render.unknownServiceAccount=error", "build", "x", "-o", file];
  t.match(await run(strict, folder), { status: 1, stdout: /^$/, stderr: /service_account_unknown/ });
  t.notOk(existsSync(file));
});

const outputs: readonly [given: string[], args: string[], output: string | undefined][] = [
  [["a", "-o", "f", "b"], ["a", "b"], "f"],
  [["-of", "a"], ["a"], "f"],
  [["-o=f", "a"], ["a"], "f"],
  [["--output=f"], [], "f"],
  [["--output", "f"], [], "f"],
  [["-o", "f", "--output=g"], [], "g"],
  [["a", "--enable-helm"], ["a", "--enable-helm"], undefined],
];
for (const [given, args, output] of outputs) {
  t.test(`output flag of ${given.join(" ")}`, (t) => {
    t.same(takeOutputFlag(given), { args, output });
    t.end();
  });
}

const programs: readonly [command: string, tokens: string[]][] = [
  ["kustomize", ["kustomize", "build"]],
  ["/opt/kustomize-5.8", ["/opt/kustomize-5.8", "build"]],
  ["kubectl", ["kubectl", "kustomize"]],
  ["/opt/kubectl", ["/opt/kubectl", "kustomize"]],
  [" kubectl  kustomize ", ["kubectl", "kustomize"]],
];
for (const [command, tokens] of programs) {
  t.test(`--kustomize-command ${JSON.stringify(command)}`, (t) => {
    t.same(buildCommand(command), tokens);
    t.end();
  });
}

t.test("--kustomize-command without a program", (t) => {
  t.throws(() => buildCommand(" "), { code: "usage.invalid" });
  t.end();
});

for (const { path, reason } of [findKustomize(), findKubectl132(), findKubectl135()]) {
  t.test(`a real one: ${path ?? reason}`, { skip: reason ?? false }, async (t) => {
    const wrapped = await run(["--kustomize-command", path ?? "", "build", "hash"], process.env.PATH ?? delimiter);
    t.match(wrapped, { status: 0, stderr: /3 Pods: 1 injected \(aws\), 1 injected \(gcp\)/ });
    t.match(wrapped.stdout, /serviceAccountName: eu-app\n/);
    const failing = await run(["--kustomize-command", path ?? "", "build", "missing"], process.env.PATH ?? delimiter);
    t.match(failing, { status: 5, stdout: /^$/, stderr: /missing/ });
  });
}
