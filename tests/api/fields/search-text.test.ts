import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { equalKey, findText } from '~/fields/search-text';
import { z } from '~/fields/zod';
import { createTestDatabase } from '../../support/database';
import { perFile } from '../../support/opened';

const database = perFile(createTestDatabase);

const rows = z.array(z.object({ text: z.string() }));

type Key = 'equal_key' | 'search_key';

async function keysInDatabase(key: Key, texts: readonly string[]): Promise<string[]> {
  const { rows: stored } = await database.db.execute(sql`
    select ${sql.identifier(key)}(t.text) as text
      from json_array_elements_text(${JSON.stringify(texts)}::json) with ordinality as t (text, at)
     order by t.at`);
  return rows.parse(stored).map(({ text }) => text);
}

/**
 * Unicode blocks without unassigned code points. Node and the database's ICU know them alike, whatever
 * their Unicode versions.
 */
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
/** Parts of addresses and names, in each way that people and programs write them. */
const piece = fc.constantFrom(
  ...[
    [
      'ä',
      'ö',
      'ü',
      'Ä',
      'a\u0308',
      'U\u0308',
      'é',
      'ç',
      'ß',
      'ẞ',
      'œ',
      'ﬁ',
      'ﬂ',
      'ĳ',
      'İ',
      'I',
      'ı',
      'i',
      'ş',
      'ğ',
    ],
    ["'", '’', '‘', 'ʼ', '´', '`', '′', '-', '‐', '‑', '–', '—', '−', '.', ',', '/', '(', ')'],
    [' ', '  ', '\u00a0', '\u2009', '\u202f', '\u3000', '\t', '\n'],
    ['\u200b', '\u200d', '\u00ad', '\ufeff', '\u200e', '\u202e', '\u2060', '\ufe0f', '\u034f'],
    [
      'Str.',
      'str',
      'strasse',
      'Straße',
      'Bahnhof',
      'pl.',
      'Pl',
      'Place',
      'Platz',
      'av.',
      'Ave',
      'ch',
      'Ch.',
      'Bd',
    ],
    [
      'St.',
      'St',
      'Ste',
      'Saint',
      'Sankt',
      'S.',
      'Sant',
      'San',
      'rte',
      'r.',
      'v.',
      'V.le',
      'P.zza',
      'Markt',
      'g.',
      'w.',
    ],
    ['ae', 'oe', 'ue', 'Rue', 'Mueller', '5', '12', 'a', 'CH-8001', 'x@example.ch', '\u001f'],
  ].flat(),
);
const text = fc
  .array(fc.oneof(character, piece, piece), { maxLength: 20 })
  .map((characters) => characters.join(''));

it.each([
  ['equal_key', equalKey],
  ['search_key', findText],
] as const)('%s() in the database is the key of the browser and of imports', async (name, key) => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
      expect(await keysInDatabase(name, texts)).toEqual(texts.map(key));
    }),
    { numRuns: 100 },
  );
});

it.each([
  ['Straße', 'strasse'],
  ['ZÜRICH', 'zurich zuerich'],
  ['Łódź', 'lodz'],
  ['Œuvre', 'oeuvre ouvre'],
  ['ﬁn ２', 'fin 2'],
  ['İstanbul', 'istanbul'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Bahnhofstr. 5', 'bahnhofstr. 5 bahnhofstrasse 5'],
  ['Rue de l’Hôpital 5–7', "rue de l'hopital 5-7 ru de l'hopital 5-7"],
  ['St-Légier', 'st-legier sankt legier'],
  ['anna@example.ch', 'anna@example.ch'],
])('%s is found as %s', async (written, searchKey) => {
  expect(findText(written)).toBe(searchKey);
  expect(await keysInDatabase('search_key', [written])).toEqual([searchKey]);
});
