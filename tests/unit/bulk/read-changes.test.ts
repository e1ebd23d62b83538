import { describe, expect, it } from 'vitest';
import { readChanges } from '~/api/bulk/review/read-changes';

const change = (id: number) => ({
  row_number: id + 1,
  id,
  version: 'a"b\\',
  values: { name: `Zürich, [${id}]`, number_of_units: 3, website: null },
});

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('the changes of an edited export', () => {
  it('are read as they were sent, wherever the pieces end', async () => {
    const list = [1, 2, 3].map(change);
    const bytes = bytesOf(list);
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(await readChanges([bytes])).toEqual(list);
    expect(await readChanges(single)).toEqual(list);
    expect(await readChanges([bytesOf([])])).toEqual([]);
  });

  it('are read in turns with other calls', async () => {
    const list = Array.from({ length: 20_000 }, (_, index) => change(index + 1));
    let turns = 0;
    let isReading = true;
    const other = () => {
      turns += 1;
      if (isReading) setImmediate(other);
    };
    setImmediate(other);
    expect(await readChanges([bytesOf(list)])).toHaveLength(20_000);
    isReading = false;
    expect(turns).toBeGreaterThan(20);
  });

  it.each(['', ' ', 'null', '7', '{}', '[', '[7]', '[null]', '[{}]', '[{"id":1}]', '[] x'])(
    'are no list in %j',
    async (text) => {
      await expect(readChanges([Buffer.from(text)])).rejects.toThrow(Error);
    },
  );
});
