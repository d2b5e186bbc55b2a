import { pino } from "pino";
import type { AdmissionRecord } from "../admission-record.ts";
import type { Log, LogLevel } from "../log.ts";

/** Makes the log: JSON lines on standard error, at least as important as `level`. */
export function createLog(level: LogLevel): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: "message",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ dest: 2, sync: true }),
  );
  return (at, message, fields) => logger[at](fields, message);
}

/** One line for a review: what could not be judged is a warning, a refusal is worth knowing, the rest is for debugging. */
export function logReview(log: Log, record: AdmissionRecord, seconds: number): void {
  const { decisions, lookups, findings, ...told } = record;
  log(levelOf(record), "Review", {
    ...told,
    findings: [...findings],
    decisions: decisions.map(({ provider, outcome, reason }) => `${provider}=${outcome}:${reason}`),
    lookups: lookups.map(({ object, result }) => `${object}=${result}`),
    milliseconds: Math.round(seconds * 1e5) / 100,
  });
}

function levelOf({ outcome }: AdmissionRecord): LogLevel {
  if (outcome === "failed") return "warn";
  return outcome === "denied" || outcome === "released" ? "info" : "debug";
}
