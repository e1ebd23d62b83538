import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSheetCell } from '~/imports/formats/workbook-cell';
import { runJob } from '~/imports/rows/run-job';
import type { BulkType } from '~/imports/schema';
import { collect } from '../../support/collect';
import { readRows } from '../../support/read-rows';
import { cellXml, writtenWorkbook } from '../../support/written-workbook';

const { text, number, error, formula, empty } = cellXml;
const ERROR = 'the cell holds an error. Correct or empty it in the spreadsheet';
const NO_RESULT = 'the formula has no result. Open and save the file in Excel or LibreOffice';

const read = (bytes: Buffer, type: BulkType = 'apartment', sheet?: string) =>
  readRows(runJob({ input: 'file', type, ...(sheet !== undefined && { sheet }) }, bytes));
const fromCsv = (lines: readonly string[], type: BulkType = 'apartment') =>
  read(Buffer.from(lines.join('\r\n')), type);

const HEADINGS = ['Gebäude', 'Nummer', 'Etage', 'Zimmer', 'Fläche', 'Bemerkungen'].map(text);
const apartment = (number_: string, notes = empty()) => [
  text('Haus elf'),
  number_,
  empty(),
  empty(),
  empty(),
  notes,
];
const units = (rows: readonly string[][], formats: readonly string[] = [], merged: string[] = []) =>
  read(writtenWorkbook([{ name: 'Wohnungen', rows: [HEADINGS, ...rows], merged }], formats));

describe('a text is what the cell shows', () => {
  it.each([
    [3.1, '0.00', '3.10'],
    [3.02, '0.00', '3.02'],
    [3, '0.0', '3.0'],
    [7, '000', '007'],
    [8001, '0000', '8001'],
    [1003, '00000;-00000', '01003'],
    [1003, '[$-807]00000', '01003'],
    [12, '"Nr. "0', 'Nr. 12'],
    [12, 'General', '12'],
    [3.1, 'General', '3.1'],
    [3.6, '0', '4'],
    [101, '0"/A"', '101/A'],
    [1204, '00-00', '12-04'],
    [0.5, '0%', '50%'],
    [3.5, '# ?/?', '3 1/2'],
    [8001, '#,##0', '8001'],
    [1234567, '#,##0.00', '1234567.00'],
    [31_909, 'dd.mm.yyyy', '12.05.1987'],
    [31_909, 'd/m', '12/5'],
    [31_909.5, '[$-807]d.m.yy hh:mm;@', '12.5.87 12:00'],
    [3.1, '00.00', '03.10'],
    // The whole number, where the format shows only a part of it, or nothing.
    [123_456_789_012, '0.00E+00', '123456789012'],
    [123_456_789_012, 'General', '123456789012'],
    [4711, ';;;', '4711'],
  ])('%s under %s', async (value, format, shown) => {
    const { valid, rejected } = await units([apartment(number(value, 1))], [format]);
    expect(rejected).toEqual([]);
    expect(valid).toMatchObject([{ apartment_number: shown }]);
  });

  it('any decimals and zeros', async () => {
    const cases = fc.record({
      digits: fc.nat({ max: 99_999 }),
      decimals: fc.integer({ min: 0, max: 4 }),
      zeros: fc.integer({ min: 1, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ digits, decimals, zeros }) => {
        const plain = String(digits).padStart(decimals + zeros, '0');
        const whole = plain.slice(0, plain.length - decimals);
        const shown = decimals === 0 ? plain : `${whole}.${plain.slice(-decimals)}`;
        const format = '0'.repeat(zeros) + (decimals === 0 ? '' : `.${'0'.repeat(decimals)}`);
        const value = Number(`${digits}e-${decimals}`);
        const { valid } = await units([apartment(number(value, 1))], [format]);
        expect(valid).toMatchObject([{ apartment_number: shown }]);
      }),
      { numRuns: 50 },
    );
  });

  it('numbers and dates are their stored value, whatever is shown', async () => {
    const row = [text('Haus elf'), text('1'), number(2, 2), number(3.5, 1), number(82.25, 3)];
    const { valid } = await units([row], ['0', '0.00', '"ca. "0']);
    expect(valid).toMatchObject([{ floor_number: 2, bedrooms: 3.5, sqmt: 82.25 }]);
  });

  it('a number that became a date is no number', async () => {
    const row = [text('Haus elf'), text('1'), empty(), number(46_145, 1)];
    const { valid, rejected } = await units([row], ['dd.mm.yyyy']);
    expect(valid).toEqual([]);
    expect(rejected[0]).toContain('Zimmer "03.05.2026"');
  });

  it('a date of a building, under any format of dates', async () => {
    const headings = ['Name', 'Adresse', 'Ort', 'Kanton', 'PLZ', 'Land', 'Baujahr'].map(text);
    const values = ['Haus', 'Weg 1', 'Zürich', 'ZH'].map(text);
    for (const format of ['yyyy', 'mmm yyyy', 'dd.mm.yy', '[$-807]d. mmmm yyyy;@']) {
      const row = [...values, number(8001, 2), text('Schweiz'), number(31_909, 1)];
      const rows = [headings, row];
      const { valid, rejected } = await read(
        writtenWorkbook([{ name: 'A', rows }], [format, '0']),
        'condo',
      );
      expect(rejected).toEqual([]);
      expect(valid).toMatchObject([{ zip_code: '8001', date_built: '1987-05-12' }]);
    }
  });
});

