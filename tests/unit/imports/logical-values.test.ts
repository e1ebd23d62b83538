import { describe, expect, it } from 'vitest';
import type { BulkType } from '~/imports/schema';
import { readImport } from '../../support/read-rows';
import { cellXml, writtenWorkbook } from '../../support/written-workbook';

// docs/behaviour/imports.md: TRUE and FALSE, which a spreadsheet keeps as values of their own kind.

const { text } = cellXml;
const TRUE = '<c t="b"><v>1</v></c>';
const REASON = 'is a logical value of the spreadsheet: write the text that is meant';

const read = (type: BulkType, headings: string[], ...rows: string[][]) =>
  readImport(type, writtenWorkbook([{ name: 'A', rows: [headings.map(text), ...rows] }]), {
    condoId: type === 'apartment' ? 7 : undefined,
  });

const HOUSE = ['name', 'address', 'city', 'state', 'zip_code', 'country'];
const VALUES = ['Haus A', 'Seestrasse 1', 'Zürich', 'ZH', '8002', 'Schweiz'];

describe('a logical value', () => {
  it.each(HOUSE)('is no %s of a building', async (field) => {
    const cells = VALUES.map((value, at) => (HOUSE[at] === field ? TRUE : text(value)));
    const { valid, rejected } = await read('condo', HOUSE, cells);
    expect(valid).toEqual([]);
    expect(rejected).toEqual([`${field} "TRUE": ${REASON}`]);
  });

  it('is no street beside a house number, and no house number', async () => {
    const headings = [...HOUSE.slice(0, 2), 'Hausnummer', ...HOUSE.slice(2)];
    const rest = VALUES.slice(2).map(text);
    const { rejected } = await read(
      'condo',
      headings,
      [text('Haus A'), TRUE, text('12'), ...rest],
      [text('Haus B'), text('Seestrasse'), TRUE, ...rest],
    );
    expect(rejected).toEqual(Array.from({ length: 2 }, () => `address "TRUE": ${REASON}`));
  });

  it('is neither the number of an apartment nor a building, nor the name of a person', async () => {
    const apartment = await read('apartment', ['condo_id', 'apartment_number'], [TRUE, TRUE]);
    expect(apartment.rejected).toEqual([
      `condo_id "TRUE": ${REASON}`,
      `apartment_number "TRUE": ${REASON}`,
    ]);
    const person = await read('tenancy', ['first_name', 'last_name'], [TRUE, text('Muster')]);
    expect(person.rejected).toEqual([`first_name "TRUE": ${REASON}`]);
  });

  it('is a note like any other, and an answer about parking', async () => {
    const headings = ['apartment_number', 'parking_spot_number', 'notes'];
    const no = '<c t="b"><v>0</v></c>';
    const { valid, rejected } = await read('apartment', headings, [text('1'), no, TRUE]);
    expect(rejected).toEqual([]);
    expect(valid).toMatchObject([{ parking_spot_number: 'None', notes: 'TRUE' }]);
  });

  it('of JSON is no text either', async () => {
    const rows = [Object.fromEntries(HOUSE.map((field, at) => [field, VALUES[at]]))];
    const sent = JSON.stringify([...rows, { ...rows[0], name: true }]);
    const { valid, rejected } = await readImport('condo', sent, { input: 'rows' });
    expect(valid).toHaveLength(1);
    expect(rejected).toEqual([`name "TRUE": ${REASON}`]);
  });
});

it('the text TRUE is what somebody has written, in a text file and in a cell of text', async () => {
  const cells = ['TRUE', ...VALUES.slice(1)];
  const file = await readImport('condo', [HOUSE.join(), cells.join()].join('\n'));
  const book = await read('condo', HOUSE, cells.map(text));
  for (const { valid, rejected } of [file, book]) {
    expect(rejected).toEqual([]);
    expect(valid).toMatchObject([{ name: 'TRUE', address: 'Seestrasse 1' }]);
  }
});
