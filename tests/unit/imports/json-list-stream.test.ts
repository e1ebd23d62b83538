import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UnreadableAnswerError, type UnknownRecord } from '~/fields/reading';
import { readListStream } from '~/imports/json-list-stream';
import { collect } from '../../support/collect';
import { pieces } from '../../support/pieces';

async function read(text: string, size: number): Promise<UnknownRecord[]> {
  const batches = await collect(readListStream(pieces(text, size), (fields) => fields));
  return batches.flat();
}

const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }));
const size = fc.integer({ min: 1, max: 50 });

it('reads what JSON.parse reads, in whatever pieces it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(records, size, fc.constantFrom(undefined, 2), async (list, bytes, indent) => {
      const text = JSON.stringify(list, null, indent);
      const expected: unknown = JSON.parse(text);
      expect(await read(` ${text}\n`, bytes)).toEqual(expected);
      expect(await read(JSON.stringify({ data: list }), bytes)).toEqual(expected);
    }),
  );
});

it('a list that is cut off is an error, wherever it ends', async () => {
  const text = JSON.stringify([{ a: 'x, ]"}', b: [1, { c: 2 }] }, { a: 2 }]);
  for (let length = 0; length < text.length; length += 1) {
    await expect(read(text.slice(0, length), 7)).rejects.toThrow(UnreadableAnswerError);
  }
});

it.each(['<html></html>', '[{}] x', '{"detail": "none"}', '[{"a":}]', 'null'])(
  'no list: %s',
  async (text) => {
    await expect(read(text, 3)).rejects.toThrow(UnreadableAnswerError);
  },
);

async function* manyPieces(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode('[{"n":0}');
  for (let n = 1; n < 1_000; n += 1) yield new TextEncoder().encode(`,{"n":${n}}`);
  yield new TextEncoder().encode(']');
}

it('a list of any length is read with the memory of one piece', async () => {
  let longest = 0;
  let rows = 0;
  for await (const batch of readListStream(manyPieces(), ({ n }) => n)) {
    rows += batch.length;
    longest = Math.max(longest, batch.length);
  }
  expect([rows, longest]).toEqual([1_000, 1]);
});
