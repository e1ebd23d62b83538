/** Pseudo-random numbers that are the same in each run, as demonstration data must not change. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
}

/** Splits a text at its commas. */
export function listOf(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

/** mulberry32: small, fast, and uniform enough for sample data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick(list) {
      const chosen = list[int(0, list.length - 1)];
      if (chosen === undefined) throw new Error('There is nothing to pick from');
      return chosen;
    },
  };
}
