import { expect, it } from 'vitest';
import { remembering } from '~/fields/once-per';

it('computes a value once for each key, also a false or empty one, and knows only those computed', () => {
  const computed: string[] = [];
  const isLong = remembering((text: string) => {
    computed.push(text);
    return text.length > 3;
  });
  expect(isLong.known('Haus')).toBeUndefined();
  expect(['Haus', 'See', 'Haus', 'See', ''].map(isLong)).toEqual([true, false, true, false, false]);
  expect(computed).toEqual(['Haus', 'See', '']);
  expect([isLong.known('Haus'), isLong.known('See'), isLong.known('Ort')]).toEqual([
    true,
    false,
    undefined,
  ]);
});

it('keeps no more values however many keys there are, and every value is right', () => {
  let computed = 0;
  const next = remembering((number: number) => {
    computed += 1;
    return String(number + 1);
  });
  const numbers = Array.from({ length: 6_000 }, (_, at) => at);
  for (let round = 1; round <= 2; round += 1) {
    expect(numbers.map(next)).toEqual(numbers.map((number) => String(number + 1)));
  }
  expect(computed).toBe(6_000 + 1_000);
});
