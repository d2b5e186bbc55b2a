import { describeStanding, type JudgedFinding } from "../judge.ts";
import { printable } from "../printable.ts";
import { failsAt, nameOf, type Report, type ReportedPod, type Threshold } from "../report.ts";

/** One test: a Pod, or what was found in a file outside of Pods. */
type Case = {
  readonly file: string;
  readonly name: string;
  readonly line: number | null;
  readonly findings: readonly JudgedFinding[];
};

/**
 * A report as JUnit XML: a suite for each file, a test for each Pod. A Pod that fails is a failed test; findings that do not make it fail
 * stand in its output.
 */
export function formatJunit(report: Report): string {
  const cases = [...distinctlyNamed(report.pods), ...casesOutsidePods(report)];
  const files = [...new Set(cases.map(({ file }) => file))];
  const suites = files.map((file) =>
    suite(
      file,
      cases.filter((one) => one.file === file),
      report.threshold,
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="podgraft" ${countsOf(cases, report.threshold)}>`,
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
}

/** Tests of one name would be taken for one. */
function distinctlyNamed(pods: readonly ReportedPod[]): Case[] {
  const seen = new Map<string, number>();
  return pods.map(({ object, place, path, findings }) => {
    const name = path === "" ? nameOf(object) : `${nameOf(object)} ${path}`;
    const key = JSON.stringify([place.file, name]);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return { file: place.file, name: times === 1 ? name : `${name} (${times})`, line: place.line, findings };
  });
}

function casesOutsidePods({ findings }: Report): Case[] {
  const files = [...new Set(findings.map(({ place }) => place.file))];
  return files.map((file) => ({
    file,
    name: "outside of Pods",
    line: null,
    findings: findings.filter(({ place }) => place.file === file),
  }));
}

function suite(file: string, cases: readonly Case[], threshold: Threshold): string {
  return [
    `  <testsuite name="${xml(file)}" ${countsOf(cases, threshold)}>`,
    ...cases.map((one) => testCase(one, threshold)),
    "  </testsuite>",
  ].join("\n");
}

function testCase({ file, name, line, findings }: Case, threshold: Threshold): string {
  const at = line === null ? "" : ` line="${line}"`;
  const start = `    <testcase classname="${xml(file)}" name="${xml(name)}" file="${xml(file)}"${at}`;
  const failing = findings.filter((finding) => failsAt(finding, threshold));
  const others = findings.filter((finding) => !failing.includes(finding));
  if (findings.length === 0) return `${start}/>`;
  const [first] = failing;
  const type = first === undefined ? "" : xml([...new Set(failing.map(({ code }) => code))].join(" "));
  const message = first === undefined ? "" : failing.length === 1 ? first.message : `${failing.length} findings`;
  return [
    `${start}>`,
    ...(first === undefined
      ? []
      : [`      <failure message="${xml(message)}" type="${type}">${xml(failing.map(describe).join("\n"))}</failure>`]),
    ...(others.length === 0 ? [] : [`      <system-out>${xml(others.map(describe).join("\n"))}</system-out>`]),
    "    </testcase>",
  ].join("\n");
}

function describe({ severity, place, path, message, code, fix, help, standing }: JudgedFinding): string {
  const remark = describeStanding(standing);
  return [
    `${severity}: ${place.file}:${place.line}:${place.column}: ${path}: ${message} (${code})`,
    ...(fix === "" ? [] : [fix]),
    ...(remark === "" ? [] : [remark]),
    help,
  ]
    .map(printable)
    .join("\n");
}

function countsOf(cases: readonly Case[], threshold: Threshold): string {
  const failures = cases.filter(({ findings }) => findings.some((finding) => failsAt(finding, threshold))).length;
  return `tests="${cases.length}" failures="${failures}" errors="0" skipped="0"`;
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
]);

/** Text for XML 1.0, which has no place at all for control characters, lone surrogates and U+FFFE, U+FFFF; line breaks stay. */
function xml(text: string): string {
  const shown = text
    .split("\n")
    .map(printable)
    .join("\n")
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return shown.replace(/[&<>"']/g, (character) => entities.get(character) ?? character);
}