describe('whole numbers that a program has written with decimals', () => {
  const condo = 'name,address,city,state,zip_code,country,number_of_units';

  it('a postcode, a number and an id', async () => {
    const condos = await fromCsv(
      [condo, 'Haus 34,Punktweg 1,Zürich,ZH,8001.0,Switzerland,12.0'],
      'condo',
    );
    expect(condos.valid).toMatchObject([{ zip_code: '8001', number_of_units: 12 }]);
    const apartments = await fromCsv([
      'condo_id;apartment_number;floor_number;bedrooms',
      '1,0;101,0;2,0;3,5',
    ]);
    expect(apartments.valid).toMatchObject([
      { condo_id: 1, apartment_number: '101', floor_number: 2, bedrooms: 3.5 },
    ]);
  });

  it('the decimals of numbers of units stay', async () => {
    const { valid } = await fromCsv(['Gebäude,Nummer', 'A,3.0', 'A,3.1', 'A,3.10', 'A,4.0']);
    expect(valid.map((row) => row.apartment_number)).toEqual(['3.0', '3.1', '3.10', '4.0']);
  });

  it('the place of the row that decides makes no difference', async () => {
    // More than is read at once, of a CSV file and of a workbook.
    const plain = Array.from({ length: 4_000 }, (_, index) => [`${index + 1}.0`, 'x'.repeat(80)]);
    const place = fc.oneof(fc.nat({ max: plain.length }), fc.constant(plain.length));
    await fc.assert(
      fc.asyncProperty(place, fc.boolean(), async (at, isCsv) => {
        const rows = plain.toSpliced(at, 0, ['7.5', '']);
        const { valid, rejected } = isCsv
          ? await fromCsv(['Gebäude;Nummer;Notizen', ...rows.map((row) => `A;${row.join(';')}`)])
          : await units(rows.map(([one = '']) => apartment(text(one))));
        expect(rejected).toEqual([]);
        expect(valid.map((row) => row.apartment_number)).toEqual(rows.map(([one]) => one));
      }),
      { numRuns: 8 },
    );
  });

  it('a postcode is a whole number whatever stands below it', async () => {
    const zips = ['8001.0', '8.5', '8002'];
    const lines = zips.map((zip) => `Haus ${zip},Weg 1,Zürich,ZH,${zip},Switzerland,`);
    const { valid } = await fromCsv([condo, ...lines], 'condo');
    expect(valid.map(({ zip_code }) => zip_code)).toEqual(['8001', '8.5', '8002']);
  });

  it('an export that comes back with decimals is unchanged', async () => {
    const csv = 'id,row_version,apartment_number\n1,v,3.0\n';
    const messages = runJob(
      { input: 'file', type: 'apartment', review: 'apartment' },
      Buffer.from(csv),
    );
    const rows = (await collect(messages)).flatMap((one) => (one.type === 'rows' ? one.rows : []));
    expect(rows[0]?.record?.asWritten).toEqual({ apartment_number: '3.0' });
  });

  it('any whole numbers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat({ max: 99_999 }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom('.0', ',0', '.00'),
        async (numbers, decimals) => {
          const lines = numbers.map((one) => `A;${one}${decimals}`);
          const { valid } = await fromCsv(['Gebäude;Nummer', ...lines]);
          expect(valid.map((row) => row.apartment_number)).toEqual(numbers.map(String));
        },
      ),
    );
  });
});

