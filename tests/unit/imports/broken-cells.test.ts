import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSheetCell } from '~/imports/formats/workbook-cell';
import { readImport } from '../../support/read-rows';
import { cellXml, writtenWorkbook } from '../../support/written-workbook';
import { apartment, ERROR, fromCsv, units } from './apartment-files';

const { text, error, formula } = cellXml;
const NO_RESULT = 'the formula has no result. Open and save the file in Excel or LibreOffice';

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
    '<c t="str"><f>"Neu "&amp;A2</f></c>',
    '<c s="0" t="str"> <f t="array" ref="B2">TRIM(A2)</f> </c>',
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
        const review = isReview ? 'apartment' : undefined;
        const { rows } = await readImport('apartment', written, { review });
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

  it('a formula in a CSV file, whatever it calculates', async () => {
    const formulas = fc.oneof(
      fc.constantFrom('A2&" 1"', '8001', '8000+1', 'Adresse', '#REF!', 'WENN(B2=1)', '"a"&"b"', ''),
      fc.stringMatching(/^[a-z0-9+*&(). ]{1,8}[a-z0-9)]$/),
    );
    await fc.assert(
      fc.asyncProperty(formulas, async (one) => {
        const cell = `"=${one.replaceAll('"', '""')}"`;
        const { valid, rejected } = await fromCsv(['Gebäude;Nummer', `A;${cell}`, 'A;1']);
        expect(valid).toMatchObject([{ apartment_number: '1' }]);
        expect(rejected).toEqual([`Nummer "=${one}": ${NO_RESULT}`]);
      }),
    );
  });

  it('no text in a formula, and none behind an apostrophe', async () => {
    const lines = ['A;"=""007"""', 'A;"=""a """"b"""""" "', "A;'=A1"];
    const { valid, rejected } = await fromCsv(['Gebäude;Nummer', ...lines]);
    expect(rejected).toEqual([]);
    expect(valid.map((row) => row.apartment_number)).toEqual(['007', 'a "b"', '=A1']);
  });

  it('the result of a formula counts, zero and nothing too', async () => {
    const { valid, rejected } = await units([
      apartment(formula('1-1', '<v>0</v>'), '<c t="str"><f>IF(A2="","",A2)</f><v></v></c>'),
    ]);
    expect(rejected).toEqual([]);
    expect(valid).toMatchObject([{ apartment_number: '0', notes: null }]);
  });

  it('the empty result of a formula counts, whatever the formula', async () => {
    for (const result of ['<v></v>', '<v/>']) {
      const { valid } = await units([
        apartment(text('1'), `<c t="str"><f>TRIM(A2)</f>${result}</c>`),
      ]);
      expect(valid).toMatchObject([{ apartment_number: '1', notes: null }]);
    }
  });

  it('no text that only looks like one', async () => {
    for (const code of ['#12', '# 3', '#A', 'NV', 'Nr. #REF', '#dach', '##', 'REF!']) {
      const { valid } = await units([apartment(text(code))]);
      expect(valid).toMatchObject([{ apartment_number: code }]);
    }
  });
});

describe('words for no value in a required field', () => {
  it.each(
    '-,n/a,N/A,unbekannt,keine,?,NULL,TBD,k.A.,nan,NaN,undefined,null,(null),[object Object],xxx'.split(
      ',',
    ),
  )('"%s" is none', async (word) => {
    const lines = ['Gebäude;Nummer', `Seeblick;${word}`, 'Seeblick;0'];
    const { valid, rejected } = await fromCsv(lines);
    expect(valid).toMatchObject([{ apartment_number: '0' }]);
    expect(rejected).toEqual([expect.stringContaining('required')]);
    for (const place of [0, 1, 2, 3, 5]) {
      const house = ['R1', 'Weg 1', '8001', 'Zürich', 'ZH', 'CH'];
      house[place] = word;
      const read = await fromCsv(['Name;Adresse;PLZ;Ort;Kanton;Land', house.join(';')], 'condo');
      expect(read.valid).toEqual([]);
      expect(read.rejected).toEqual([expect.stringContaining('required')]);
    }
  });

  it('nor is 0 one of a building', async () => {
    const lines = ['Name;Adresse;PLZ;Ort;Kanton;Land', 'R5;Weg 1;0;Zürich;ZH;CH'];
    const { valid, rejected } = await fromCsv(lines, 'condo');
    expect(valid).toEqual([]);
    expect(rejected).toEqual([expect.stringContaining('required')]);
  });
});

it('a note that begins like the end of a list makes no row one', async () => {
  const lines = [
    'Bemerkung;Gebäude;Nummer;Zimmer',
    'Total saniert 2019;Seeblick;68;3',
    'Hinweis: Hund;Seeblick;69;3',
    'Total;;24;6',
  ];
  const { valid, rejected } = await fromCsv(lines);
  expect(valid).toMatchObject([{ apartment_number: '68' }, { apartment_number: '69' }]);
  expect(rejected).toContainEqual(expect.stringContaining('looks like a total'));
});
