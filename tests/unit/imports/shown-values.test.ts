import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSheetCell } from '~/imports/formats/workbook-cell';
import { toValue } from '~/imports/rows/field-rules';
import { readImport } from '../../support/read-rows';
import { cellXml, writtenWorkbook } from '../../support/written-workbook';
import { apartment, fromCsv, units } from './apartment-files';

const { text, number, empty } = cellXml;

/** A cell of a workbook whose days begin in 1904. */
const cellOf1904 = (v: number, z = 'General') =>
  toSheetCell({ t: 'n', v, z }, { isXls: false, is1904: true });

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
    [1003, '# ##0', '1003'],
    [1003, '#\\ ##0', '1003'],
    [1234567, '#\u00a0##0', '1234567'],
    [1003.5, '#\u202f##0.0', '1003.5'],
    [1003, '#"\'"##0', '1003'],
    [441234567, '000 000 00 00', '044 123 45 67'],
    [1003, '00 000', '01 003'],
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

  it('a number of a workbook whose days begin in 1904 is a day from then on', () => {
    for (const [column, cell, value] of [
      ['date', cellOf1904(35_064), '2000-01-01'],
      ['date', cellOf1904(35_064, '0'), '2000-01-01'],
      ['text', cellOf1904(8001), '8001'],
      ['text', cellOf1904(3.1), '3.1'],
      ['text', cellOf1904(7, '000'), '007'],
      ['decimal', cellOf1904(3.1), 3.1],
      ['integer', cellOf1904(35_064), 35_064],
    ] as const) {
      expect(toValue({ kind: column, options: [], unit: undefined }, cell)).toEqual({ value });
    }
  });

  it('day zero, and a time alone, are no days', async () => {
    const headings = ['Name', 'Adresse', 'Ort', 'Kanton', 'PLZ', 'Land', 'Baujahr'].map(text);
    const values = ['Haus', 'Weg 1', 'Zürich', 'ZH', '8001', 'CH'].map(text);
    for (const [days, day] of [
      [0, null],
      [0.5, null],
      [1, '1900-01-01'],
      [-1, '1899-12-29'],
    ] as const) {
      const rows = [headings, [...values, number(days, 1)]];
      const bytes = writtenWorkbook([{ name: 'A', rows }], ['dd.mm.yyyy']);
      const { valid, rejected } = await readImport('condo', bytes);
      expect(valid).toMatchObject(day === null ? [] : [{ date_built: day }]);
      expect(rejected).toHaveLength(day === null ? 1 : 0);
    }
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
      const bytes = writtenWorkbook([{ name: 'A', rows }], [format, '0']);
      const { valid, rejected } = await readImport('condo', bytes);
      expect(rejected).toEqual([]);
      expect(valid).toMatchObject([{ zip_code: '8001', date_built: '1987-05-12' }]);
    }
  });
});

const sizes = (cell: string) => units([[text('Haus'), text('1'), empty(), empty(), cell]]);

describe('a number that is written as none', () => {
  it.each([
    '<c><v>82,5</v></c>',
    '<c t="n"><f>A1</f><v>82,5</v></c>',
    '<c t="str"><v>82,5</v></c>',
  ])('is read as a text: %s', async (cell) => {
    const { valid, rejected } = await sizes(cell);
    expect(rejected).toEqual([]);
    expect(valid).toMatchObject([{ sqmt: 82.5 }]);
  });

  it.each(['NaN', 'INF', '82x', '8 2.5m'])('is invalid: %s', async (value) => {
    const { valid, rejected } = await sizes(`<c t="n"><v>${value}</v></c>`);
    expect(valid).toEqual([]);
    expect(rejected).toEqual([expect.stringContaining(`Fläche "${value}"`)]);
  });

  it.each(['8.25E1', '+82.5', ' 82.5 ', '825e-1'])('%s is a number', async (value) => {
    expect((await sizes(`<c><v>${value}</v></c>`)).valid).toMatchObject([{ sqmt: 82.5 }]);
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
    const { rows } = await readImport('apartment', csv, { review: 'apartment' });
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
    const { rows } = await readImport('apartment', csv, { review: 'apartment' });
    expect(rows).toMatchObject([
      { values: { apartment_number: '007' }, record: { asWritten: { apartment_number: "'007" } } },
    ]);
  });
});
