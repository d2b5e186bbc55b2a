// Renders examples/ anew into examples/rendered/, after a change of the chart or the overlay. Needs Linux on x64.
// Usage: node dist/scripts/render-examples.js
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { examples } from "./demo/examples.ts";
import { findRenderTool, runTool } from "./demo/render.ts";

const folder = fileURLToPath(new URL("../../examples", import.meta.url));

for (const { render, manifests } of examples) {
  if (render === undefined) continue;
  const { path, reason } = findRenderTool(render.tool);
  if (path === undefined) throw new Error(`examples/${manifests} is left as it is: ${reason}`);
  writeFileSync(join(folder, manifests), await runTool(path, render.arguments, folder));
}
