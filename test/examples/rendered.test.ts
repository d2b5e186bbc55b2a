import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { PodgraftError } from "../../engine/errors.ts";
import { examples } from "../../scripts/demo/examples.ts";
import { renderExample, runTool } from "../../scripts/demo/render.ts";
import { findHelm3, findHelm4, findKubectl132, findKubectl135, type ToolSearch } from "../../scripts/tools/real-tools.ts";

const folder = fileURLToPath(new URL("../../../examples", import.meta.url));

const versions: { readonly [tool in "helm" | "kubectl"]: { readonly [version: string]: () => ToolSearch } } = {
  helm: { "Helm 3": findHelm3, "Helm 4": findHelm4 },
  kubectl: { "kubectl 1.32": findKubectl132, "kubectl 1.35": findKubectl135 },
};

for (const { manifests, render } of examples) {
  if (render === undefined) continue;
  for (const [version, find] of Object.entries(versions[render.tool])) {
    const { path, reason } = find();
    t.test(`${manifests} is what ${version} renders`, { skip: reason ?? false }, async (t) => {
      if (path === undefined) return;
      const committed = readFileSync(join(folder, manifests), "utf8");
      t.equal(await runTool(path, render.arguments, folder), committed, "if not: node dist/scripts/render-examples.js");
    });
  }
}

for (const example of examples) {
  t.test(`${example.manifests} without tools`, async (t) => {
    const { text, origin } = await renderExample(example, folder, () => ({ reason: "there is none on this moon" }));
    t.equal(text, readFileSync(join(folder, example.manifests), "utf8"), "the committed text");
    t.match(origin, example.manifests, "says which file it shows");
    if (example.render !== undefined) t.match(origin, "there is none on this moon", "says why");
  });
}

t.test("a tool that fails", async (t) => {
  const example = examples.find(({ render }) => render !== undefined);
  if (example === undefined) throw new Error("no example is rendered");
  const failing = renderExample(example, folder, () => ({ path: join(folder, "no-such-tool") }));
  await t.rejects(failing, { name: PodgraftError.name, code: "tool.failed" });
});