describe('an apostrophe that keeps the zeros of a number', () => {
  it('goes below headings for postcodes, numbers and references', async () => {
    const digits = fc.stringMatching(/^\d{1,6}$/);
    await fc.assert(
      fc.asyncProperty(digits, async (one) => {
        const apartments = await fromCsv(['Gebäude;Nummer;Bemerkungen', `'${one};'${one};'${one}`]);
        expect(apartments.valid).toMatchObject([
          { condo_id: one, apartment_number: one, notes: `'${one}` },
        ]);
        const ids = await fromCsv(['condo_id;apartment_number', `'${Number(one) + 1};1`]);
        expect(ids.valid).toMatchObject([{ condo_id: Number(one) + 1 }]);
      }),
      { numRuns: 40 },
    );
  });

  it('changes no record whose export comes back', async () => {
    const csv = "id,row_version,apartment_number\n1,v,'007\n";
    const messages = runJob(
      { input: 'file', type: 'apartment', review: 'apartment' },
      Buffer.from(csv),
    );
    const rows = (await collect(messages)).flatMap((one) => (one.type === 'rows' ? one.rows : []));
    expect(rows).toMatchObject([
      { values: { apartment_number: '007' }, record: { asWritten: { apartment_number: "'007" } } },
    ]);
  });
});

