/** Caches a value for each list or other object, as long as that object exists. */
export function oncePer<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>();
  return (key) => {
    const value = cache.get(key) ?? compute(key);
    cache.set(key, value);
    return value;
  };
}

/** Number of values that are cached. Most columns of a large file repeat their values. */
const MEMORY_LIMIT = 5_000;

/**
 * Caches the values of the first keys, up to a limit that no file can exceed. Further keys are computed each
 * time. `known` returns a cached value, and computes none.
 */
export function remembering<Key, Value extends object | string | boolean>(
  compute: (key: Key) => Value,
): ((key: Key) => Value) & { known: (key: Key) => Value | undefined } {
  const memory = new Map<Key, Value>();
  const remember = (key: Key): Value => {
    const known = memory.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    if (memory.size < MEMORY_LIMIT) memory.set(key, value);
    return value;
  };
  return Object.assign(remember, { known: (key: Key) => memory.get(key) });
}
