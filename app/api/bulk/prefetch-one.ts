/**
 * The same items, with the next one requested while the current one is processed: reading and the database then work at
 * the same time. The source is closed when the consumer stops early.
 */
export async function* prefetchOne<T>(
  source: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const items = source[Symbol.asyncIterator]();
  const ask = () => {
    const asked = items.next();
    // Its failure is handled when it is awaited; until then it must not count as unhandled.
    asked.catch(() => undefined);
    return asked;
  };
  let next = ask();
  try {
    for (;;) {
      const item = await next;
      if (item.done) return;
      next = ask();
      yield item.value;
    }
  } finally {
    await items.return?.();
  }
}
