import { findings } from "../engine/codes/codes.ts";
import type { Finding } from "../engine/document/finding.ts";
import { pathText } from "../engine/typed/path-text.ts";

/** One line for people: severity, place, what was found, and what to do. Control characters are escaped. */
export function describeFinding(finding: Finding, file: string): string {
  const entry = Object.hasOwn(findings, finding.code) ? findings[finding.code as keyof typeof findings] : undefined;
  const params = Object.keys(finding.params)
    .sort()
    .map((name) => `${name} ${JSON.stringify(finding.params[name])}`)
    .join(", ");
  const detail = params === "" ? "" : ` [${params}]`;
  return printable(`${finding.severity}: ${file}: ${pathText(finding.path)}: ${entry?.title ?? finding.code} (${finding.code})${detail}. ${entry?.fix ?? ""}`.trimEnd());
}

/** Text from manifests must not steer a terminal: control, bidirectional and zero-width characters are shown as escapes. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
