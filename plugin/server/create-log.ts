import { pino } from "pino";
import type { AdmissionRecord } from "../admission-record.ts";
import type { Log, LogLevel } from "../log.ts";

/** Makes the log: JSON lines on standard error, at least as important as `level`. Whoever reads them may go away. */
export function createLog(level: LogLevel): Log {
  const destination = pino.destination({ dest: 2, sync: true });
  destination.on("error", () => undefined);
  const logger = pino(
    {
      level,
      base: null,
      messageKey: "message",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return (at, message, fields) => {
    logger[at](fields, message);
  };
}

const levels: readonly LogLevel[] = ["debug", "info", "warn", "error"];
/** Names in Kubernetes have 253 characters at most; whoever asks may send others. */
const longest = 253;

/**
 * Makes what logs reviews, one line each from `level` on: what could not be judged is a warning, a refusal is worth knowing, the rest is for
 * debugging.
 */
export function createReviewLog(log: Log, level: LogLevel): (record: AdmissionRecord, seconds: number) => void {
  return (record, seconds) => {
    const at = levelOf(record);
    if (levels.indexOf(at) < levels.indexOf(level)) return;
    const { decisions, lookups, findings, uid, kind, namespace, name, ...told } = record;
    log(at, "Review", {
      ...told,
      uid: uid.slice(0, longest),
      kind: kind.slice(0, longest),
      namespace: namespace.slice(0, longest),
      name: name.slice(0, longest),
      operation: told.operation.slice(0, longest),
      findings: [...findings],
      decisions: decisions.map(({ provider, outcome, reason }) => `${provider}=${outcome}:${reason}`),
      lookups: lookups.map(({ object, result }) => `${object}=${result}`),
      milliseconds: Math.round(seconds * 1e5) / 100,
    });
  };
}

function levelOf({ outcome }: AdmissionRecord): LogLevel {
  if (outcome === "failed") return "warn";
  return outcome === "denied" || outcome === "released" ? "info" : "debug";
}
