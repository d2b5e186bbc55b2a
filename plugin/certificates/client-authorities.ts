import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { PodgraftError } from "../../engine/errors.ts";
import type { Log } from "../log.ts";
import { createSubscribers } from "./subscribers.ts";

/** The authorities, in PEM, whose certificates callers show; now and whenever they change. */
export type ClientAuthorities = {
  readonly current: () => string;
  readonly onChange: (callback: (authorities: string) => void) => void;
  readonly stop: () => void;
};

export type AuthoritiesOptions = {
  /** One or more certificates in PEM, as a mounted ConfigMap or Secret has them. */
  readonly file: string;
  readonly log: Log;
  /** How often the file is looked at, in milliseconds: 5,000 by default. */
  readonly everyMs?: number;
};

/**
 * Authorities in a file that others replace: while a CA is rotated, old and new stand beside one another in it. A file that is no good is
 * refused and told of once, and the last good one stays. Throws `config.unreadable` or `config.invalid` where there is none to begin with.
 */
export function mountedAuthorities({ file, log, everyMs }: AuthoritiesOptions): ClientAuthorities {
  let current = firstAuthorities(file);
  let lastTold = "";
  const subscribers = createSubscribers<string>(log);
  const timer = setInterval(reload, everyMs ?? 5000);
  timer.unref();

  function reload(): void {
    try {
      const authorities = readFileSync(file, "utf8");
      const fault = faultOf(authorities);
      if (fault !== undefined) return refuse(fault);
      lastTold = "";
      if (authorities === current) return;
      current = authorities;
      log("info", "Client authorities: reloaded", { file });
      subscribers.tell(authorities);
    } catch (error) {
      refuse(String(error));
    }
  }

  function refuse(cause: string): void {
    if (cause === lastTold) return;
    lastTold = cause;
    log("error", "Client authorities: the new ones are refused, the last good ones stay", { file, cause });
  }

  return { current: () => current, onChange: subscribers.add, stop: () => clearInterval(timer) };
}

function firstAuthorities(file: string): string {
  let authorities: string;
  try {
    authorities = readFileSync(file, "utf8");
  } catch (cause) {
    throw new PodgraftError("config.unreadable", `cannot be read: ${String(cause)}`, { file }, { cause });
  }
  const fault = faultOf(authorities);
  if (fault === undefined) return authorities;
  throw new PodgraftError("config.invalid", `${fault}: it needs certificates of authorities, in PEM`, { file });
}

/** TLS takes a file without any certificate too, and then lets nobody in. */
function faultOf(authorities: string): string | undefined {
  try {
    new X509Certificate(authorities);
    createSecureContext({ ca: authorities });
    return undefined;
  } catch (error) {
    return `no certificate can be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
