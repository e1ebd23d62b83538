import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { readLongAnswer } from '~/imports/answer-rows';
import { changeSetOf, chosenRows } from '~/imports/change-set';
import { fieldsOf, UnreadableAnswerError } from '~/fields/reading';
import { answered } from '../../support/answered';
import { collect } from '../../support/collect';

const asIs = (items: unknown): unknown[] => (Array.isArray(items) ? items : []);

it('keeps the text of a list as it is written', async () => {
  const text =
    '{ "a" : [ ] , "rows":[ 12345678901234567890, 1.50, "\\"]},ü" ] , "z": [[1]], "n": 1e2}';
  const { fields, rows } = await readLongAnswer(new Blob([text]));
  const [list, empty, nested, none] = await Promise.all(
    ['rows', 'a', 'z', 'n'].map((name) => rows(name, asIs).withFirst()),
  );
  expect(await list?.text()).toBe('[ 12345678901234567890, 1.50, "\\"]},ü" ]');
  expect(await list?.text(1, 2)).toBe('[ 1.50]');
  expect([empty?.length, await empty?.text(), none?.length]).toEqual([0, '[]', 0]);
  expect(nested?.first).toEqual([[1]]);
  expect(fields).toMatchObject({ n: 100 });
});

it('reads what JSON.parse reads, wherever a list is cut', async () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(objects, fc.constantFrom(0, 2), fc.nat(5), async (object, indent, from) => {
      // An answer may be inside of "data".
      const text = JSON.stringify({ id: 1, ...object }, null, indent);
      const read = await readLongAnswer(new Blob([text]));
      const entries = Object.entries(fieldsOf(JSON.parse(text)));
      const lists = entries.filter((entry): entry is [string, unknown[]] =>
        Array.isArray(entry[1]),
      );
      for (const [name, list] of lists) {
        const rows = await read.rows(name, asIs).withFirst();
        expect([rows.length, rows.first]).toEqual([list.length, list.slice(0, 100)]);
        expect(await rows.read(from, from + 2)).toEqual(list.slice(from, from + 2));
      }
      const others = entries.filter(([, value]) => !Array.isArray(value));
      expect(others.map(([name]) => read.fields[name])).toEqual(others.map(([, value]) => value));
    }),
  );
});

it.each(['', '<html>', '[1]', '{"changed":[{"id":1},', '{"changed":[{"id":1}'])(
  'no answer: %s',
  async (text) => {
    await expect(readLongAnswer(new Blob([text]))).rejects.toThrow(UnreadableAnswerError);
  },
);

it('only the visible ones of 100,000 rows are parsed at first, and all others in parts', async () => {
  const ROWS = 100_000;
  const row = { row_number: 2, id: 1, name: 'Haus', version: 'v', changes: [] };
  const changed = Array.from({ length: ROWS }, () => row);
  const review = answered({ changed, new_rows: [{ name: 'New' }], unchanged: 3 });
  const parse = vi.spyOn(JSON, 'parse');
  /** Rows in the longest text that was parsed since the last time. */
  const most = () => {
    const counts = parse.mock.calls.map(([text]) => text.split('"version"').length - 1);
    parse.mockClear();
    return Math.max(...counts);
  };
  const set = await changeSetOf(review, { kind: 'condo', by: 'api', fileName: null });
  expect([set.changed.length, set.created.length, set.unchanged]).toEqual([ROWS, 1, 3]);
  expect(most()).toBe(100);
  const places: number[] = [];
  for await (const rows of chosenRows(set, (place) => place !== 5))
    for (const { place } of rows) places.push(place);
  expect(most()).toBe(1_000);
  expect([places.length, places[5], places.at(-1)]).toEqual([ROWS, 6, ROWS]);
  const last = await collect(chosenRows(set, (place) => place === ROWS));
  expect(last.flat()).toEqual([
    { action: 'create', name: 'New', values: { name: 'New' }, place: ROWS },
  ]);
});
