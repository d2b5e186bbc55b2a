// Injects into real overlays through the wrapper, the pipe and the KRM function and compares the Pods:
// `npm run -s corpus:kustomize -- FOLDER` (a folder with an INDEX.tsv).
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findKustomize } from "../../scripts/tools/find-kustomize.ts";
import { findKubectl132, findKubectl135 } from "../../scripts/tools/real-tools.ts";
import { maps } from "../corpus/maps.ts";
import { injectEveryWay, type Kustomizes } from "./kustomize-ways.ts";

function overlaysOf(folder: string): string[] {
  const [header = "", ...rows] = readFileSync(join(folder, "INDEX.tsv"), "utf8").trimEnd().split("\n");
  const column = (name: string): number => header.split("\t").indexOf(name);
  return rows
    .map((row) => row.split("\t"))
    .filter((cells) => cells[column("type")] === "overlay" && cells[column("builds")] === "ok")
    .map((cells) => cells[column("dir")] ?? "");
}

function toolsHere(): Kustomizes {
  const kubectls = [findKubectl132(), findKubectl135()];
  const kustomize = findKustomize();
  for (const { reason } of [kustomize, ...kubectls]) if (reason !== undefined) console.log(`skipped: ${reason}`);
  return { kustomize: kustomize.path, kubectls: kubectls.flatMap(({ path }) => (path === undefined ? [] : [path])) };
}

async function main(): Promise<void> {
  const [folder = "../shared/corpus-src"] = process.argv.slice(2);
  const tools = toolsHere();
  let [passed, failed] = [0, 0];
  if (existsSync(join(folder, "INDEX.tsv")) && (tools.kustomize !== undefined || tools.kubectls.length > 0)) {
    const copy = mkdtempSync(join(tmpdir(), "podgraft-overlays-"));
    try {
      cpSync(join(folder, "kustomize"), join(copy, "kustomize"), { recursive: true });
      for (const overlay of overlaysOf(folder)) {
        for (const { name, config } of maps) {
          const ways = await injectEveryWay(join(copy, overlay), config, tools);
          const pods = ways[0]?.pods ?? [];
          const changed = pods.filter((line) => line.includes("workload-identity") || line.includes("aws-iam-token"));
          console.log(
            `${overlay} ${name}: ${pods.length} Pods, ${changed.length} with an identity, ${ways.length} ways`,
          );
          for (const way of ways) {
            const same =
              way.fault === undefined && JSON.stringify(way.pods) === JSON.stringify(pods) && pods.length > 0;
            if (same) passed += 1;
            else failed += 1;
            if (!same)
              console.log(`FAILED ${overlay} ${name}: ${way.name}: ${way.fault ?? "other Pods than by the first way"}`);
          }
        }
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  } else {
    console.log(`skipped: ${folder} has no INDEX.tsv, or there is no kustomize`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
