const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The bytes of standard base64 with padding; line breaks are ignored, anything else that does not belong gives `undefined`. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const compact = text.replaceAll(/[\r\n]/g, "");
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  const digits = compact.replace(/=+$/, "");
  const bytes: number[] = [];
  let bits = 0;
  let width = 0;
  for (const digit of digits) {
    bits = ((bits << 6) | alphabet.indexOf(digit)) & 0xffff;
    width += 6;
    if (width >= 8) {
      width -= 8;
      bytes.push((bits >> width) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}
