/** Nanoseconds in each unit; the micro sign and the Greek mu both mean microseconds. */
const units: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["µs", 1_000n],
  ["μs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

const longest = 2n ** 63n;

/** The seconds in a Go duration (time.ParseDuration), the fraction cut off; `undefined` for what Go does not read, such as `24` or `1d`. */
export function durationSeconds(text: string): number | undefined {
  const negative = text.startsWith("-");
  const unsigned = text.replace(/^[+-]/, "");
  if (unsigned === "0") return 0;
  if (!/^(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)[^0-9.]+)+$/.test(unsigned)) return undefined;
  let nanoseconds = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of unsigned.matchAll(/([0-9]*)(?:\.([0-9]*))?([^0-9.]+)/g)) {
    const scale = units.get(unit);
    if (scale === undefined) return undefined;
    nanoseconds += BigInt(whole) * scale + (BigInt(fraction) * scale) / 10n ** BigInt(fraction.length);
  }
  if (nanoseconds > (negative ? longest : longest - 1n)) return undefined;
  const seconds = Number(nanoseconds / 1_000_000_000n);
  return negative && seconds !== 0 ? -seconds : seconds;
}
