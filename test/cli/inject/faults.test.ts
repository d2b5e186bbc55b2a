import { closeSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { runPodgraft } from "../run-podgraft.ts";
import { accountYaml, aws, podYaml, stream } from "./manifests.ts";

const main = fileURLToPath(new URL("../../../cli/main.js", import.meta.url));
const good = stream(accountYaml(), podYaml());

/** A Pod with a field of its own behind the others, on lines 9 and following of its document. */
function withField(text: string): string {
  return `${podYaml()}${text}\n`;
}

const bomb = Array.from({ length: 30 }, (_, n) => `x${n + 1}: &x${n + 1} [*x${n}, *x${n}]`).join("\n");

/** Documents behind a good one of 6 lines and its marker, so that the first line of each is line 8. */
const badDocuments: readonly (readonly [name: string, document: string | Uint8Array, ...expected: RegExp[]])[] = [
  [
    "a bracket that is not closed",
    "kind: Pod\nspec: {containers: [\n",
    /:9:20 \(document 2\): the bracket is not closed/,
  ],
  ["an unknown document that may carry a Pod", "kind: Foo\nspec:\n  containers: [\n", /:10:15 \(document 2\)/],
  ["infinity", withField("x: .inf"), /:16:4 \(document 2\): \.inf has no JSON value; put it in quotes/],
  ["not a number", withField("x: .nan"), /:16:4 \(document 2\): \.nan has no JSON value/],
  ["a tab", "kind: Pod\nspec:\n\tcontainers: []\n", /:10:2? ?.*a tab stands where indentation is expected; use spaces/],
  [
    "a template placeholder",
    withField("x: {{ .Values.x }}"),
    /:16:5 \(document 2\): a mapping cannot be a key; put a template placeholder in quotes/,
  ],
  ["a mapping as a key", withField("? {a: 1}\n: 2"), /:16:3 \(document 2\): a mapping cannot be a key/],
  ["an unknown anchor", withField("x: *nobody"), /:16:4 \(document 2\): .*nobody/],
  [
    "containers that are no list",
    "kind: Pod\nspec:\n  containers: {name: app}\n",
    /:10:3 \(document 2\): spec\.containers: expected a list, found an object \(Pod.*\)/,
  ],
  [
    "containers that are a text",
    "kind: Pod\nspec:\n  containers: app\n",
    /:10:3 \(document 2\): spec\.containers: expected a list, found/,
  ],
  [
    "init containers that are no list",
    "kind: Pod\nspec:\n  initContainers: {}\n  containers: []\n",
    /:10:3 \(document 2\): spec\.initContainers: expected a list/,
  ],
  [
    "containers that are null",
    "kind: Pod\nspec:\n  containers:\n",
    /:10:3 \(document 2\): spec\.containers: expected a list of at least one container, found null/,
  ],
  [
    "a value without quotes",
    withField("# x").replace("image:", "env: [{name: A, value: 5}] #"),
    /:15:\d+ \(document 2\): spec\.containers\[0\]\.env\[0\]\.value: expected a string, found a number; put the value in quotes \(Pod p\)/,
  ],
  [
    "an alias bomb",
    withField(`x0: &x0 [a, a]\n${bomb}`),
    /\(document 2\): the aliases stand for more than 1000000 values/,
  ],
  [
    "nesting 10,000 deep",
    withField(`x: ${"[".repeat(10_000)}${"]".repeat(10_000)}`),
    /:16:1003 \(document 2\): collections nest deeper than 1000 levels/,
  ],
  [
    "block nesting 10,000 deep",
    withField(`x:\n${"- ".repeat(10_000)}y`),
    /:17:\d+ \(document 2\): collections nest deeper than 1000 levels/,
  ],
  ["a NUL", withField("x: a\0b"), /:16:5 \(document 2\): the character U\+0000 is not allowed/],
  [
    "bytes that are no UTF-8",
    Buffer.from(withField("x: \u00ff"), "latin1"),
    /standard input: not UTF-8 text; save it as UTF-8/,
  ],
  [
    "a ServiceAccount whose annotation is a number",
    "kind: ServiceAccount\nmetadata: {name: x, annotations: {a.b/c: 5}}\n",
    /:9:35 \(document 2\): metadata\.annotations\["a\.b\/c"\]: expected a string, found a number/,
  ],
];

t.test("bad input: exit 3, nothing on stdout, the place and what to do", async (t) => {
  const cwd = t.testdir();
  for (const [name, document, ...expected] of badDocuments) {
    const input = Buffer.concat([Buffer.from(`${accountYaml()}---\n`), Buffer.from(document)]);
    for (const mode of [[], ["--strip"], ["--refresh"]]) {
      // Taking out does not look at what it does not touch.
      if (mode[0] === "--strip" && /^(?:init )?containers|^a value/.test(name)) continue;
      const run = await runPodgraft(["inject", ...aws, ...mode], { cwd, input });
      t.match(
        run,
        { status: 3, stdout: /^$/, stderr: /^podgraft: error: standard input[^\n]+\n$/ },
        `${name} ${mode.join()}`,
      );
      for (const pattern of expected) t.match(run.stderr, pattern, name);
    }
  }
});

t.test("what cannot carry a Pod is not read", async (t) => {
  const input = stream(
    good,
    "kind: ConfigMap\ndata:\n\tx: {{ y }}: *z\n",
    "kind: CustomResourceDefinition\ncontainers: [\n",
  );
  const run = await runPodgraft(["inject", ...aws], { cwd: t.testdir(), input });
  t.match(run, { status: 0, stderr: /1 injected/ });
  t.ok(run.stdout.endsWith(input.slice(good.length)));
});

t.test("every broken document of every file is told, once; the first one gives the exit status", async (t) => {
  const cwd = t.testdir({
    "a.yaml": stream("kind: Pod\nspec: [\n", good, "kind: ServiceAccount\nmetadata: {{ x }}\n"),
    "b.yaml": good,
    "c.yaml": Buffer.from([0xff]).toString("latin1"),
    folder: {},
  });
  writeFileSync(join(cwd, "c.yaml"), Uint8Array.of(0x61, 0xff));
  const run = await runPodgraft(["inject", ...aws, "absent.yaml", "a.yaml", "b.yaml", "c.yaml"], { cwd });
  t.match(run, { status: 3, stdout: /^$/ });
  const lines = run.stderr.trimEnd().split("\n");
  t.equal(lines.length, 4, run.stderr);
  for (const [index, pattern] of [
    /^podgraft: error: absent\.yaml: cannot be read: .*no such file/,
    /^podgraft: error: c\.yaml: not UTF-8/,
    /^podgraft: error: a\.yaml:\d+:\d+ \(document 4\): a mapping cannot be a key/,
    /^podgraft: error: a\.yaml:2:7 \(document 1\): the bracket is not closed/,
  ].entries()) {
    t.match(lines[index], pattern);
  }
  const many = await runPodgraft(["inject", ...aws], { cwd, input: "kind: Pod\nx: *y\n---\n".repeat(150) });
  t.equal(many.stderr.trimEnd().split("\n").length, 101);
  t.match(many.stderr, /\npodgraft: 50 more errors\n$/);
});

t.test("a folder where a file is meant, and names that lead nowhere", async (t) => {
  const cwd = t.testdir({ folder: {}, tree: {} });
  symlinkSync("nowhere", join(cwd, "tree", "dangling.yaml"));
  mkdirSync(join(cwd, "tree", "sub"));
  symlinkSync("../../folder", join(cwd, "tree", "sub", "folder.yaml"));
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [["tree"], /tree\/dangling\.yaml: cannot be read[^]*tree\/sub\/folder\.yaml: a directory, where a file is meant/],
    [["--config", "folder"], /folder: a directory, where a file is meant/],
    [["--baseline", "folder"], /folder: a directory, where a file is meant/],
  ];
  for (const [args, message] of cases) {
    const run = await runPodgraft(["inject", ...aws, ...args], { cwd, input: good });
    t.match(run, { stdout: /^$/, stderr: message }, args.join(" "));
    t.ok(run.status === 2 || run.status === 3);
  }
  const empty = await runPodgraft(["inject", ...aws, "folder"], { cwd });
  t.match(empty, { status: 0, stdout: /^$/, stderr: "podgraft: no Pods found; 0 of 0 inputs changed\n" });
});

