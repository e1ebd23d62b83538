import { setImmediate as nextTurn } from 'node:timers/promises';
import { rowChangeSchema, type RowChange } from '~/contract/bulk-review';
import { splitJsonList } from '~/lib/json-list-stream';

/** Read at once, in bytes: some 500 changes. */
const PIECE_BYTES = 64 * 1024;

/**
 * The changes of a bulk-apply call from their JSON text, in turns with other calls: it can be 100 MB.
 * @throws an error for any other text
 */
export async function readChanges(text: readonly Uint8Array[]): Promise<RowChange[]> {
  const changes: RowChange[] = [];
  for await (const items of splitJsonList(inTurns(text))) {
    for (const item of items) changes.push(rowChangeSchema.parse(JSON.parse(item)));
  }
  return changes;
}

async function* inTurns(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, void> {
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += PIECE_BYTES) {
      yield piece.subarray(from, from + PIECE_BYTES);
      await nextTurn();
    }
  }
}
