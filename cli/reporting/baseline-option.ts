import { readBaseline, type Baseline } from "../../report/baseline.ts";
import { textOption, type Call, type Option } from "../command.ts";
import { readText } from "../input.ts";
import { readJsonDocuments } from "../json-input.ts";

/** The option, the same for every command that reports findings. */
export const baselineOption: Option = {
  name: "baseline",
  value: "FILE",
  description: "A JSON report of before: findings that it has are not counted",
};

/** Reads the file that the option names; null without it. Throws PodgraftError `input.*`, `config.invalid`. */
export function readBaselineOption(call: Call): Baseline | null {
  const file = textOption(call, "baseline");
  if (file === undefined) return null;
  const [document] = readJsonDocuments(readText(file), file);
  return readBaseline(document?.value ?? null, file);
}