t.test("a full disk behind standard output is said", async (t) => {
  const full = openFull();
  if (full === undefined) {
    t.comment("skipped: there is no /dev/full here");
    return;
  }
  const child = spawnSync(process.execPath, [main, "inject", ...aws], {
    cwd: t.testdir(),
    env: { PATH: process.env.PATH },
    input: good,
    stdio: ["pipe", full, "pipe"],
  });
  closeSync(full);
  t.equal(child.status, 4);
  t.match(String(child.stderr), /podgraft: error: standard output: cannot be written: .*ENOSPC/);
});

function openFull(): number | undefined {
  try {
    return openSync("/dev/full", "w");
  } catch {
    return undefined;
  }
}

t.test("a reader that goes away early is no error", async (t) => {
  const child = spawn(process.execPath, [main, "inject", ...aws], {
    cwd: t.testdir(),
    env: { PATH: process.env.PATH },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(stream(accountYaml(), ...Array.from({ length: 5_000 }, (_, index) => podYaml(`p${index}`))));
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdout.once("data", () => child.stdout.destroy());
  const status = await new Promise((resolve) => child.on("close", resolve));
  t.equal(status, 0);
  t.match(stderr, /^podgraft: 5000 Pods: 5000 injected \(aws\); 1 of 1 input changed\n$/);
});

t.test("a progress line where much is read on a terminal, and nowhere else", async (t) => {
  const files = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`${index}.yaml`, "a: 1\n"]));
  const cwd = t.testdir({ many: files, few: { "a.yaml": "a: 1\n" } });
  t.notMatch((await runPodgraft(["inject", ...aws, "many"], { cwd })).stderr, "files read");
  const onTerminal = (folder: string): string | undefined => {
    const command = `"${process.execPath}" "${main}" inject --set providers.aws={} ${folder} >out.yaml`;
    const run = spawnSync("sh", ["-c", 'exec script -qec "$COMMAND" /dev/null'], {
      cwd,
      env: { PATH: process.env.PATH, TERM: "xterm", COMMAND: command },
      encoding: "utf8",
    });
    return run.error === undefined && run.status === 0 ? run.stdout : undefined;
  };
  const many = onTerminal("many");
  if (many === undefined) {
    t.comment("skipped: there is no `script` to make a terminal with");
    return;
  }
  t.match(many, "\rpodgraft: 200 of 250 files read");
  t.match(many, "\r\u001b[Kpodgraft: no Pods found; 0 of 250 inputs changed");
  t.notMatch(onTerminal("few"), "files read");
});
