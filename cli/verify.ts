import { verifyPod } from "../engine/verify/verify-pod.ts";
import { wantsColour } from "./colour.ts";
import { textOption, type Call, type Command, type Outcome } from "./command.ts";
import { failOnOption, readFailOn } from "./fail-on.ts";
import { writeWholeFile } from "./replace-files.ts";
import { baselineOption, readBaselineOption } from "./reporting/baseline-option.ts";
import { formatOption, formatReport, readFormat } from "./reporting/format.ts";
import { paintTone } from "./reporting/paint.ts";
import { repositoryPlaces } from "./reporting/place-in-repository.ts";
import { readInput } from "./reporting/read-input.ts";
import { reportFails, reportOn } from "./reporting/report-on.ts";
import { tellOutcome } from "./reporting/tell-outcome.ts";
import { loadRules, ruleOptions } from "./rules.ts";

/** `podgraft verify`: would admission accept these manifests? */
export const verifyCommand: Command = {
  name: "verify",
  summary: "Tell whether admission would accept manifests, and what is missing where it would not",
  operands: "[OPTIONS] [FILE|DIR|-]...",
  description:
    "Reads manifests as inject does and decides every Pod by the same rules. A Pod passes when the rules have nothing to change and no\n" +
    "finding is an error; else the report names each missing or conflicting piece, what to change, and the page about it.",
  options: [
    ...ruleOptions,
    formatOption,
    {
      name: "output",
      short: "o",
      value: "FILE",
      description: "Write the report there, and the text of it to standard output",
    },
    baselineOption,
    failOnOption,
    {
      name: "chart",
      value: "DIR",
      description: "The folder of the chart that was rendered: sarif and github point to its templates",
    },
  ],
  examples: [
    { title: "What is in Git", command: "podgraft verify manifests/" },
    {
      title: "A chart, for GitHub's code scanning",
      command: "helm template orders ./chart | podgraft verify --chart chart --format sarif --output podgraft.sarif",
    },
    {
      title: "Only what is new since the last report",
      command: "podgraft verify --format json --output report.json --baseline report.json manifests/",
    },
  ],
  run: (call) => Promise.resolve(runVerify(call)),
};

function runVerify(call: Call): Outcome {
  const format = readFormat(call);
  const failOn = readFailOn(call);
  const baseline = readBaselineOption(call);
  const loaded = loadRules(call);
  const { file } = loaded;
  const input = readInput(call, loaded);
  const report = reportOn(input, loaded, {
    also: verifyPod,
    environment: textOption(call, "environment") ?? null,
    threshold: failOn === "warning" ? "warning" : "error",
    baseline,
  });
  const output = textOption(call, "output");
  const options = {
    placeInRepository: repositoryPlaces({ chart: textOption(call, "chart"), configuration: file }),
    paint: wantsColour({ isTTY: process.stdout.isTTY, env: process.env }) ? paintTone : undefined,
  };
  if (output !== undefined) writeWholeFile(output, formatReport(report, format, { ...options, paint: undefined }));
  const stdout = formatReport(report, output === undefined ? format : "text", options);
  return tellOutcome(input, stdout, reportFails(report, failOn) ? 1 : 0);
}
