import { expect, it } from 'vitest';
import { csvRecords } from '~/imports/formats/csv-records';
import { collect } from '../../support/collect';

const cut = async (chunks: Iterable<string>, delimiter: string) =>
  (await collect(csvRecords(chunks, delimiter))).flat();

it('takes a line end that is cut in two for one', async () => {
  expect(await cut(['a,b\r', '\n"1\r', '\n2",x\r', '\n\r', '\ny'], ',')).toEqual([
    ['a', 'b'],
    ['1\r\n2', 'x'],
    [''],
    ['y'],
  ]);
});

it('takes quotes literally in a cell that does not begin with one, and in one that continues after them', async () => {
  expect(await cut(['5" pipe,"a"b,"c ""d"""\n'], ',')).toEqual([['5" pipe', '"a"b', 'c "d"']]);
});

it('rejects an endless record before the memory is exhausted', async () => {
  const chunk = 'x'.repeat(1024 * 1024);
  const chunks = (function* endless() {
    yield 'a,b\n1,"';
    for (;;) yield chunk;
  })();
  await expect(cut(chunks, ',')).rejects.toThrow('Row 2: a quote (") is opened');
});

it('names the row of a quote that the text ends in', async () => {
  await expect(cut(['a\nb\n', 'c\n"d\n', 'e\n'], ',')).rejects.toThrow(
    'Row 4: a quote (") is opened and never closed',
  );
});
