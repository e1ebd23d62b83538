import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstKeys, keysAfter, type RowKeys } from '~/components/table/row-keys';

const ids = fc.uniqueArray(fc.nat(12), { maxLength: 10 });
const step = fc.record({ ids, other: fc.boolean(), focused: fc.integer({ min: -1, max: 9 }) });

test('keys are never used twice, the focused row keeps its own, and nobody takes it over', () => {
  fc.assert(
    fc.property(ids, fc.array(step, { maxLength: 6 }), (first, steps) => {
      let before: RowKeys = firstKeys(first, 0);
      for (const [index, { ids: next, other, focused }] of steps.entries()) {
        const question = other ? index + 1 : before.question;
        const after = keysAfter(before, next, question, focused);
        expect(after.keys).toHaveLength(next.length);
        expect(new Set(after.keys).size).toBe(next.length);
        const position = next.findIndex((id) => id === before.ids[focused]);
        const ofFocused = after.keys.indexOf(before.keys[focused] ?? 'none');
        expect(ofFocused).toBe(position);
        before = after;
      }
    }),
  );
});

test('the same question: each row keeps its key; another one: each position', () => {
  const before = firstKeys([1, 2, 3], 'a');
  const [one, two, three] = before.keys;
  expect(keysAfter(before, [3, 1], 'a', -1).keys).toEqual([three, one]);
  expect(keysAfter(before, [3, 9, 1], 'b', -1).keys).toEqual([one, two, three]);
  expect(keysAfter(before, [3, 2, 1], 'b', 2).keys).toEqual([three, two, one]);
});
