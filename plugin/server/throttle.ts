/** Whether something may be told now: the number of those that were not since the last time, or undefined for no. */
export type Throttle = (subject: string) => number | undefined;

/** Lets each subject through once in `everyMs`, so that a flood of requests is no flood of log lines. */
export function createThrottle(everyMs: number, now: () => number = () => performance.now()): Throttle {
  const subjects = new Map<string, { at: number; untold: number }>();
  return (subject) => {
    const known = subjects.get(subject);
    if (known !== undefined && now() - known.at < everyMs) {
      known.untold += 1;
      return undefined;
    }
    subjects.set(subject, { at: now(), untold: 0 });
    return known?.untold ?? 0;
  };
}
