import { expect, it } from 'vitest';
import { findHeadings } from '~/imports/rows/headings';
import type { SheetRow } from '~/imports/formats/sheet-row';

const HEADINGS = ['Name', 'Adresse', 'PLZ', 'Ort', 'Kanton', 'Land'];
const HOUSE = ['Haus 1', 'Weg 1', '8001', 'Zürich', 'ZH', 'Schweiz'];
const EDITED = ['id', 'row_version', 'Website'];

const numbered = (...rows: Array<readonly string[]>): SheetRow[] =>
  rows.map((cells, index) => ({ number: index + 1, cells }));
const titles = (count: number) => Array.from({ length: count }, (_, at) => [`Zeile ${at}`]);

it.each([
  ['at once', numbered(HEADINGS, HOUSE), 1],
  ['below 39 titles', numbered(...titles(39), HEADINGS, HOUSE), 40],
  ['the first of two', numbered(['Liste'], HEADINGS, HOUSE, HEADINGS), 2],
  ['of an edited export that has lost its columns', numbered(['Liste'], EDITED), 2],
])('the row that names all: %s', (_, rows, number) => {
  const headings = findHeadings({ type: 'condo' }, rows);
  expect(headings?.row.number).toBe(number);
  expect(headings?.isComplete).toBe(true);
});

it.each([
  ['the one that names most', numbered(['Name'], ['Name', 'Adresse', 'x'], HOUSE), 2],
  [
    'the first that is as wide as the table',
    numbered(['Liste, Stand', '2026'], ['a', 'b', 'c', 'd'], HOUSE),
    2,
  ],
  ['beyond the first 40 rows', numbered(...titles(40), HEADINGS), 1],
])('else %s', (_, rows, number) => {
  const headings = findHeadings({ type: 'condo' }, rows);
  expect(headings?.row.number).toBe(number);
  expect(headings?.isComplete).toBe(false);
});

const KINDS = ['Mieter', 'Eigentümer', 'Mieterin'];
it.each([
  [
    'above unknown ones',
    numbered(['Kontakt', 'Rolle'], ['Müller', 'Mieter'], ['Meier', 'Mieter']),
    1,
  ],
  ['in the last row', numbered(['Kontakt', 'Typ'], ...KINDS.map((kind) => ['Müller', kind])), 1],
  ['of a single row', numbered(['Kontakt', 'Typ'], ['Müller', 'Mieter']), 1],
  ['without headings', numbered(['Müller', 'Mieter'], ['Meier', 'Eigentümer']), 1],
])('the kinds of people are no headings: %s', (_, rows, number) => {
  const headings = findHeadings({ type: 'tenancy' }, rows);
  expect(headings?.row.number).toBe(number);
  expect(headings?.missing).toEqual(['"last_name" (Last Name)']);
});

it('words for people are headings in two languages, too', () => {
  const rows = numbered(['Mieter', 'Wohnung'], ['Locataire', 'Logement'], ['Anna Muster', '3']);
  expect(findHeadings({ type: 'tenancy' }, rows)?.row.number).toBe(2);
});

it('a row that is chosen has the headings, whatever it names', () => {
  const rows = numbered(HEADINGS, HOUSE, HOUSE);
  expect(findHeadings({ type: 'condo', headingRow: 2 }, rows)?.row.number).toBe(2);
  expect(findHeadings({ type: 'condo', headingRow: 9 }, rows)).toBeNull();
});
