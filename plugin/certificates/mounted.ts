import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import type { Log } from "../log.ts";
import { checkPair } from "./check-pair.ts";
import { createSubscribers } from "./subscribers.ts";
import type { TlsMaterial, TlsSource } from "./tls-source.ts";

export type MountedOptions = {
  /** Holds `tls.crt` and `tls.key`, as a mounted Secret of type kubernetes.io/tls does. */
  readonly folder: string;
  readonly log: Log;
  /** How often the files are looked at, in milliseconds: 5,000 by default. */
  readonly everyMs?: number;
  /** Milliseconds since 1970, `Date.now` by default. */
  readonly now?: () => number;
};

/**
 * A certificate in files that others replace, as cert-manager and the kubelet do. The contents are compared, not the dates: the kubelet swaps a
 * symbolic link, editors write in place. A pair that is no good is refused and told of once, and the last good one stays.
 * Throws `config.unreadable` or `config.invalid` where there is no good pair to begin with.
 */
export function mountedCertificate(options: MountedOptions): TlsSource {
  const { folder, log } = options;
  const now = options.now ?? (() => Date.now());
  let current = firstPair(folder, now());
  let lastTold = "";
  const subscribers = createSubscribers<TlsMaterial>(log);
  const timer = setInterval(reload, options.everyMs ?? 5000);
  timer.unref();

  function reload(): void {
    try {
      // Certificate and key are two reads: a swap between them gives a pair that does not fit, and the second reading does.
      const read = readPair(folder, now());
      const pair = typeof read === "string" ? readPair(folder, now()) : read;
      if (typeof pair === "string") return refuse(pair);
      lastTold = "";
      if (pair.cert === current.cert && pair.key === current.key) return;
      current = pair;
      log("info", "Certificate: reloaded", { folder, notAfter: new Date(pair.notAfter).toISOString() });
      subscribers.tell(pair);
    } catch (error) {
      refuse(String(error));
    }
  }

  function refuse(cause: string): void {
    if (cause === lastTold) return;
    lastTold = cause;
    log("error", "Certificate: the new one is refused, the last good one stays", { folder, cause });
  }

  return { current: () => current, onChange: subscribers.add, stop: () => clearInterval(timer) };
}

function firstPair(folder: string, now: number): TlsMaterial {
  const read = readPair(folder, now);
  const pair = typeof read === "string" ? readPair(folder, now) : read;
  if (typeof pair !== "string") return pair;
  throw new PodgraftError("config.invalid", `${pair}: it needs tls.crt and tls.key, in PEM`, { file: folder });
}

function readPair(folder: string, now: number): TlsMaterial | string {
  try {
    return checkPair(readFileSync(join(folder, "tls.crt"), "utf8"), readFileSync(join(folder, "tls.key"), "utf8"), now);
  } catch (error) {
    return String(error);
  }
}
