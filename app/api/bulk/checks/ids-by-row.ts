import { z } from '~/contract/zod';
import type { ReadRow } from '~/sheets/rows/row';

const foundRows = z.array(z.object({ ordinal: z.coerce.number(), id: z.int() }));

/** The ids that a statement has found for rows, by their ordinal (from 1) among those that it was asked for. */
export function idsByRow(asked: readonly ReadRow[], found: unknown): Map<ReadRow, number> {
  const ids = new Map<ReadRow, number>();
  for (const { ordinal, id } of foundRows.parse(found)) {
    const row = asked[ordinal - 1];
    if (row) ids.set(row, id);
  }
  return ids;
}
