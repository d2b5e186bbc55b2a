/** Whether `text` is of the form `pattern`, in which `*` stands for any text and `?` for any one character. Takes no more than the product of both lengths. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const wanted = Array.from(pattern);
  const given = Array.from(text);
  let [at, position] = [0, 0];
  let [star, resume] = [-1, 0];
  while (position < given.length) {
    if (wanted[at] === "*") {
      star = at++;
      resume = position;
    } else if (wanted[at] === "?" || wanted[at] === given[position]) {
      at++;
      position++;
    } else if (star === -1) {
      return false;
    } else {
      at = star + 1;
      position = ++resume;
    }
  }
  return wanted.slice(at).every((character) => character === "*");
}

/** Whether `text` has a wildcard in it. */
export function hasWildcard(text: string): boolean {
  return /[*?]/.test(text);
}
