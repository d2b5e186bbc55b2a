import { PodgraftError } from "../../engine/errors.ts";
import { formatGithub } from "../../report/formats/github.ts";
import { formatJson } from "../../report/formats/json.ts";
import { formatJunit } from "../../report/formats/junit.ts";
import { formatMarkdown } from "../../report/formats/markdown.ts";
import type { PlaceInRepository } from "../../report/formats/repository-place.ts";
import { formatSarif } from "../../report/formats/sarif.ts";
import { formatText, type PaintTone } from "../../report/formats/text.ts";
import type { Report } from "../../report/report.ts";
import { textOption, type Call, type Option } from "../command.ts";

const formats = ["text", "json", "sarif", "junit", "github", "markdown"] as const;

/** A format of reports. */
export type Format = (typeof formats)[number];

/** The option of commands that write reports. */
export const formatOption: Option = {
  name: "format",
  value: formats.join("|"),
  description: "How the report is written (default text)",
};

/** Reads the option. Throws PodgraftError `usage.invalid`. */
export function readFormat(call: Call): Format {
  const value = textOption(call, "format") ?? "text";
  const format = formats.find((one) => one === value);
  if (format !== undefined) return format;
  const expected = formats.join(", ").replace(/, (?=[^,]*$)/, " or ");
  throw new PodgraftError("usage.invalid", `--format ${JSON.stringify(value)}: expected ${expected}`);
}

/** What formats need beyond the report. */
export type FormatOptions = { readonly placeInRepository: PlaceInRepository; readonly paint: PaintTone | undefined };

/** A report in a format. */
export function formatReport(report: Report, format: Format, { placeInRepository, paint }: FormatOptions): string {
  switch (format) {
    case "text":
      return formatText(report, paint);
    case "json":
      return formatJson(report);
    case "sarif":
      return formatSarif(report, { placeInRepository });
    case "junit":
      return formatJunit(report);
    case "github":
      return formatGithub(report, placeInRepository);
    case "markdown":
      return formatMarkdown(report);
  }
}
