import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What a step of a workflow gives the Action. */
export type Step = {
  readonly workspace: string;
  readonly inputs?: { readonly [name: string]: string };
  readonly event?: { readonly name: string; readonly payload?: object; readonly sha?: string };
  /** Further variables; PATH decides which renderers there are. */
  readonly env?: { readonly [name: string]: string };
  /** The step is cancelled as soon as there is this file. */
  readonly cancelledBy?: string;
  /** Where the stand-in of GitHub's API listens. */
  readonly api?: string;
};

/** A command that the Action gave the runner, as the runner reads it. */
export type RunnerCommand = {
  readonly name: string;
  readonly properties: { readonly [name: string]: string };
  readonly text: string;
};

/** What became of a step. */
export type StepResult = {
  readonly status: number | null;
  /** Without the debug lines, which the runner hides. */
  readonly log: string;
  readonly stderr: string;
  /** Annotations and other commands, in their order. */
  readonly commands: readonly RunnerCommand[];
  readonly summary: string;
  readonly outputs: { readonly [name: string]: string };
};

/** Runs what GitHub would check out of the Action, and nothing else, as GitHub runs it. */
export type PackedAction = {
  readonly run: (step: Step) => Promise<StepResult>;
  readonly folder: string;
  readonly remove: () => void;
};

/** Copies action.yml and the bundle into a folder without anything around it. */
export function packAction(node: string): PackedAction {
  const scratch = mkdtempSync(join(tmpdir(), "podgraft-action-"));
  const folder = join(scratch, "action");
  mkdirSync(folder);
  cpSync(join(root, "action.yml"), join(folder, "action.yml"));
  cpSync(join(root, "action/dist"), join(folder, "action/dist"), { recursive: true });
  let steps = 0;
  const run = (step: Step): Promise<StepResult> => runStep(node, folder, join(scratch, `step-${(steps += 1)}`), step);
  return { run, folder, remove: () => rmSync(scratch, { recursive: true, force: true }) };
}

/** A step may not take longer, in milliseconds. */
const stepLimit = 120_000;

function runStep(node: string, folder: string, own: string, step: Step): Promise<StepResult> {
  const { workspace, inputs = {}, event = { name: "push" }, env = {}, api = "http://127.0.0.1:9", cancelledBy } = step;
  mkdirSync(own);
  const files = {
    GITHUB_OUTPUT: join(own, "output"),
    GITHUB_STEP_SUMMARY: join(own, "summary"),
    GITHUB_EVENT_PATH: join(own, "event.json"),
  };
  writeFileSync(files.GITHUB_OUTPUT, "");
  writeFileSync(files.GITHUB_STEP_SUMMARY, "");
  writeFileSync(files.GITHUB_EVENT_PATH, JSON.stringify(event.payload ?? {}));
  const given = Object.entries({ "github-token": "", ...inputs }).map(([name, value]): [string, string] => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ]);
  const variables: { readonly [name: string]: string } = Object.fromEntries(given);
  const options = {
    cwd: workspace,
    timeout: stepLimit,
    maxBuffer: 64 * 1024 * 1024,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: own,
      RUNNER_TEMP: own,
      GITHUB_ACTIONS: "true",
      GITHUB_WORKSPACE: workspace,
      GITHUB_REPOSITORY: "shop/manifests",
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_RUN_ID: "4711",
      GITHUB_WORKFLOW: "identities",
      GITHUB_JOB: "review",
      GITHUB_EVENT_NAME: event.name,
      ...(event.sha === undefined ? {} : { GITHUB_SHA: event.sha }),
      GITHUB_API_URL: api,
      ...files,
      ...variables,
      ...env,
    },
  };
  return new Promise((resolve) => {
    const child = execFile(node, [join(folder, "action/dist/index.js")], options, (_error, stdout, stderr) => {
      clearInterval(watch);
      resolve({
        status: child.exitCode,
        log: stdout.replace(/^::debug::.*\n/gm, ""),
        stderr,
        commands: commandsIn(stdout).filter(({ name }) => name !== "debug"),
        summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8"),
        outputs: outputsIn(readFileSync(files.GITHUB_OUTPUT, "utf8")),
      });
    });
    const watch = setInterval(() => {
      if (cancelledBy !== undefined && existsSync(cancelledBy)) child.kill("SIGTERM");
    }, 50);
  });
}

/** Reads a log as the runner does: `::name key=value,…::text` at the start of a line, and the older `##[name]text` anywhere in one. */
export function commandsIn(log: string): RunnerCommand[] {
  return log.split(/\r\n|\r|\n/).flatMap((line): RunnerCommand[] => {
    const [, name = "", properties = "", text = ""] = /^\s*::([^\s:]+)(?: ([^:]*))?::(.*)$/.exec(line) ?? [];
    if (name !== "") return [{ name, properties: readProperties(properties), text: unescape(text) }];
    const [, older = "", said = ""] = /##\[([^\]]+)\](.*)$/.exec(line) ?? [];
    return older === "" ? [] : [{ name: `##[${older}]`, properties: {}, text: said }];
  });
}

function readProperties(text: string): RunnerCommand["properties"] {
  const pairs = text.split(",").filter((pair) => pair !== "");
  return Object.fromEntries(
    pairs.map((pair) => pair.split("=", 2)).map(([name = "", value = ""]) => [name, unescape(value)]),
  );
}

function unescape(text: string): string {
  return text
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n")
    .replaceAll("%3A", ":")
    .replaceAll("%2C", ",")
    .replaceAll("%25", "%");
}

/** Reads `name<<DELIMITER`, the lines, and the delimiter, as GitHub does. */
function outputsIn(text: string): StepResult["outputs"] {
  const outputs: Record<string, string> = {};
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const [, name = "", delimiter = ""] = /^([^=<]+)<<(.+)$/.exec(lines[index] ?? "") ?? [];
    if (name === "") continue;
    const end = lines.indexOf(delimiter, index + 1);
    outputs[name] = lines.slice(index + 1, end).join("\n");
    index = end;
  }
  return outputs;
}
