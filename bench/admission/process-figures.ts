import { readFileSync } from "node:fs";

/** Clock ticks a second, as Linux gives them to programs whatever its own clock does. */
const ticksPerSecond = 100;

/** CPU that a process has used so far, its threads included, in seconds. Linux only. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, in parentheses, may hold anything; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory of a process in MB (10^6 bytes): what it holds now (VmRSS), or the most that it ever held (VmHWM). */
export function residentMB(pid: number, which: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kibibytes = Number(new RegExp(`^${which}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]);
  return (kibibytes * 1024) / 1e6;
}
