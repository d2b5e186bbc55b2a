/** A file of an archive. */
export type TarFile = { readonly name: string; readonly content: Uint8Array };

const block = 512;

/**
 * A tar archive (ustar) of regular files, in the given order, readable by all. Nothing of this machine or moment gets in: equal files make an
 * equal archive. Throws for a name of more than 100 bytes.
 */
export function tar(files: readonly TarFile[]): Uint8Array {
  const parts = files.flatMap(({ name, content }) => [header(name, content.length), content, padding(content.length)]);
  return Buffer.concat([...parts, new Uint8Array(2 * block)]);
}

function header(name: string, size: number): Uint8Array {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name}: a name in a tar archive has at most 100 bytes`);
  const bytes = Buffer.alloc(block);
  bytes.write(name, 0);
  bytes.write(octal(0o644, 8), 100);
  bytes.write(octal(0, 8), 108);
  bytes.write(octal(0, 8), 116);
  bytes.write(octal(size, 12), 124);
  bytes.write(octal(0, 12), 136);
  // The sum of all bytes, this field itself counted as blanks.
  bytes.write(" ".repeat(8), 148);
  bytes.write("0", 156);
  bytes.write("ustar\u000000", 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${octal(sum, 7)}\u0000 `.slice(0, 8), 148);
  return bytes;
}

/** A number as tar has them: octal digits, filled up with zeros, a NUL at the end. */
function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, "0")}\u0000`;
}

function padding(size: number): Uint8Array {
  return new Uint8Array((block - (size % block)) % block);
}
