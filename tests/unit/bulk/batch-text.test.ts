import { expect, it } from 'vitest';
import { BatchBuilder } from '~/sheets/rows/row-batch';

it('keeps the texts of any rows whole, however many bytes their characters take, batch after batch', () => {
  const builder = new BatchBuilder();
  for (const rows of [
    ['{}'],
    Array.from({ length: 2_000 }, (_, row) => JSON.stringify({ row, name: '€'.repeat(row % 97) })),
    [JSON.stringify({ notes: '🦁'.repeat(100_000) }), '{"a":"ä"}'],
    ['{}', '{}'],
  ]) {
    for (const [index, json] of rows.entries()) {
      expect(builder.add({ number: index + 2, json, keys: [] })).toBe(index + 1);
    }
    const batch = builder.take();
    expect(batch?.validRows()).toEqual(rows);
    expect(batch?.size).toBe(rows.length);
  }
  expect(builder.take()).toBeNull();
});
