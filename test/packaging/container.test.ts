import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import t from "tap";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const dockerfile = readFileSync(join(root, "packaging/container/Dockerfile"), "utf8");
const compiledBundle = join(root, "dist/bundle/cli/main.js");

/** What the recipe copies from its build, as it would stand in the image. */
function copies(): { readonly source: string; readonly target: string }[] {
  return [...dockerfile.matchAll(/^COPY --from=build (.*)$/gm)].flatMap(([, words = ""]) => {
    const paths = words.split(" ");
    const target = paths.at(-1) ?? "";
    return paths.slice(0, -1).map((path) => {
      const source = path.replace(/^\/src\//, "");
      return { source, target: path.endsWith("/") ? target : join(target, basename(path)) };
    });
  });
}

const skip = !existsSync(compiledBundle) && "there is no bundle; npm run build makes it";

t.test("what the recipe copies is all that the function needs", { skip }, async (t) => {
  const image = t.testdir();
  for (const { source, target } of copies()) {
    mkdirSync(dirname(join(image, target)), { recursive: true });
    cpSync(join(root, source), join(image, target), { recursive: true });
  }
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
  t.equal(copies().length, 4);
  for (const [, file = ""] of dockerfile.matchAll(/^COPY (packaging\S+) /gm)) t.ok(statSync(join(root, file)).isFile());
  t.end();
});

t.test("no stage that is for use runs as root, and the last one is the function", (t) => {
  const [, build = "", ...used] = dockerfile.split(/^FROM /m);
  t.match(build, /AS build/);
  t.equal(used.length, 3);
  for (const stage of used) t.match(stage, /^USER (?:65534:65534|999:999)$|^podgraft AS/m);
  t.match(used.at(-1), /^podgraft AS krm\nENTRYPOINT \["podgraft", "krm"\]\n$/);
  t.end();
});
