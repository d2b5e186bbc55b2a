// Renders real manifests as charts, with Podgraft as Helm's post-renderer, and compares the Pods with those of `podgraft inject` on Helm's
// plain output: `npm run -s corpus:helm -- [--sample N] FOLDER` (a folder with an INDEX.tsv; of every N files the first is taken).
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import type { Outcome } from "../../cli/command.ts";
import { faultOutcome } from "../../cli/faults.ts";
import { injectText } from "../../cli/inject.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { findBuiltTool } from "../../scripts/tools/built-tools.ts";
import { addPlugin, helms, postRenderer, prepareHelm, type Helm, type HelmSearch } from "../cli/helm/real-helm.ts";
import type { Run } from "../cli/run-podgraft.ts";
import { maps } from "../corpus/maps.ts";
import { partHooks, podLines } from "./pods.ts";

/** What came of a file under a Helm: Pods that agree, a fault, or Helm's own reason not to render it. */
type Result = { readonly kind: "passed" | "failed" | "skipped"; readonly pods: number; readonly note?: string };

type Renderer = {
  readonly title: string;
  readonly name: HelmSearch["name"];
  readonly helm: Helm;
  readonly config: string;
};

/** The Helms of npm's packages, and the newest ones where they were built. */
const allHelms: readonly (HelmSearch & { readonly title: string })[] = [
  ...helms.map((helm) => ({ ...helm, title: helm.name === "Helm 3" ? "Helm 3.17" : "Helm 4.1" })),
  { title: "Helm 3.22", name: "Helm 3", found: findBuiltTool("helm3") },
  { title: "Helm 4.3", name: "Helm 4", found: findBuiltTool("helm4") },
];

/** Two processes at a time: more would not be faster on the machines of a CI. */
const workers = 2;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { sample: { type: "string" } }, allowPositionals: true });
  const [folder = "../shared/corpus"] = positionals;
  if (!existsSync(join(folder, "INDEX.tsv"))) {
    console.log(`skipped: ${folder} has no INDEX.tsv`);
    console.log("0 passed, 0 failed");
    return;
  }
  const every = Number(values.sample ?? 1);
  const files = fileNames(folder).filter((_, index) => index % every === 0);
  const scratch = mkdtempSync(join(tmpdir(), "podgraft-corpus-"));
  try {
    const totals = { passed: 0, failed: 0 };
    for (const { title, name, found } of allHelms) {
      if (found.path === undefined) {
        console.log(`skipped: ${title}: ${found.reason}`);
        continue;
      }
      const counts = await renderAll({ title, ...prepare(name, found.path, scratch) }, folder, files, scratch);
      console.log(
        `${title}: ${files.length} files, ${counts.passed} with the same Pods (${counts.pods}), ${counts.failed} with others, ${counts.skipped} that Helm refuses`,
      );
      totals.passed += counts.passed;
      totals.failed += counts.failed;
    }
    console.log(`${totals.passed} passed, ${totals.failed} failed`);
    process.exitCode = totals.failed === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function fileNames(folder: string): string[] {
  const [header = "", ...rows] = readFileSync(join(folder, "INDEX.tsv"), "utf8").trimEnd().split("\n");
  const column = header.split("\t").indexOf("file");
  return rows.map((row) => row.split("\t")[column] ?? "");
}

/** A Helm with two post-renderers: this program, and one that copies. */
function prepare(name: HelmSearch["name"], path: string, scratch: string): Omit<Renderer, "title"> {
  const helm = prepareHelm(path, scratch);
  if (name === "Helm 4") {
    addPlugin(helm, "podgraft");
    addPlugin(helm, "copy", { command: "cat", args: [] });
  }
  const config = join(scratch, "podgraft.yaml");
  writeFileSync(config, JSON.stringify(maps[0]?.config));
  return { name, helm, config };
}

const titles = { passed: "listed", failed: "FAILED", skipped: "skipped" } as const;

type Counts = { passed: number; failed: number; skipped: number; pods: number };

async function renderAll(
  renderer: Renderer,
  folder: string,
  files: readonly string[],
  scratch: string,
): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, pods: 0 };
  const waiting = [...files];
  const work = async (worker: number): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const chart = join(scratch, `chart-${worker}`);
      writeChart(chart, readFileSync(join(folder, file), "utf8"));
      const result = await compare(renderer, chart);
      counts[result.kind] += 1;
      counts.pods += result.pods;
      if (result.note !== undefined) console.log(`${titles[result.kind]} ${renderer.title} ${file}: ${result.note}`);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return counts;
}

