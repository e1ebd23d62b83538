import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { searchText } from '~/fields/search-text';
import { z } from '~/fields/zod';
import { createTestDatabase } from '../../support/database';
import { perFile } from '../../support/opened';

const database = perFile(createTestDatabase);

const rows = z.array(z.object({ text: z.string() }));

async function searchKeys(texts: readonly string[]): Promise<string[]> {
  const { rows: found } = await database.db.execute(sql`
    select search_key(t.text) as text
      from json_array_elements_text(${JSON.stringify(texts)}::json) with ordinality as t (text, at)
     order by t.at`);
  return rows.parse(found).map(({ text }) => text);
}

/** Blocks that are the same in the Unicode versions of Node and of the database's ICU, without unassigned code points. */
const BLOCKS: ReadonlyArray<[from: number, to: number]> = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x250, 0x2af],
  [0x300, 0x36f],
  [0x391, 0x3a1],
  [0x3a3, 0x3ce],
  [0x400, 0x45f],
  [0x1e00, 0x1eff],
  [0x2010, 0x2027],
  [0x20a0, 0x20b8],
  [0x2100, 0x214d],
  [0x2460, 0x24ff],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x4e00, 0x4eff],
  [0xac00, 0xacff],
  [0xfb00, 0xfb06],
  [0xff01, 0xff5e],
  [0x1f600, 0x1f640],
];
const character = fc.oneof(
  ...BLOCKS.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
);
const text = fc.array(character, { maxLength: 20 }).map((characters) => characters.join(''));

it('texts are compared the same way in the database as in the browser and in imports', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
      expect(await searchKeys(texts)).toEqual(texts.map(searchText));
    }),
    { numRuns: 60 },
  );
});

it.each([
  ['Straße', 'strasse'],
  ['ZÜRICH', 'zurich'],
  ['Łódź', 'lodz'],
  ['Œuvre', 'oeuvre'],
  ['ﬁn ２', 'fin 2'],
  ['İstanbul', 'istanbul'],
  ['ΟΔΟΣ', 'οδοσ'],
])('%s is compared as %s', async (written, compared) => {
  expect(searchText(written)).toBe(compared);
  expect(await searchKeys([written])).toEqual([compared]);
});