describe('a broken cell makes its row invalid', () => {
  const ERRORS = `
    #REF! #N/A #VALUE! #NAME? #DIV/0! #NUM! #NULL! #SPILL! #CALC! #BEZUG! #NV #WERT! #ZAHL!
    #ÜBERLAUF! #VALEUR! #NOM? #NOMBRE! #RIF! #VALORE! #NOME? #N/D #ERROR! #GETTING_DATA Err:502 #####`;

  it.each(ERRORS.trim().split(/\s+/))(
    '%s, in columns of each kind, in CSV and XLSX',
    async (code) => {
      const cells = ['Haus elf', '1', '2', '3.5', '80', 'x'];
      for (const place of cells.keys()) {
        const line = cells.map((cell, at) => (at === place ? code : cell));
        const csv = await fromCsv([
          'Gebäude;Nummer;Etage;Zimmer;Fläche;Bemerkungen',
          line.join(';'),
        ]);
        // A workbook has the codes in English, and texts that were copied from elsewhere.
        const broken = /^#[A-Z/0]+[!?]?$/.test(code) ? error(code) : text(code);
        const xlsx = await units([line.map((cell, at) => (at === place ? broken : text(cell)))]);
        for (const { valid, rejected } of [csv, xlsx]) {
          expect(valid).toEqual([]);
          expect(rejected).toEqual([expect.stringContaining(`": ${ERROR}`)]);
        }
      }
    },
  );

  it.each([
    formula('"Neu "&A2'),
    formula('"Neu "&A2', '<v></v>'),
    formula('"Neu "&A2', '<v/>'),
    '<c t="n"><f>1+1</f></c>',
  ])('a formula without a result: %s', async (cell) => {
    const { valid, rejected } = await units([apartment(text('1'), cell), apartment(cell)]);
    expect(valid).toEqual([]);
    expect(rejected).toEqual([
      expect.stringMatching(`^Bemerkungen "=.*": ${NO_RESULT}`),
      expect.stringMatching(`^Nummer "=.*": ${NO_RESULT}`),
    ]);
  });

  it('anywhere, and in an export that comes back', async () => {
    const fields = ['condo_id', 'apartment_number', 'floor_number', 'bedrooms', 'sqmt', 'notes'];
    const marks = ['id', 'row_version', ...fields];
    const values = ['7', '3.10', '2', '3.5', '80', 'Süd'];
    const cells = fc.record({
      at: fc.nat({ max: fields.length - 1 }),
      code: fc.constantFrom(...ERRORS.trim().split(/\s+/), '=A1&B1'),
      isReview: fc.boolean(),
      isCsv: fc.boolean(),
      before: fc.nat({ max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(cells, async ({ at, code, isReview, isCsv, before }) => {
        const head = isReview ? marks : fields;
        const own = (line: readonly string[], row: number) =>
          isReview ? [String(row + 1), 'v', ...line] : line;
        const lines = [
          ...Array.from({ length: before }, (_, row) => own(values.with(1, `W${row}`), row)),
          own(values.with(at, code), before),
        ];
        const written = isCsv
          ? Buffer.from([head, ...lines].map((line) => line.join(';')).join('\n'))
          : writtenWorkbook([
              {
                name: 'A',
                rows: [head, ...lines].map((line) =>
                  line.map((cell) => (cell.startsWith('=') ? formula(cell.slice(1)) : text(cell))),
                ),
              },
            ]);
        const messages = await collect(
          runJob(
            { input: 'file', type: 'apartment', review: isReview ? 'apartment' : undefined },
            written,
          ),
        );
        const rows = messages.flatMap((one) => (one.type === 'rows' ? one.rows : []));
        const why = code.startsWith('=') ? NO_RESULT : ERROR;
        expect(rows.map(({ problems }) => problems.map(({ text: one }) => one))).toEqual([
          ...Array.from({ length: before }, () => []),
          [expect.stringContaining(`": ${why}`)],
        ]);
      }),
      { numRuns: 120 },
    );
  });

  it('a formula without a result in an XLS file has an empty one', () => {
    const context = { isXls: true, is1904: false };
    const cellOf = (f: string) => toSheetCell({ t: 's', v: '', f }, context);
    expect(cellOf('A2&B2')).toEqual({ value: null, shown: '=A2&B2' });
    expect(cellOf('IF(A2="","",A2)')).toBe('');
  });

  it('a number with an exponent below a heading for texts', async () => {
    const amounts = fc.double({ min: 1, max: 9.99999, noNaN: true, noDefaultInfinity: true });
    const exponents = fc.integer({ min: 2, max: 15 });
    const marks = fc.constantFrom('.', ',');
    await fc.assert(
      fc.asyncProperty(amounts, exponents, marks, async (amount, exponent, mark) => {
        const digits = String(Number(amount.toFixed(5))).replace('.', mark);
        const code = `${digits}E+${String(exponent).padStart(2, '0')}`;
        const short = 'the number was shortened with an exponent';
        for (const line of [`A;${code};x`, `${code};1;x`, `A;1;${code}`]) {
          const { valid, rejected } = await fromCsv(['Gebäude;Nummer;Bemerkungen', line]);
          expect(valid).toEqual([]);
          expect(rejected).toEqual([expect.stringContaining(`"${code}": ${short}`)]);
        }
      }),
      { numRuns: 40 },
    );
    const numbers = ['1E5', '12E', 'E+02', '2E-01', 'A1E+02'];
    const { valid } = await fromCsv(['Gebäude;Nummer', ...numbers.map((one) => `A;${one}`)]);
    expect(valid.map((row) => row.apartment_number)).toEqual(numbers);
  });

  it('a formula in a CSV file, but no text that begins like one', async () => {
    const lines = ['A;1;=WENN(B2=1)', 'A;"=""007""";=1+1', 'A;2;=VLOOKUP(A1,B:C,2)', "A;3;'=A1"];
    const { valid, rejected } = await fromCsv(['Gebäude;Nummer;Bemerkungen', ...lines]);
    expect(valid).toMatchObject([
      { apartment_number: '007', notes: '=1+1' },
      { apartment_number: '3', notes: '=A1' },
    ]);
    expect(rejected).toEqual([
      `Bemerkungen "=WENN(B2=1)": ${NO_RESULT}`,
      `Bemerkungen "=VLOOKUP(A1,B:C,2)": ${NO_RESULT}`,
    ]);
  });

  it('the result of a formula counts, zero and nothing too', async () => {
    const { valid, rejected } = await units([
      apartment(formula('1-1', '<v>0</v>'), '<c t="str"><f>IF(A2="","",A2)</f><v></v></c>'),
    ]);
    expect(rejected).toEqual([]);
    expect(valid).toMatchObject([{ apartment_number: '0', notes: null }]);
  });

  it('no text that only looks like one', async () => {
    for (const code of ['#12', '# 3', '#A', 'N/A', 'NV', 'Nr. #REF', '#dach', '##', 'REF!']) {
      const { valid } = await units([apartment(text(code))]);
      expect(valid).toMatchObject([{ apartment_number: code }]);
    }
  });
});

describe('merged cells count for each of their rows and columns', () => {
  it('a building, a floor and a note', async () => {
    const { valid } = await units(
      [
        [text('Haus elf'), text('21'), number(1), number(2), number(50), text('Süd')],
        [empty(), text('22'), empty(), number(3), number(60)],
        [empty(), text('23'), number(2), number(4)],
        [],
        [text('Haus zwölf'), text('1'), number(1)],
      ],
      [],
      ['A2:A5', 'C2:C3', 'F2:F3', 'D4:E4'],
    );
    const shared = { condo_id: 'Haus elf' };
    expect(valid).toMatchObject([
      { ...shared, apartment_number: '21', floor_number: 1, notes: 'Süd' },
      { ...shared, apartment_number: '22', floor_number: 1, notes: 'Süd', sqmt: 60 },
      { ...shared, apartment_number: '23', floor_number: 2, notes: null, bedrooms: 4, sqmt: 4 },
      { condo_id: 'Haus zwölf', apartment_number: '1' },
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
        expect(valid.map((row) => row.condo_id)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});

const house = (at: number) => [`Haus ${at}`, `Weg ${at}`, '8001', 'Zürich', 'ZH', 'Schweiz'];

describe('a cell that is merged over a row', () => {
  const CONDO = ['Name', 'Adresse', 'PLZ', 'Ort', 'Kanton', 'Land'];
  const ofTable = (rows: readonly string[][], merged: string[]) =>
    writtenWorkbook([
      {
        name: 'A',
        rows: [CONDO, ...rows].map((row) => row.map((cell) => (cell === '' ? '' : text(cell)))),
        merged,
      },
    ]);

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
        const before = Array.from({ length: above }, (_, at) => house(at));
        const merged = above + 2;
        const range = `${'ABCDEF'[start]}${merged}:${'ABCDEF'[end]}${merged}`;
        const { valid, rejected } = await read(
          ofTable([...before, title, house(9)], [range]),
          'condo',
        );
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
    const { valid, rejected } = await read(writtenWorkbook([sheet]), 'tenancy');
    expect(valid.map(({ last_name }) => last_name)).toEqual(['Anna Muster']);
    expect(rejected.filter((one) => one.includes('is merged over'))).toHaveLength(2);
  });

  it('is a column where the headings are merged as well', async () => {
    const rows = [[text('Name')], [text('Anna Muster')], [text('Beat Muster')]];
    const sheet = { name: 'A', rows, merged: ['A1:C1', 'A2:C2', 'A3:C3'] };
    const { valid, rejected } = await read(writtenWorkbook([sheet]), 'tenancy');
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
        const messages = await collect(
          runJob({ input: 'file', type: 'apartment', condoId: 7 }, bytes),
        );
        const made = messages.flatMap((one) => (one.type === 'rows' ? one.rows : []));
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
    const rows = [
      ['Name', 'Adresse', '', 'PLZ', 'Ort', 'Kanton', 'Land'],
      ['', 'Strasse', 'Nr.', '', '', '', ''],
      ['Haus 1', 'Seestrasse', '12', '8002', 'Zürich', 'ZH', 'Schweiz'],
    ].map((row) => row.map((cell) => (cell === '' ? '' : text(cell))));
    const down = ['A1:A2', 'D1:D2', 'E1:E2', 'F1:F2', 'G1:G2'];
    const sheet = { name: 'A', rows, merged: ['B1:C1', ...down] };
    const { head, valid, rejected } = await read(writtenWorkbook([sheet]), 'condo');
    expect(rejected).toEqual([]);
    expect(valid).toMatchObject([{ name: 'Haus 1', address: 'Seestrasse 12', zip_code: '8002' }]);
    expect(head?.heading_row).toBe(2);
  });
});

describe('the sheet with the headings is read', () => {
  const table = { name: 'Liste', rows: [HEADINGS, apartment(text('1'))] };
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
    const { head } = await read(writtenWorkbook(sheets));
    expect(head?.source).toMatchObject({ sheet: name });
    expect(head?.source?.sheets).toEqual(
      sheets.filter(({ rows }) => rows.length > 0).map((sheet) => sheet.name),
    );
  });

  it.each([
    [[table, { ...table, name: 'Mehr' }], ['Mehr']],
    [[cover, { ...table, name: 'Mehr' }, table], ['Liste']],
    [[table, cover, old, { name: 'Neu', rows: [HEADINGS] }], undefined],
    [[table], undefined],
  ])('others with the headings and rows are named: case %#', async (sheets, others) => {
    const { head } = await read(writtenWorkbook(sheets));
    expect(head?.source?.other_sheets).toEqual(others);
  });

  it('of people is not one that explains another, nor one without rows', async () => {
    const people = {
      name: 'Mieter',
      rows: [
        ['Name', 'Vorname', 'E-Mail', 'Telefon'].map(text),
        ['Muster', 'Anna', 'anna@example.com', '079'].map(text),
      ],
    };
    const legend = {
      name: 'Legende',
      rows: [
        ['Name', 'Bedeutung'],
        ['Adresse', 'Ort'],
      ].map((row) => row.map(text)),
    };
    const bare = { name: 'Vorlage', rows: people.rows.slice(0, 1) };
    const { head, valid } = await read(writtenWorkbook([legend, bare, people]), 'tenancy');
    expect(head?.source).toMatchObject({ sheet: 'Mieter', other_sheets: ['Legende'] });
    expect(valid).toMatchObject([{ last_name: 'Muster', first_name: 'Anna' }]);
  });

  it('others are named where one was chosen', async () => {
    const sheets = [table, { ...table, name: 'Mehr' }];
    const { head } = await read(writtenWorkbook(sheets), 'apartment', 'Mehr');
    expect(head?.source).toMatchObject({ sheet: 'Mehr', other_sheets: ['Liste'] });
  });

  it('but the one that was chosen comes first', async () => {
    const { head, valid } = await read(writtenWorkbook([cover, table]), 'apartment', 'Anleitung');
    expect(head?.source).toMatchObject({ sheet: 'Anleitung' });
    expect(valid).toEqual([]);
  });
});

it.each(['workbook.xlsx', 'workbook.xls'])('a workbook of LibreOffice: %s', async (file) => {
  const { head, valid, rejected } = await read(await readFile(`tests/fixtures/trade/${file}`));
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
