import { findings, reasons } from "../../codes/codes.ts";
import type { Exception } from "../config.ts";
import { isPattern } from "../glob.ts";
import { nearest } from "../nearest.ts";
import type { Issue } from "../validate.ts";

/** Exceptions that can never apply: a date that no calendar has, or a code that no rule gives. */
export function exceptionFaults(exceptions: readonly Exception[]): readonly Issue[] {
  return exceptions.flatMap((exception, index) => [...codeFaults(exception, index), ...dateFaults(exception, index)]);
}

function codeFaults({ code }: Exception, index: number): readonly Issue[] {
  if (isPattern(code) || Object.hasOwn(findings, code) || Object.hasOwn(reasons, code)) return [];
  const near = nearest(code, [...Object.keys(findings), ...Object.keys(reasons)]);
  const hint = near === undefined ? "`podgraft explain` lists the codes" : `did you mean ${JSON.stringify(near)}?`;
  return [{ path: ["exceptions", index, "code"], message: `unknown code ${JSON.stringify(code)}; ${hint}` }];
}

function dateFaults({ until }: Exception, index: number): readonly Issue[] {
  if (until === undefined || isCalendarDate(until)) return [];
  return [{ path: ["exceptions", index, "until"], message: `${JSON.stringify(until)} is no day of the calendar` }];
}

/** Whether a text YYYY-MM-DD is a day that exists. */
function isCalendarDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}
