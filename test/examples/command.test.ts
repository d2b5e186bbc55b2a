import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import t from "tap";
import { examples } from "../../scripts/demo/examples.ts";
import { injectManifests } from "../../scripts/demo/inject.ts";

const folder = fileURLToPath(new URL("../../../examples", import.meta.url));
const command = fileURLToPath(new URL("../../cli/main.js", import.meta.url));

for (const { manifests, environment } of examples) {
  t.test(`podgraft inject in examples/ gives what the demo shows of ${manifests}`, async (t) => {
    const text = readFileSync(`${folder}/${manifests}`, "utf8");
    const options = environment === undefined ? [] : ["--environment", environment];
    const { exitCode, stdout, stderr } = await execa(process.execPath, [command, "inject", ...options], {
      cwd: folder,
      input: text,
      reject: false,
      stripFinalNewline: false,
    });
    t.equal(exitCode, 0, stderr);
    t.equal(stdout, injectManifests({ name: manifests, text }, folder, environment).text);
  });
}
