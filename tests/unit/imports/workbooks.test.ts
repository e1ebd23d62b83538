import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readImport } from '../../support/read-rows';
import { cellXml, textCells, writtenWorkbook } from '../../support/written-workbook';
import { apartment, APARTMENT_HEADINGS, ERROR, units } from './apartment-files';
import { HEADINGS, houseOf } from './house-files';

const { text, number, empty } = cellXml;

const row = (name: string) => [text('Haus'), text(name), empty(), text('3')];

describe('merged cells count for each of their rows', () => {
  it('a building, a floor and a note', async () => {
    const { valid } = await units(
      [
        [text('Haus elf'), text('21'), number(1), number(2), number(50), text('Süd')],
        [empty(), text('22'), empty(), number(3), number(60)],
        [empty(), text('23'), number(2), number(4), number(4)],
        [],
        [text('Haus zwölf'), text('1'), number(1)],
      ],
      [],
      ['A2:A5', 'C2:C3', 'F2:F3'],
    );
    const shared = { condo_id: 'Haus elf' };
    expect(valid).toMatchObject([
      { ...shared, apartment_number: '21', floor_number: 1, notes: 'Süd' },
      { ...shared, apartment_number: '22', floor_number: 1, notes: 'Süd', sqmt: 60 },
      { ...shared, apartment_number: '23', floor_number: 2, notes: null, bedrooms: 4, sqmt: 4 },
      { condo_id: 'Haus zwölf', apartment_number: '1' },
    ]);
  });

  it('but not for columns with other headings', async () => {
    const { valid, rejected } = await units(
      [row('1'), row('2'), row('3'), row('4')],
      [],
      ['B3:C3', 'D4:E5'],
    );
    expect(valid.map((one) => one.apartment_number)).toEqual(['1']);
    const split = 'Split it, and write the value of each column';
    expect(rejected).toEqual([
      `A cell of this row is merged from "Nummer" to "Etage". ${split}`,
      `A cell of this row is merged from "Zimmer" to "Fläche". ${split}`,
      `A cell of this row is merged from "Zimmer" to "Fläche". ${split}`,
    ]);
  });

  it('any groups', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sizes, async (groups) => {
        const rows: string[][] = [];
        const merged: string[] = [];
        const expected: string[] = [];
        for (const [group, size] of groups.entries()) {
          merged.push(`A${rows.length + 2}:A${rows.length + 1 + size}`);
          for (let at = 0; at < size; at += 1) {
            rows.push([at === 0 ? text(`Haus ${group}`) : empty(), text(`${rows.length}`)]);
            expected.push(`Haus ${group}`);
          }
        }
        const { valid } = await units(rows, [], merged);
        expect(valid.map((one) => one.condo_id)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});

const ofTable = (rows: readonly string[][], merged: string[]) =>
  writtenWorkbook([{ name: 'A', rows: textCells([HEADINGS.split(';'), ...rows]), merged }]);

describe('a cell that is merged over a row', () => {
  it('is one cell, and never a record', async () => {
    const titles = fc.record({
      start: fc.nat({ max: 4 }),
      width: fc.integer({ min: 2, max: 6 }),
      words: fc.constantFrom('Kanton Zürich', '8001', 'Anna Muster', 'Name'),
      above: fc.nat({ max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(titles, async ({ start, width, words, above }) => {
        const end = Math.min(5, start + width - 1);
        const title = [...Array.from({ length: start }, () => ''), words];
        const before = Array.from({ length: above }, (_, at) => houseOf(at));
        const merged = above + 2;
        const range = `${'ABCDEF'[start]}${merged}:${'ABCDEF'[end]}${merged}`;
        const bytes = ofTable([...before, title, houseOf(9)], [range]);
        const { valid, rejected } = await readImport('condo', bytes);
        expect(valid.map(({ name }) => name)).toEqual([...before.map(([name]) => name), 'Haus 9']);
        expect(rejected.filter((one) => one.includes('is merged over'))).toHaveLength(1);
      }),
    );
  });

  it('creates no person, and none beside a count', async () => {
    const people = [
      ['Name', 'E-Mail', 'Telefon', 'Bemerkung'].map(text),
      [text('Kanton Zürich')],
      [text('Anna Muster'), text('anna@example.com')],
      [text('Haus A'), empty(), empty(), text('12')],
    ];
    const sheet = { name: 'A', rows: people, merged: ['A2:D2', 'A4:C4'] };
    const { valid, rejected } = await readImport('tenancy', writtenWorkbook([sheet]));
    expect(valid.map(({ last_name }) => last_name)).toEqual(['Anna Muster']);
    expect(rejected.filter((one) => one.includes('is merged over'))).toHaveLength(2);
  });

  it('is a column where the headings are merged as well', async () => {
    const rows = [[text('Name')], [text('Anna Muster')], [text('Beat Muster')]];
    const sheet = { name: 'A', rows, merged: ['A1:C1', 'A2:C2', 'A3:C3'] };
    const { valid, rejected } = await readImport('tenancy', writtenWorkbook([sheet]));
    expect(rejected).toEqual([]);
    expect(valid.map(({ last_name }) => last_name)).toEqual(['Anna Muster', 'Beat Muster']);
  });

  it('is one column where its heading is merged alike, whatever else is in the row', async () => {
    const headings = [
      text('Nummer'),
      empty(),
      empty(),
      text('Zimmer'),
      text('Fläche'),
      text('Bemerkung'),
    ];
    const cells = fc.record({
      rooms: fc.option(fc.integer({ min: 1, max: 9 })),
      notes: fc.constantFrom('', 'Süd'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 5 }), async (list) => {
        const rows = list.map(({ rooms, notes }, at) => [
          text(`W${at}`),
          empty(),
          empty(),
          rooms === null ? empty() : number(rooms),
          empty(),
          notes === '' ? empty() : text(notes),
        ]);
        const merged = [headings, ...rows].map((_, at) => `A${at + 1}:C${at + 1}`);
        const bytes = writtenWorkbook([{ name: 'A', rows: [headings, ...rows], merged }]);
        const { rows: made } = await readImport('apartment', bytes, { condoId: 7 });
        expect(made.map(({ problems }) => problems)).toEqual(list.map(() => []));
        expect(made.map(({ values }) => values)).toMatchObject(
          list.map(({ rooms, notes }, at) => ({
            apartment_number: `W${at}`,
            bedrooms: rooms,
            notes: notes === '' ? null : notes,
          })),
        );
        // The copies of a cell are no values that nobody reads.
        expect(made.map(({ extra }) => extra ?? {})).toEqual(list.map(() => ({})));
      }),
      { numRuns: 20 },
    );
  });

  it('above two others is the first row of the headings', async () => {
    const rows = textCells([
      ['Name', 'Adresse', '', 'PLZ', 'Ort', 'Kanton', 'Land'],
      ['', 'Strasse', 'Nr.', '', '', '', ''],
      ['Haus 1', 'Seestrasse', '12', '8002', 'Zürich', 'ZH', 'Schweiz'],
    ]);
    const down = ['A1:A2', 'D1:D2', 'E1:E2', 'F1:F2', 'G1:G2'];
    const sheet = { name: 'A', rows, merged: ['B1:C1', ...down] };
    const { head, valid, rejected } = await readImport('condo', writtenWorkbook([sheet]));
    expect(rejected).toEqual([]);
    expect(valid).toMatchObject([{ name: 'Haus 1', address: 'Seestrasse 12', zip_code: '8002' }]);
    expect(head?.heading_row).toBe(2);
  });
});

describe('the sheet with the headings is read', () => {
  const table = { name: 'Liste', rows: [APARTMENT_HEADINGS, apartment(text('1'))] };
  const cover = { name: 'Anleitung', rows: [[text('Bitte ausfüllen')], [text('Fragen?')]] };
  const blank = { name: 'Leer', rows: [] };
  const old = { name: 'Alt', hidden: true as const, rows: table.rows };

  it.each([
    [[cover, table], 'Liste'],
    [[blank, old, cover, table], 'Liste'],
    [[table, cover], 'Liste'],
    [[old, cover], 'Anleitung'],
    [[cover, { ...cover, name: 'Mehr' }], 'Anleitung'],
  ])('case %#', async (sheets, name) => {
    const { head } = await readImport('apartment', writtenWorkbook(sheets));
    expect(head?.source).toMatchObject({ sheet: name });
    expect(head?.source?.sheets).toEqual(
      sheets.filter(({ rows }) => rows.length > 0).map((sheet) => sheet.name),
    );
  });

  it.each([
    [[table, { ...table, name: 'Mehr' }], ['Mehr']],
    [[cover, { ...table, name: 'Mehr' }, table], ['Liste']],
    [[table, cover, old, { name: 'Neu', rows: [APARTMENT_HEADINGS] }], undefined],
    [[table], undefined],
  ])('others with the headings and rows are named: case %#', async (sheets, others) => {
    const { head } = await readImport('apartment', writtenWorkbook(sheets));
    expect(head?.source?.other_sheets).toEqual(others);
  });

  it('of people is not one that explains another, nor one without rows', async () => {
    const people = {
      name: 'Mieter',
      rows: textCells([
        ['Name', 'Vorname', 'E-Mail', 'Telefon'],
        ['Muster', 'Anna', 'anna@example.com', '079'],
      ]),
    };
    const legend = {
      name: 'Legende',
      rows: textCells([
        ['Name', 'Bedeutung'],
        ['Adresse', 'Ort'],
      ]),
    };
    const bare = { name: 'Vorlage', rows: people.rows.slice(0, 1) };
    const bytes = writtenWorkbook([legend, bare, people]);
    const { head, valid } = await readImport('tenancy', bytes);
    expect(head?.source).toMatchObject({ sheet: 'Mieter', other_sheets: ['Legende'] });
    expect(valid).toMatchObject([{ last_name: 'Muster', first_name: 'Anna' }]);
  });

  it('others are named where one was chosen', async () => {
    const sheets = [table, { ...table, name: 'Mehr' }];
    const { head } = await readImport('apartment', writtenWorkbook(sheets), { sheet: 'Mehr' });
    expect(head?.source).toMatchObject({ sheet: 'Mehr', other_sheets: ['Liste'] });
  });

  it('but the one that was chosen comes first', async () => {
    const bytes = writtenWorkbook([cover, table]);
    const { head, valid } = await readImport('apartment', bytes, { sheet: 'Anleitung' });
    expect(head?.source).toMatchObject({ sheet: 'Anleitung' });
    expect(valid).toEqual([]);
  });
});

it.each(['workbook.xlsx', 'workbook.xls'])('a workbook of LibreOffice: %s', async (file) => {
  const bytes = await readFile(`tests/fixtures/trade/${file}`);
  const { head, valid, rejected } = await readImport('apartment', bytes);
  expect(head?.source).toMatchObject({ sheet: 'Wohnungen' });
  expect(valid).toMatchObject([
    {
      row_number: 2,
      condo_id: 'Haus elf',
      apartment_number: '3.10',
      floor_number: 1,
      bedrooms: 3.5,
      notes: '12.05.1987',
    },
    { row_number: 3, condo_id: 'Haus elf', apartment_number: '007', notes: 'Seeseite' },
    { row_number: 4, condo_id: 'Haus elf', apartment_number: 'Nr. 21', notes: 'Seeseite' },
  ]);
  expect(rejected).toEqual([`Etage "#N/A": ${ERROR}`, `Bemerkungen "#DIV/0!": ${ERROR}`]);
});