/** A chart with the file as its one template. What Helm would take for its own is written as text. */
function writeChart(chart: string, text: string): void {
  rmSync(chart, { recursive: true, force: true });
  mkdirSync(join(chart, "templates"), { recursive: true });
  writeFileSync(join(chart, "Chart.yaml"), "apiVersion: v2\nname: corpus\nversion: 1.0.0\n");
  writeFileSync(join(chart, "templates/file.yaml"), text.replaceAll("{{", '{{ "{{" }}'));
}

async function compare({ name, helm, config }: Renderer, chart: string): Promise<Result> {
  const plain = await helm.run(["template", "r", chart]);
  if (plain.status !== 0) return { kind: "skipped", pods: 0, note: firstLine(plain) };
  const own = [`--config=${config}`, "--fail-on=never"];
  const rendered = await helm.run(["template", "r", chart, ...postRenderer(name, own)]);
  const expected = injectPlain(name, plain.stdout, config);
  if (rendered.status === 0 && expected.stream !== undefined) {
    const pods = podLines(rendered.stdout);
    if (isDeepStrictEqual(pods, podLines(expected.stream))) return { kind: "passed", pods: pods.length };
  }
  const copied = await helm.run(["template", "r", chart, "--post-renderer", name === "Helm 4" ? "copy" : "cat"]);
  if (copied.status !== 0) return { kind: "skipped", pods: 0, note: firstLine(copied) };
  return compareCopied(rendered, injectPlain(name, copied.stdout, config));
}

/** Helm 4 prints anew what it hands to a post-renderer, and that may change a text; then its copy is what Pods are compared with. */
function compareCopied(rendered: Run, expected: Injected): Result {
  if (rendered.status !== 0) {
    const alike = expected.stream === undefined;
    const note = alike ? `refused here and by inject: ${expected.stderr.trim()}` : firstLine(rendered);
    return { kind: alike ? "passed" : "failed", pods: 0, note };
  }
  const pods = podLines(rendered.stdout);
  const expectedPods = expected.stream === undefined ? [] : podLines(expected.stream);
  if (isDeepStrictEqual(pods, expectedPods)) {
    return { kind: "passed", pods: pods.length, note: "Helm itself changes a Pod for any post-renderer" };
  }
  const different = pods.find((line, index) => line !== expectedPods[index]);
  const note = `${pods.length} Pods, ${expectedPods.length} expected; first difference: ${different?.slice(0, 300) ?? "one is missing"}`;
  return { kind: "failed", pods: 0, note };
}

type Injected = { readonly stream: string | undefined; readonly stderr: string };

/** What `podgraft inject` makes of a stream; under Helm 3 hooks stay as they are. No stream if it refuses. */
function injectPlain(name: HelmSearch["name"], plain: string, config: string): Injected {
  const { manifests, hooks } = name === "Helm 4" ? { manifests: plain, hooks: "" } : partHooks(plain);
  const { status, stdout = "", stderr = "" } = injected(manifests, config);
  const text = typeof stdout === "string" ? stdout : stdout.join("");
  return { stream: status === 0 ? `${text}\n---\n${hooks}` : undefined, stderr };
}

function injected(text: string, config: string): Outcome {
  const call = { options: { config, "fail-on": "never", quiet: true }, operands: [] };
  try {
    return injectText(call, { name: "plain output", text });
  } catch (error) {
    if (error instanceof PodgraftError) return faultOutcome([error]);
    throw error;
  }
}

function firstLine({ stderr, status }: Run): string {
  return (
    stderr
      .split("\n")
      .find((line) => line.startsWith("Error:"))
      ?.slice(0, 300) ?? `exit ${status}`
  );
}

await main();
