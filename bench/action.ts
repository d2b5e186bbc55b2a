import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { memberOf, readJsonFile } from "../scripts/lib/json-file.ts";
import { findNode24 } from "../scripts/tools/node24.ts";
import type { Figures } from "./main.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const action = `${root}action/dist/index.js`;
/** Other projects' real manifests, beside the project where they are at all. */
const corpus = `${root}../shared/corpus`;

const configuration = readFileSync(`${root}examples/podgraft.yaml`, "utf8").replace(/^context:[^]*/m, "");

const rounds = 7;

/**
 * The bundled Action under the Node that it names: milliseconds of a run that looks at one manifest (the median of several), and seconds for
 * all real manifests, verified and compared with an empty base.
 */
export async function benchAction(): Promise<Figures> {
  const node = (await findNode24()).path ?? process.execPath;
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "podgraft-bench-action-")));
  try {
    const small = join(scratch, "small");
    mkdirSync(small);
    mkdirSync(`${small}-temp`);
    writeFileSync(join(small, "podgraft.yaml"), configuration);
    writeFileSync(
      join(small, "pod.yaml"),
      "apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: { containers: [] }\n",
    );
    const starts: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await timed(node, ["-e", "0"], small));
      starts.push(await timed(node, [action], small));
    }
    const figures = { startupMs: median(starts), nodeAloneMs: median(bare) };
    if (!existsSync(corpus)) {
      console.log("skipped: the real manifests: they are not here");
      return figures;
    }
    const all = join(scratch, "all");
    mkdirSync(all);
    mkdirSync(`${all}-temp`);
    await git(all, "init", "--quiet");
    await git(
      all,
      "-c",
      "user.name=b",
      "-c",
      "user.email=b@example.com",
      "commit",
      "--quiet",
      "--allow-empty",
      "-m",
      "empty",
    );
    cpSync(corpus, all, { recursive: true });
    writeFileSync(join(all, "podgraft.yaml"), configuration);
    const verified = await timed(node, [action], all);
    refuseFailure(`${all}-temp`);
    const compared = await timed(node, [action], all, { INPUT_MODE: "diff", "INPUT_BASE-REF": "HEAD" });
    refuseFailure(`${all}-temp`);
    return { ...figures, corpusVerifySeconds: verified / 1000, corpusDiffSeconds: compared / 1000 };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A run that stopped at once would be the fastest. */
function refuseFailure(temp: string): void {
  const pods = memberOf(memberOf(readJsonFile(`${temp}/podgraft-report/report.json`), "summary"), "pods");
  if (typeof pods !== "number" || pods < 1000)
    throw new Error(`the Action looked at ${String(pods)} Pods of the real manifests`);
}

function git(folder: string, ...args: readonly string[]): Promise<number> {
  return timed("git", args, folder);
}

/** Runs a program to its end, whatever its status, and gives the milliseconds that it took. */
function timed(
  program: string,
  args: readonly string[],
  folder: string,
  inputs: { readonly [name: string]: string } = {},
): Promise<number> {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GITHUB_WORKSPACE: folder,
    RUNNER_TEMP: `${folder}-temp`,
    ...inputs,
  };
  const started = performance.now();
  return new Promise((resolve) => {
    const options = { cwd: folder, env, maxBuffer: 256 * 1024 * 1024, timeout: 300_000 };
    execFile(program, [...args], options, () => resolve(Math.round(performance.now() - started)));
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
