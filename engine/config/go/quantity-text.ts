/** How a quantity writes its magnitude: `k M G`, `Ki Mi Gi`, or `e3`. */
export type QuantityFormat = "decimal" | "binary" | "exponent";

/** A quantity's text taken apart. `base` to the power of `exponent` is what the suffix means. */
export type QuantityText = {
  readonly negative: boolean;
  /** Digits before the point without leading zeros, at least one. */
  readonly whole: string;
  /** Digits behind the point. */
  readonly fraction: string;
  readonly format: QuantityFormat;
  readonly exponent: number;
};

/** Decimal suffixes and the powers of ten they stand for. */
export const decimalSuffixes: ReadonlyMap<string, number> = new Map([
  ["n", -9],
  ["u", -6],
  ["m", -3],
  ["", 0],
  ["k", 3],
  ["M", 6],
  ["G", 9],
  ["T", 12],
  ["P", 15],
  ["E", 18],
]);

/** Binary suffixes and the powers of two they stand for. */
export const binarySuffixes: ReadonlyMap<string, number> = new Map([
  ["Ki", 10],
  ["Mi", 20],
  ["Gi", 30],
  ["Ti", 40],
  ["Pi", 50],
  ["Ei", 60],
]);

/** Takes a quantity's text apart as apimachinery's parser does, `undefined` where that refuses it. A sign, a point or nothing alone is zero. */
export function readQuantityText(text: string): QuantityText | undefined {
  const groups =
    /^(?<sign>[+-]?)0*(?<whole>[0-9]*)(?:\.(?<fraction>[0-9]*))?(?<suffix>[eEinumkKMGTP]*[-+]?[0-9]*)$/.exec(
      text,
    )?.groups;
  if (groups === undefined || text === "") return undefined;
  const { sign = "", whole = "", fraction = "", suffix = "" } = groups;
  const meaning = readSuffix(suffix);
  return meaning === undefined
    ? undefined
    : { negative: sign === "-", whole: whole === "" ? "0" : whole, fraction, ...meaning };
}

function readSuffix(suffix: string): { readonly format: QuantityFormat; readonly exponent: number } | undefined {
  const decimal = decimalSuffixes.get(suffix);
  if (decimal !== undefined) return { format: "decimal", exponent: decimal };
  const binary = binarySuffixes.get(suffix);
  if (binary !== undefined) return { format: "binary", exponent: binary };
  return /^[eE][-+]?[0-9]{1,6}$/.test(suffix) ? { format: "exponent", exponent: Number(suffix.slice(1)) } : undefined;
}
