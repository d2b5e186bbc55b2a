import { PodgraftError } from "../engine/errors.ts";
import { compareInjection, compareSides, unreadFaults, type Differences } from "../renderer/diff/compare.ts";
import { diffMarkdown } from "../report/diff/diff-markdown.ts";
import { diffJson, hasDifferences, type DiffReport } from "../report/diff/diff-report.ts";
import { diffText } from "../report/diff/diff-text.ts";
import { printable } from "../report/printable.ts";
import { wantsColour } from "./colour.ts";
import { switchOption, textOption, textOptions, type Call, type Command, type Outcome } from "./command.ts";
import { readBaseSide, readNamedSide, type NamedSide } from "./diff/side.ts";
import { packageVersion } from "./package/version.ts";
import { paintDiff } from "./reporting/paint.ts";
import { tellOutcome } from "./reporting/tell-outcome.ts";
import { ruleOptions } from "./rules.ts";

/** `podgraft diff`: what injection changes, or what a change of manifests and settings does to the Pods. */
export const diffCommand: Command = {
  name: "diff",
  summary: "Show what injection changes, or how two trees of manifests differ after it: identities first",
  operands: "[OPTIONS] [FILE|DIR|-]...",
  description:
    "Without --base: every object before and after injection. With --base: two trees, each with the identities that its own configuration\n" +
    "gives, so that a change of the configuration, of an identity map or of a ServiceAccount shows every Pod that it changes.\n" +
    "Values of Secrets are not shown. Exits with 0 whether there are differences or not, unless --exit-code is given: as for every command,\n" +
    "1 means that a Pod is refused.",
  options: [
    ...ruleOptions,
    {
      name: "base",
      value: "FILE|DIR",
      description: "Compare with these manifests, as their own configuration has them",
    },
    {
      name: "base-config",
      value: "FILE",
      description: "The base's configuration (default: podgraft.yaml upward from the base, within its repository)",
    },
    {
      name: "base-context",
      value: "FILE|DIR",
      repeatable: true,
      description: "ServiceAccounts and Namespaces of the base",
    },
    { name: "format", value: "text|json|markdown", description: "How the differences are written (default text)" },
    { name: "exit-code", description: "Exit with 1 where there are differences" },
  ],
  examples: [
    { title: "What injection would do", command: "podgraft diff manifests/" },
    {
      title: "What a branch changes, the other one in a worktree",
      command: "podgraft diff --base ../main/manifests manifests/",
    },
    {
      title: "For a comment on a pull request",
      command: "podgraft diff --base ../main/manifests --format markdown manifests/",
    },
  ],
  run: (call) => Promise.resolve(runDiff(call)),
};

function runDiff(call: Call): Outcome {
  const format = readFormat(call);
  const baseOperand = readBaseOperand(call);
  const head = readNamedSide(call, baseOperand === undefined ? "injectable" : "everything");
  const base = baseOperand === undefined ? undefined : readBaseSide(call, baseOperand);
  const differences = base === undefined ? compareInjection(head) : compareSides(base, head);
  const faults = [
    ...(base?.input.faults ?? []),
    ...head.input.faults,
    ...(base === undefined ? [] : unreadFaults(base.side, head.side)),
  ];
  const skipped = [...(base?.input.skipped ?? []), ...head.input.skipped];
  const report = reportOf(base ?? head, head, differences);
  // A comparison with a side that could not be read whole would show differences that are none.
  const stdout = faults.length > 0 ? "" : written(report, format);
  const fails = head.denials.length > 0 || (switchOption(call, "exit-code") && hasDifferences(report));
  const outcome = tellOutcome({ ...head.input, faults, skipped }, stdout, fails ? 1 : 0);
  const notes = base === undefined ? "" : missingConfiguration(base, head);
  const denied = head.denials.map((denial) => `${printable(`denied: ${denial}`)}\n`).join("");
  return { ...outcome, stderr: notes + (outcome.stderr ?? "") + denied };
}

/** The base, undefined where there is none. Throws PodgraftError `usage.invalid` where options contradict each other. */
function readBaseOperand(call: Call): string | undefined {
  const base = textOption(call, "base");
  if (base === undefined) {
    refuseBaseOptions(call);
    return undefined;
  }
  const { operands } = call;
  if (base === "-" && (operands.length === 0 || operands.includes("-"))) {
    const message = "--base - and the other side cannot both be standard input; name a file or folder for one of them";
    throw new PodgraftError("usage.invalid", message);
  }
  return base;
}

function refuseBaseOptions(call: Call): void {
  if (textOption(call, "base-config") === undefined && textOptions(call, "base-context").length === 0) return;
  const message = "--base-config and --base-context are about the base; name one with --base";
  throw new PodgraftError("usage.invalid", message);
}

const formats = ["text", "json", "markdown"] as const;

function readFormat(call: Call): (typeof formats)[number] {
  const value = textOption(call, "format") ?? "text";
  const format = formats.find((one) => one === value);
  if (format !== undefined) return format;
  throw new PodgraftError("usage.invalid", `--format ${JSON.stringify(value)}: expected text, json or markdown`);
}

/** Where all identities are gained or lost, it may be that a configuration was only not found. */
function missingConfiguration(base: NamedSide, head: NamedSide): string {
  if ((base.configuration === undefined) === (head.configuration === undefined)) return "";
  const [side, option] =
    base.configuration === undefined ? ["the base", "--base-config"] : ["the other side", "--config"];
  return `info: no podgraft.yaml was found for ${side}: no cloud is on there; ${option} names one\n`;
}

function reportOf(before: NamedSide, after: NamedSide, differences: Differences): DiffReport {
  return {
    tool: { version: packageVersion() },
    configurations: { before: before.digest, after: after.digest },
    module: after.module,
    ...differences,
  };
}

function written(report: DiffReport, format: (typeof formats)[number]): string {
  switch (format) {
    case "json":
      return diffJson(report);
    case "markdown":
      return diffMarkdown(report);
    case "text":
      return diffText(report, wantsColour({ isTTY: process.stdout.isTTY, env: process.env }) ? paintDiff : undefined);
  }
}
