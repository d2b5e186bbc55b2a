import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import t, { type Test } from "tap";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const dockerfile = readFileSync(join(root, "packaging/container/Dockerfile"), "utf8");
const compiledBundle = join(root, "dist/bundle/cli/main.js");

/** The stages of the recipe by their names, each with its instructions. */
const stages: ReadonlyMap<string, string> = new Map(
  dockerfile
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((text) => [/^FROM \S+ AS (\S+)$/m.exec(text)?.[1] ?? "", text]),
);

/** What the build makes that is not in the project. */
const made: readonly string[] = ["module.digest"];

/** What a stage copies from the build, as it would stand in the image. */
function copies(stage: string): { readonly source: string; readonly target: string }[] {
  return [...(stages.get(stage) ?? "").matchAll(/^COPY --from=build (.*)$/gm)].flatMap(([, words = ""]) => {
    const paths = words.split(" ");
    const target = paths.at(-1) ?? "";
    return paths.slice(0, -1).map((path) => {
      const source = path.replace(/^\/src\//, "");
      return { source, target: path.endsWith("/") ? target : join(target, basename(path)) };
    });
  });
}

const skip = !existsSync(compiledBundle) && "there is no bundle; npm run build makes it";

/** A folder with what a stage copies. */
function imageOf(t: Test, stage: string): string {
  const image = t.testdir();
  for (const { source, target } of copies(stage)) {
    mkdirSync(dirname(join(image, target)), { recursive: true });
    if (!made.includes(source)) cpSync(join(root, source), join(image, target), { recursive: true });
  }
  return image;
}

t.test("what the recipe copies is all that the function needs", { skip }, async (t) => {
  const image = imageOf(t, "podgraft");
  const main = join(image, "opt/podgraft/dist/bundle/cli/main.js");
  chmodSync(main, 0o755);
  symlinkSync(main, join(image, "podgraft"));
  const list = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n";
  const options = { cwd: image, reject: false, stripFinalNewline: false, env: { PODGRAFT_CONFIG: "" } } as const;
  const run = await execa(join(image, "podgraft"), ["krm"], { ...options, input: list });
  t.match(run, { exitCode: 0, stdout: list });
  t.match(await execa(join(image, "podgraft"), ["--version"], options), { exitCode: 0, stdout: /^\d/ });
});

t.test("files that the recipe takes from the project are there", (t) => {
  t.equal(copies("podgraft").length, 4);
  t.equal(copies("plugin").length, 6);
  for (const stage of ["podgraft", "plugin"]) {
    for (const { source } of copies(stage)) {
      if (!made.includes(source) && !source.startsWith("dist/")) t.ok(existsSync(join(root, source)), source);
    }
  }
  for (const [, file = ""] of dockerfile.matchAll(/^COPY (packaging\S+) /gm)) t.ok(statSync(join(root, file)).isFile());
  t.end();
});

t.test("no stage that is for use runs as root, and the last one is the function", (t) => {
  t.same([...stages.keys()], ["build", "podgraft", "argocd", "plugin", "krm"]);
  for (const [name, text] of stages) {
    if (name !== "build") t.match(text, /^USER (?:65534:65534|65532:65532|999:999)$|^FROM podgraft AS/m, name);
  }
  t.match(stages.get("krm"), /^FROM podgraft AS krm\nENTRYPOINT \["podgraft", "krm"\]\n$/);
  t.end();
});

t.test("the server's image has no shell, so nothing in it is run while it is built", (t) => {
  const plugin = stages.get("plugin") ?? "";
  t.match(plugin, /^FROM \$\{PLUGIN_IMAGE\} AS plugin$/m);
  t.match(dockerfile, /^ARG PLUGIN_IMAGE=\S*distroless\/nodejs24\S*:nonroot$/m);
  t.notMatch(plugin, /^RUN /m);
  t.match(plugin, /^ENTRYPOINT \["\/nodejs\/bin\/node", "\/opt\/podgraft\/start\.mjs"\]\nCMD \["serve"\]$/m);
  t.end();
});

t.test("the build writes the module's digest", async (t) => {
  const command = /^RUN (sha256sum .*)$/m.exec(stages.get("build") ?? "")?.[1] ?? "";
  const folder = t.testdir({ policies: { "podgraft.wasm": "module" } });
  await execa("sh", ["-c", command], { cwd: folder });
  const digest = createHash("sha256").update("module").digest("hex");
  t.equal(readFileSync(join(folder, "module.digest"), "utf8"), `sha256:${digest}\n`);
});

const starts: readonly [string, readonly string[], readonly string[]][] = [
  ["serve is held to the module", ["serve", "--http2"], ["serve", "--module-digest=sha256:abc", "--http2"]],
  ["a module of one's own", ["serve", "--module", "/own.wasm"], ["serve", "--module", "/own.wasm"]],
  ["a digest of one's own", ["serve", "--module-digest=sha256:x"], ["serve", "--module-digest=sha256:x"]],
  ["other commands", ["verify", "-"], ["verify", "-"]],
  ["no command", [], []],
];

for (const [title, args, expected] of starts) {
  t.test(`the image's entrypoint: ${title}`, async (t) => {
    const image = t.testdir({
      "start.mjs": readFileSync(join(root, "packaging/container/start.mjs"), "utf8"),
      "module.digest": "sha256:abc\n",
      "package.json": JSON.stringify({ type: "module" }),
      dist: { bundle: { cli: { "main.js": "console.log(JSON.stringify(process.argv.slice(2)));" } } },
    });
    const { stdout } = await execa(process.execPath, [join(image, "start.mjs"), ...args]);
    t.same(JSON.parse(stdout), expected);
  });
}
