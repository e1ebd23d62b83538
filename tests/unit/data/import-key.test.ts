import { expect, it } from 'vitest';
import { checkedKey } from '~/data/bulk/bulk-body.server';
import { toPattern } from '~/lib/metrics.server';
import { randomKey } from '~/lib/random-key';

it('a key that a stranger makes up is no label of the metrics: it is random, or it is rejected', () => {
  for (const word of ['word', 'two-words', 'A'.repeat(32), `${'f'.repeat(32)}\n`, '']) {
    expect(() => checkedKey(word)).toThrow('The key of the import is not valid');
  }
  for (const key of [randomKey(), 'f'.repeat(32)]) {
    expect(toPattern(`/admin/bulk-imports/progress/${checkedKey(key)}`)).toBe(
      '/admin/bulk-imports/progress/:id',
    );
  }
});
