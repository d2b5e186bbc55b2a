/** Whether a text is a pattern, that is has a `*` or `?`. */
export function isPattern(text: string): boolean {
  return /[*?]/.test(text);
}

/** Whether a glob matches everything, a name that is not known included. */
export function matchesAnything(glob: string): boolean {
  return /^\*+$/.test(glob);
}

/**
 * Whether a glob matches a whole name: `*` is any run of characters, `?` is one. Names hold no `/`. An unknown name (null) is matched by
 * `*` alone. Takes linear time in practice and at most |glob| × |name| steps: no regular expression is built from a user's text.
 */
export function matchGlob(glob: string, name: string | null): boolean {
  if (name === null) return matchesAnything(glob);
  let position = 0;
  let afterStar = -1;
  let retryAt = 0;
  let index = 0;
  while (position < name.length) {
    if (glob[index] === "*") {
      afterStar = ++index;
      retryAt = position;
    } else if (glob[index] === "?" || glob[index] === name[position]) {
      index++;
      position++;
    } else if (afterStar >= 0) {
      index = afterStar;
      position = ++retryAt;
    } else {
      return false;
    }
  }
  while (glob[index] === "*") index++;
  return index === glob.length;
}
