/**
 * The same items, with the next one already asked for while the last is worked on: reading and the database then work
 * at the same time. The source is closed when the consumer stops early.
 */
export async function* prefetchOne<T>(
  source: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const items = source[Symbol.asyncIterator]();
  const ask = () => {
    const asked = items.next();
    // Its failure is heard when it is awaited; until then it must not count as unhandled.
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
