/** What stands for the same thing on the two sides; undefined where a side does not have it. */
export type Pair<Item> = { readonly before: Item | undefined; readonly after: Item | undefined };

/** So many of one key are looked at for one that is the same: thousands without a name must not take the square of it. */
const farthest = 100;

/**
 * Pairs the items of two sides by key. Of several with one key (hooks of a chart, say) those that are the same on both sides belong together,
 * the others in their order. `isSame` is asked only where a key stands for several.
 */
export function pairUp<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
  isSame: (before: Item, after: Item) => boolean,
): Pair<Item>[] {
  const [befores, afters] = [groupBy(before, keyOf), groupBy(after, keyOf)];
  const keys = new Set([...befores.keys(), ...afters.keys()]);
  return [...keys].flatMap((key) => pairGroup(befores.get(key) ?? [], afters.get(key) ?? [], isSame));
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function pairGroup<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (before: Item, after: Item) => boolean,
): Pair<Item>[] {
  const isSingle = before.length <= 1 && after.length <= 1;
  const same: Pair<Item>[] = [];
  const others = [...after];
  const left = before.filter((item) => {
    const place = isSingle ? -1 : others.slice(0, farthest).findIndex((other) => isSame(item, other));
    if (place === -1) return true;
    same.push({ before: item, after: others.splice(place, 1)[0] });
    return false;
  });
  const rest = Array.from({ length: Math.max(left.length, others.length) }, (_none, index) => ({
    before: left[index],
    after: others[index],
  }));
  return [...same, ...rest];
}
