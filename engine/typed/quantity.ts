/** What nearly all quantities look like. */
const usual = /^[0-9]+(?:m|[KMGT]i|[kMGT])?$/;
const number = /^[+-]?([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[+-]?[0-9]*)$/;
const suffixes: ReadonlySet<string> = new Set([
  "",
  "n",
  "u",
  "m",
  "k",
  "M",
  "G",
  "T",
  "P",
  "E",
  "Ki",
  "Mi",
  "Gi",
  "Ti",
  "Pi",
  "Ei",
]);
const exponent = /^[eE]([+-]?[0-9]+)$/;

// What Go's TrimSpace removes, without what JSON text must escape: the decoder trims before it reads escapes.
const blanks =
  /^[ \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+|[ \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+$/g;

const int64 = { lowest: -(2n ** 63n), highest: 2n ** 63n - 1n };

/**
 * Whether `text` is a quantity as `resource.Quantity` of k8s.io/apimachinery decodes it: a sign, decimal digits, and a decimal
 * suffix, a binary suffix or an exponent. It is lenient about missing digits: `Ki` and `.` are zero.
 */
export function isQuantity(text: string): boolean {
  if (usual.test(text)) return true;
  const [matched, whole = "", fraction = "", suffix = ""] = number.exec(text.replace(blanks, "")) ?? [];
  if (matched === undefined || matched === "") return false;
  const power = exponent.exec(suffix)?.[1];
  if (power === undefined && !suffixes.has(suffix)) return false;
  if (power !== undefined && !fitsInt64(BigInt(power.replace("+", "")))) return false;
  return whole + fraction !== "" || decodesWithoutDigits(suffix, power);
}

function fitsInt64(value: bigint): boolean {
  return value >= int64.lowest && value <= int64.highest;
}

/** Go's slow path, taken for scales that its 64-bit fast path cannot hold, needs at least one digit; the fast path does not. */
function decodesWithoutDigits(suffix: string, power: string | undefined): boolean {
  if (power === undefined) return suffix !== "Pi" && suffix !== "Ei";
  return BigInt.asIntN(32, BigInt(power.replace("+", ""))) >= -9n;
}
