import type { Notice } from "../../credentials/notice.ts";
import { describeError, PodgraftError } from "../../engine/errors.ts";
import { printable } from "../../report/printable.ts";

/** Notices as the program tells them, one a line: `warning: file:line:column: field: message (code)`. */
export function noticeLines(notices: readonly Notice[]): string {
  return notices
    .map(({ severity, code, message, location }) => {
      const line = describeError(new PodgraftError("input.invalid", message, location));
      return `${printable(`${severity}: ${line} (${code})`)}\n`;
    })
    .join("");
}
