const maxTexts = 4096;
const maxLength = 256;

/** Gives one copy of texts that recur, such as audiences and the keys of annotations. Bounded: what no longer fits is kept as it came. */
export function createInterner(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    if (text.length > maxLength) return text;
    const known = texts.get(text);
    if (known !== undefined) return known;
    if (texts.size < maxTexts) texts.set(text, text);
    return text;
  };
}
