import { describeError, PodgraftError } from "../../engine/errors.ts";
import type { Rules } from "../../engine/document/decide-document.ts";
import { configDigest } from "../../engine/config/digest.ts";
import type { LiveCluster } from "../lookup/create-cluster.ts";
import { sameWantedKeys, wantedKeys, type WantedKeys } from "../lookup/wanted-keys.ts";
import type { Log } from "../log.ts";
import type { AdmissionSetup } from "../review/admit.ts";
import type { LiveSetup } from "./live-setup.ts";

/** Where rules and configuration come from. */
export type RuleSource = {
  /** Throws PodgraftError `config.*` or `internal.module` for what is no good. */
  readonly load: () => Rules;
  /** Whether something that was read has changed since. */
  readonly isStale: () => boolean;
};

export type ReloadingOptions = {
  readonly source: RuleSource;
  /** Makes a cluster that keeps what the rules read. */
  readonly openCluster: (wanted: WantedKeys) => LiveCluster;
  /** Milliseconds between two looks at the source; 0 never looks again. */
  readonly everyMs: number;
  readonly log: Log;
  readonly reloaded: (succeeded: boolean) => void;
};

/** A setup that follows its source. */
export type Reloading = LiveSetup & {
  readonly cluster: () => LiveCluster;
  readonly stop: () => void;
};

/**
 * Judges by what the source says, now and after every change: a configuration or module that is no good is refused, the last good one stays,
 * and both is told once. A configuration that reads other annotations gets another cluster, which takes over when its cache is filled. Throws
 * what the source throws at the first reading.
 */
export function startReloading({ source, openCluster, everyMs, log, reloaded }: ReloadingOptions): Reloading {
  let rules = source.load();
  let wanted = wantedKeys(rules.config);
  let live = openCluster(wanted);
  let setup = setupOf(rules, live);
  let lastTold = "";
  let isStopped = false;
  let opening = Promise.resolve();
  const open = new Set([live]);
  void live.start();
  log("info", "Configuration: taken", { ...setup.digests });
  const timer = everyMs > 0 ? setInterval(look, everyMs) : undefined;
  timer?.unref();

  function look(): void {
    try {
      if (!source.isStale()) return;
      const loaded = source.load();
      lastTold = "";
      opening = opening.then(() => take(loaded)).catch(refuse);
    } catch (error) {
      refuse(error);
    }
  }

  function refuse(error: unknown): void {
    const cause = error instanceof PodgraftError ? describeError(error) : String(error);
    if (cause === lastTold) return;
    lastTold = cause;
    reloaded(false);
    log("error", "Configuration: the new one is refused, the last good one stays", { cause });
  }

  async function take(loaded: Rules): Promise<void> {
    const keys = wantedKeys(loaded.config);
    if (!sameWantedKeys(keys, wanted)) {
      // Look-ups under the former configuration kept other keys: it judges until the new ones are there.
      const next = openCluster(keys);
      open.add(next);
      await next.start();
      if (isStopped) return;
      const before = live;
      live = next;
      wanted = keys;
      // Reviews that have begun still ask the former one; its live GETs would fail at once.
      setTimeout(close, 30_000, before).unref();
    }
    rules = loaded;
    setup = setupOf(rules, live);
    reloaded(true);
    log("info", "Configuration: taken", { ...setup.digests });
  }

  function close(cluster: LiveCluster): void {
    cluster.stop();
    open.delete(cluster);
  }

  return {
    current: () => setup,
    cluster: () => live,
    stop() {
      isStopped = true;
      clearInterval(timer);
      for (const cluster of open) close(cluster);
    },
  };
}

function setupOf(rules: Rules, { cluster }: LiveCluster): AdmissionSetup {
  return { rules, cluster, digests: { configuration: configDigest(rules.config), module: rules.module.digest } };
}
