import {
  binarySuffixes,
  decimalSuffixes,
  readQuantityText,
  type QuantityFormat,
  type QuantityText,
} from "./quantity-text.ts";

/** `units` times ten to the power of `scale`. */
type Amount = { readonly units: bigint; readonly scale: number; readonly format: QuantityFormat };

const nano = -9;
const largest = 2n ** 63n - 1n;

/**
 * The text in which Kubernetes stores a quantity: `0.5` is `500m`, `1024Ki` is `1Mi`. As apimachinery's resource.Quantity, with its
 * corners: finer than nano is rounded up, a quantity that is in canonical form already is kept to the letter. What is finer than ten to the
 * power of `finest` is rounded up to that, away from zero. `undefined` for no quantity.
 */
export function canonicalQuantity(text: string, finest: number = nano): string | undefined {
  if (text === "0") return text;
  const read = readQuantityText(text);
  if (read === undefined) return undefined;
  const exact = readExactly(read);
  if (exact !== undefined) return isKept(read, exact) && exact.scale >= finest ? text : write(noFiner(exact, finest));
  // Upstream's parser for large numbers wants a digit, where the one for small numbers reads a sign alone as zero; and it computes
  // for hours on a large power of ten, which is no quantity of anything.
  if (!/^[+-]?\.?[0-9]/.test(text) || read.exponent > 1000) return undefined;
  return write(noFiner(readRounded(read), finest));
}

function noFiner(amount: Amount, finest: number): Amount {
  if (amount.scale >= finest) return amount;
  const units = shift(amount.units < 0n ? -amount.units : amount.units, amount.scale - finest);
  return { ...amount, units: amount.units < 0n ? -units : units, scale: finest };
}

/** Small enough for 64 bits and no finer than nano; `undefined` otherwise. */
function readExactly(read: QuantityText): Amount | undefined {
  const { whole, fraction, format, exponent } = read;
  const digits = whole.length + fraction.length;
  const room = format === "binary" ? 14 - whole.length - Math.trunc((exponent * 3) / 10) : 18 - digits;
  if (room < 0 || (format === "binary" && fraction !== "")) return undefined;
  const scale = format === "binary" ? 0 : exponent - fraction.length;
  return scale < nano ? undefined : { units: unitsOf(read), scale, format };
}

/** Upstream keeps the text of such a quantity and never rewrites it. */
function isKept({ whole, fraction, format, exponent }: QuantityText, { scale }: Amount): boolean {
  const digits = whole + fraction;
  if (format === "binary") return exponent % 10 === 0 && BigInt(digits) % 8n !== 0n;
  return scale % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
}

/** Any size; rounded away from zero to nano, binary ones capped at 64 bits. */
function readRounded(read: QuantityText): Amount {
  const { negative, fraction, exponent, format } = read;
  const units = unitsOf({ ...read, negative: false });
  const rounded = shift(units, (format === "binary" ? 0 : exponent) - fraction.length - nano);
  const whole = 10n ** 9n;
  if (format !== "binary") return { units: negative ? -rounded : rounded, scale: nano, format };
  const capped = rounded > largest * whole ? largest * whole : rounded;
  return { units: negative ? -capped : capped, scale: nano, format: capped < whole ? "decimal" : format };
}

function unitsOf({ negative, whole, fraction, format, exponent }: QuantityText): bigint {
  const digits = BigInt(whole + fraction) * (format === "binary" ? 2n ** BigInt(exponent) : 1n);
  return negative ? -digits : digits;
}

/** Moves the decimal point, rounding up. Whatever lies far below nano is the least that is not zero. */
function shift(units: bigint, places: number): bigint {
  if (places >= 0) return units * 10n ** BigInt(places);
  if (units === 0n || -places > String(units).length) return units === 0n ? 0n : 1n;
  const divisor = 10n ** BigInt(-places);
  return (units + divisor - 1n) / divisor;
}

function write(amount: Amount): string {
  if (amount.units === 0n) return "0";
  if (amount.format === "binary") {
    const whole = wholeUnits(amount);
    if (whole !== undefined && (whole >= 1024n || whole <= -1024n)) return writeBinary(whole);
  }
  return writeDecimal(amount, amount.format === "exponent");
}

function wholeUnits({ units, scale }: Amount): bigint | undefined {
  const divisor = 10n ** BigInt(-scale);
  return units % divisor === 0n ? units / divisor : undefined;
}

function writeBinary(whole: bigint): string {
  const { rest, times } = withoutFactor(whole, 1024n);
  return String(rest) + suffixFor(binarySuffixes, times * 10);
}

function writeDecimal({ units, scale }: Amount, asExponent: boolean): string {
  const { rest, times } = withoutFactor(units, 10n);
  const power = scale + times;
  // The exponent has to be a multiple of three, from below.
  const excess = ((power % 3) + 3) % 3;
  const number = String(rest * 10n ** BigInt(excess));
  const exponent = power - excess;
  if (asExponent) return exponent === 0 ? number : `${number}e${exponent}`;
  return number + suffixFor(decimalSuffixes, exponent);
}

function withoutFactor(value: bigint, factor: bigint): { readonly rest: bigint; readonly times: number } {
  let rest = value;
  let times = 0;
  for (; rest % factor === 0n; times++) rest /= factor;
  return { rest, times };
}

/** Beyond the table upstream writes no suffix at all; a number of that size is a mistake wherever it stands. */
function suffixFor(suffixes: ReadonlyMap<string, number>, exponent: number): string {
  for (const [suffix, power] of suffixes) {
    if (power === exponent) return suffix;
  }
  return "";
}
