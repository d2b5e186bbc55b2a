// Renders packaging/manifests from the chart with Helm 4; --check only names what is stale. Where there is no Helm it says so and ends.
// Usage: node dist/scripts/generate-manifests.js [--check]
import { parseArgs } from "node:util";
import { plainManifests, renderPlainManifest } from "./chart/plain-manifests.ts";
import { readProjectFile, writeProjectFile } from "./config/project.ts";
import { findHelm4 } from "./tools/real-tools.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const helm = findHelm4();
if (helm.path === undefined) console.log(`skipped: ${helm.reason}`);
else process.exitCode = (await bringUpToDate(helm.path)) ? 0 : 1;

/** Whether all files are as the chart gives them now. */
async function bringUpToDate(helm: string): Promise<boolean> {
  let current = true;
  for (const manifest of plainManifests) {
    const path = `packaging/manifests/${manifest.file}`;
    const text = await renderPlainManifest(manifest, helm);
    if (!values.check) await writeProjectFile(path, text);
    else if ((await readProjectFile(path).catch(() => undefined)) !== text) {
      console.error(`${path} is not what the chart gives: run node dist/scripts/generate-manifests.js`);
      current = false;
    }
  }
  return current;
}
