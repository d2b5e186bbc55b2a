/** So many requests at a time; more would only wait for each other. */
const lanes = 4;

/** Does `work` for every item, a few at a time, in their order. */
export async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
