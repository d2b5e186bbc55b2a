import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { packageHelm4 } from "../../../scripts/lib/helm4-package.ts";
import { findHelm4 } from "../../../scripts/tools/real-tools.ts";
import { podLines } from "../../parity/pods.ts";
import { prepareHelm, type Helm } from "./real-helm.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const compiled = fileURLToPath(new URL("../../../", import.meta.url));
const { path = "", reason } = findHelm4();

/** Helm installs into its data folder, so that is where plugins are looked for. */
async function render(helm: Helm): Promise<{ pods: string[]; list: string }> {
  const rendered = await helm.run([
    "template",
    "r",
    "orders",
    "--post-renderer",
    "podgraft",
    "--post-renderer-args=-nshop",
  ]);
  const { stdout: list } = await helm.run(["plugin", "list"]);
  return { pods: podLines(rendered.stdout), list };
}

t.test("the plugin for Helm 4", { skip: reason ?? false }, async (t) => {
  const places = { root, compiled, folder: t.testdirName, archives: t.testdirName };
  const made = { ...places, folder: join(t.testdir(), "built"), archives: join(t.testdirName, "archives") };
  const archive = await packageHelm4(made);
  const expected = (await prepareHelm(path, t.testdirName).wrapped(["template", "r", "orders", "-n", "shop"])).stdout;

  for (const [name, source] of [
    ["its folder", made.folder],
    ["its archive", archive],
  ] as const) {
    t.test(`installed from ${name}`, async (t) => {
      const helm = prepareHelm(path, t.testdir());
      const installed = await helm.run(["plugin", "install", source, "--verify=false"]);
      t.match(installed, { status: 0, stdout: /Installed plugin: podgraft/ });
      const { pods, list } = await render(helm);
      t.match(list, /^podgraft\s+\d+\.\d+\.\d+\s+postrenderer\/v1/m);
      t.same(pods, podLines(expected));
    });
  }

  t.test("the archive is the same every time", async (t) => {
    const again = await packageHelm4({ ...made, folder: join(t.testdir(), "built"), archives: t.testdirName });
    t.ok(readFileSync(again).equals(readFileSync(archive)));
  });

  t.test("Helm knows every key of plugin.yaml: one more, and there is no plugin", async (t) => {
    const folder = join(t.testdir(), "podgraft");
    mkdirSync(folder);
    for (const file of ["podgraft.mjs", "podgraft.wasm"]) copyFileSync(join(made.folder, file), join(folder, file));
    const manifest = readFileSync(join(made.folder, "plugin.yaml"), "utf8");
    writeFileSync(join(folder, "plugin.yaml"), `${manifest}usage: none\n`);
    const installed = await prepareHelm(path, t.testdirName).run(["plugin", "install", folder]);
    t.match(installed, { status: 1, stderr: /usage/ });
  });
});
