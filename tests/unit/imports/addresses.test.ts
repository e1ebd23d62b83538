import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadingJob } from '~/imports/rows/message';
import { readImport } from '../../support/read-rows';
import { cellXml, writtenWorkbook } from '../../support/written-workbook';

const { text, number: numberCell } = cellXml;
const REST = { Name: 'A', PLZ: '8001', Ort: 'Zürich', Kanton: 'ZH', Land: 'Schweiz' };
const TWO = (own: string) =>
  `has a number, and the house number is ${own}: write street and number here`;
const DATE = (own: string) =>
  `a spreadsheet has made a date of the house number (${own}): write street and number here`;

type Cells = Readonly<Record<string, string>>;

/** The values of one building of a CSV file, or its errors without the cell they are about. */
async function fromCsv(cells: Cells, columns?: Cells) {
  const row = { ...REST, ...cells };
  const lines = [Object.keys(row), Object.values(row)].map((line) =>
    line.map((cell) => `"${cell}"`).join(';'),
  );
  return only({ columns }, Buffer.from(lines.join('\n')));
}

/** Reads one building of a workbook in which some cells are numbers under a format. */
async function fromXlsx(
  cells: Cells,
  numbers: Readonly<Record<string, readonly [number, string]>>,
) {
  const names = Object.keys({ ...REST, ...cells, ...numbers });
  const formats = Object.values(numbers).map(([, format]) => format);
  const values: Cells = { ...REST, ...cells };
  const row = names.map((name) => {
    const [value, format] = numbers[name] ?? [];
    return value === undefined || format === undefined
      ? text(values[name] ?? '')
      : numberCell(value, formats.indexOf(format) + 1);
  });
  return only({}, writtenWorkbook([{ name: 'A', rows: [names.map(text), row] }], formats));
}

const fileOf = (row: Cells) =>
  Buffer.from([Object.keys(row), Object.values(row)].map((line) => line.join(';')).join('\n'));

async function only(job: Partial<ReadingJob>, bytes: Buffer) {
  const { valid, rejected } = await readImport('condo', bytes, job);
  return valid[0] ?? rejected.map((error) => error.replace(/^\S+ ".*?": /, ''));
}

const address = (Strasse: string, Hausnummer: string) => fromCsv({ Strasse, Hausnummer });

describe('a house number that the street has already is not joined again', () => {
  const streets = fc.constantFrom(
    'Musterweg',
    'Rue de la Gare',
    'Strasse des 17. Juni',
    'Via Nassa',
  );
  const numbers = fc.constantFrom(
    ...'1|12a|12 b|12-14|12–14|12a-c|12/14/16|12.1|12 bis|12 Haus B|101/2a|7 - 9|3+5'.split('|'),
  );
  /** Other ways to write a number. */
  const dressed = fc.constantFrom<(number: string) => string>(
    (one) => one,
    (one) => one.toUpperCase(),
    (one) => one.replaceAll('-', '–'),
    (one) => one.replaceAll(/[-–]/g, ' - '),
    (one) => one.replace(/(\d) (?=[a-z]$)/, '$1'),
  );

  it('whatever it looks like, at the end and with short forms', async () => {
    await fc.assert(
      fc.asyncProperty(
        streets,
        numbers,
        dressed,
        fc.constantFrom(' ', ', '),
        async (street, own, dress, gap) => {
          const written = `${street}${gap}${dress(own)}`;
          expect(await address(written, own)).toMatchObject({ address: written });
          expect(await address(street, own)).toMatchObject({ address: `${street} ${own}` });
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['Seestr.12', '12'],
    ['Seestr12', '12'],
    ['12–14, rue de la Gare', '12-14'],
    ['12 bis rue de la Gare', '12bis'],
    ['Musterweg 12', '-'],
  ])('"%s" and %s', async (street, own) => {
    expect(await address(street, own)).toMatchObject({ address: street });
  });

  it('a letter at the end of a name is no number', async () => {
    expect(await address('Via Roma', 'A')).toMatchObject({ address: 'Via Roma A' });
    expect(await address('Via Roma 1', '1')).toMatchObject({ address: 'Via Roma 1' });
  });

  it.each([
    ['Musterweg 112', '12'],
    ['Musterweg 12', '2'],
    ['Musterweg 12-14', '14'],
    ['Musterweg 12a-c', '12'],
    ['Musterweg 12/14/16', '12'],
    ['Musterweg 12 Haus B', '5'],
    ['Musterweg 12 bis', '13'],
    ['Seestr.12', '13'],
    ['12-14, rue de la Gare', '5'],
  ])('"%s" with %s is asked back', async (street, own) => {
    expect(await address(street, own)).toEqual([TWO(own)]);
  });

  it('the day that a street is named after is none', async () => {
    const names = fc.constantFrom(
      ...'Rue du 31-Décembre|Avenue du 14-Avril|Rue du 1er-Août|Rue du 1er Mars|Rue du 24 Janvier'.split(
        '|',
      ),
      'Strasse des 17. Juni',
    );
    const numbersOfHouses = fc.constantFrom('5', '31', '12a', '7-9', '14', '1');
    await fc.assert(
      fc.asyncProperty(names, numbersOfHouses, async (street, own) => {
        expect(await address(street, own)).toMatchObject({ address: `${street} ${own}` });
        const whole = `${street} ${own}`;
        expect(await address(whole, own)).toMatchObject({ address: whole });
        expect(await address(whole, '99')).toEqual([TWO('99')]);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['Quartierstrasse 5, Postfach', '5'],
    ['Seestrasse 12a (Hof)', '12 A'],
  ])('nor does "%s" get %s twice', async (street, own) => {
    expect(await address(street, own)).toMatchObject({ address: street });
    expect(await address(street, '99')).toEqual([TWO('99')]);
  });

  it.each([
    ['Seestrasse 12 Hinterhaus', '12'],
    ['Rue du 24 Janvier', '24'],
  ])('"%s" may have %s already: it is asked back', async (street, own) => {
    expect(await address(street, own)).toEqual([TWO(own)]);
  });

  it('never has a number twice, nor one that neither column has', async () => {
    const digits = fc.integer({ min: 1, max: 40 }).map(String);
    await fc.assert(
      fc.asyncProperty(digits, digits, async (written, own) => {
        const read = await address(`Musterweg ${written}`, own);
        const street = { address: `Musterweg ${own}` };
        expect(read).toMatchObject(written === own ? street : [TWO(own)]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a house number of which a spreadsheet has made a date is asked back', () => {
  it.each(['03. Mai', '3. Mai', '3-May', '03-mai', '3 mag', 'May-48', 'Mai 48', '2026-05-03'])(
    'in a CSV file: %s',
    async (own) => {
      expect(await address('Seestrasse', own)).toEqual([DATE(own)]);
    },
  );

  it.each([
    ['d-mmm', '2026-05-03'],
    ['dd. mmm', '2026-05-03'],
    ['m/d/yy', '2026-05-03'],
    ['dd.mm', '03.05'],
    ['d/m', '3/5'],
    ['yyyy', '2026'],
  ])('in a workbook under %s', async (format, own) => {
    const read = await fromXlsx({ Strasse: 'Seestrasse' }, { Hausnummer: [46_145, format] });
    expect(read).toEqual([DATE(own)]);
  });

  it('but no number that only has a word or a mark', async () => {
    const numbers = ['12 bis', '3.5', '3/5', '3-5', '12 Haus 48', 'Block 48', '3 Haus C', '2026'];
    for (const own of numbers)
      expect(await address('Seestrasse', own)).toMatchObject({ address: `Seestrasse ${own}` });
    const read = await fromXlsx({ Strasse: 'Weg' }, { Hausnummer: [7, '00'] });
    expect(read).toMatchObject({ address: 'Weg 07' });
  });
});

async function apartment(cell: string) {
  const rows = `Gebäude;Nummer\nHaus elf;${cell}`;
  const { valid, rejected } = await readImport('apartment', rows);
  return valid[0] ?? rejected;
}

describe('the number of an apartment of which a spreadsheet has made a date is asked back', () => {
  const MADE = 'a spreadsheet has made a date of the number: write the number';

  it('in any language and order', async () => {
    const days = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2049-12-31'),
      noInvalidDate: true,
    });
    const languages = fc.constantFrom('de-CH', 'fr-CH', 'it-CH', 'en-GB');
    const lengths = fc.constantFrom<'short' | 'long'>('short', 'long');
    await fc.assert(
      fc.asyncProperty(days, languages, lengths, async (day, language, month) => {
        const name = day.toLocaleString(language, { month });
        const number = String(day.getUTCDate()).padStart(2, '0');
        const iso = day.toISOString().slice(0, 10);
        for (const cell of [`${number}. ${name}`, `${number}-${name}`, iso])
          expect(await apartment(cell)).toEqual([`Nummer "${cell}": ${MADE}`]);
      }),
      { numRuns: 30 },
    );
    expect(await apartment('Okt 48')).toEqual([`Nummer "Okt 48": ${MADE}`]);
  });

  it.each(['d-mmm', 'mmm-yy', 'm/d/yy', 'd. mmmm yyyy'])('under %s', async (format) => {
    const rows = [
      [text('Gebäude'), text('Nummer')],
      [text('Haus elf'), numberCell(46_145, 1)],
    ];
    const bytes = writtenWorkbook([{ name: 'A', rows }], [format]);
    const { valid, rejected } = await readImport('apartment', bytes);
    expect(valid).toEqual([]);
    expect(rejected).toEqual([`Nummer "2026-05-03": ${MADE}`]);
  });

  it('but nothing that only looks like one', async () => {
    for (const cell of ['3-10', '3.10', '12.05.1987', '3. Stock', '12 Haus', 'Haus 12', '2 OG'])
      expect(await apartment(cell)).toMatchObject({ apartment_number: cell });
  });
});

describe('a column that is not to be read is not joined or taken apart', () => {
  it('a house number', async () => {
    const cells = { Strasse: 'Musterweg', Hausnummer: '5' };
    expect(await fromCsv(cells, { Hausnummer: '' })).toMatchObject({ address: 'Musterweg' });
  });

  it('postcode and place', async () => {
    const row = { Name: 'A', Strasse: 'Weg 1', 'PLZ/Ort': '8001 Zürich', Kanton: 'ZH', Land: 'CH' };
    const read = await only({ columns: { 'PLZ/Ort': '' } }, fileOf(row));
    expect(read).toEqual([expect.stringContaining('no columns "city"')]);
  });
});

describe('a postcode is its digits', () => {
  it.each([
    [8001, '"CH-"0000', '8001'],
    [8001, '"CH "0000', '8001'],
    [8001, '"D-"00000', '08001'],
    [8001, '0.00', '8001'],
    [8001, '0.0', '8001'],
    [8001, '#,##0', '8001'],
    [1003, '00000', '01003'],
  ])('%s under %s', async (value, format, zip_code) => {
    const read = await fromXlsx({ Strasse: 'Weg 1' }, { PLZ: [value, format] });
    expect(read).toMatchObject({ zip_code, city: 'Zürich' });
  });

  it.each([
    ["8'001", '8001'],
    ['8.001', '8001'],
    ["'8001", '8001'],
    ['CH-8001', '8001'],
    ['SW1A 1AA', 'SW1A 1AA'],
  ])('%s', async (PLZ, zip_code) => {
    expect(await fromCsv({ Strasse: 'Weg 1', PLZ })).toMatchObject({ zip_code });
  });
});

describe('a postcode in the column of the place', () => {
  const places = fc.constantFrom('Zürich', 'La Chaux-de-Fonds', 'Muri b. Bern');
  const gaps = fc.constantFrom(' ', ', ', ' - ');
  const zips = fc.constantFrom('8001', 'CH-8001', "'8001", '8001.0');

  it('goes where the postcode is the same, and is asked back where it is another', async () => {
    await fc.assert(
      fc.asyncProperty(places, gaps, zips, async (place, gap, PLZ) => {
        const read = await fromCsv({ Strasse: 'Weg 1', PLZ, Ort: `8001${gap}${place}` });
        expect(read).toMatchObject({ zip_code: '8001', city: place });
        expect(await fromCsv({ Strasse: 'Weg 1', PLZ, Ort: `8002${gap}${place}` })).toEqual([
          'is a place and a postcode: write the place alone',
        ]);
        const both = `8001${gap}${place}`;
        expect(await fromCsv({ Strasse: 'Weg 1', PLZ: both, Ort: both })).toMatchObject({
          zip_code: '8001',
          city: place,
        });
      }),
      { numRuns: 40 },
    );
  });
});

const CONTRADICTS = (value: string) => [`another column has ${value}: write the right one here`];

it('a place or a postcode that another column contradicts is asked back', async () => {
  const places = fc.constantFrom('8001 Zürich', '3011 Bern', 'CH-1201 Genève');
  await fc.assert(
    fc.asyncProperty(places, places, async (both, own) => {
      const [, zip = '', city = ''] = /(\d{4}) (.*)/.exec(own) ?? [];
      const [, otherZip = '', otherCity = ''] = /(\d{4}) (.*)/.exec(both) ?? [];
      const beside = (column: Cells) =>
        only(
          {},
          fileOf({
            Name: 'A',
            Strasse: 'Weg 1',
            'PLZ/Ort': both,
            ...column,
            Kanton: 'ZH',
            Land: 'CH',
          }),
        );
      const read = { zip_code: otherZip, city: otherCity };
      expect(await beside({ Ort: city })).toMatchObject(
        both === own ? read : CONTRADICTS(otherCity),
      );
      expect(await beside({ PLZ: zip })).toMatchObject(both === own ? read : CONTRADICTS(otherZip));
    }),
    { numRuns: 20 },
  );
});

it.each([
  '0',
  '00',
  'ohne',
  's.n.',
  'o.Nr.',
  'o. Nr.',
  'sans',
  'senza',
  'snc',
  'S.N.C.',
  'sans n°',
])('a house number "%s" is none', async (own) =>
  expect(await address('Weg', own)).toMatchObject({ address: 'Weg' }),
);

it.each(['8 001', '8\u00A0001', '8\u202F001', "8'001"])(
  'the postcode "%s" is 8001',
  async (zip) => {
    expect(await fromCsv({ Strasse: 'Weg 1', PLZ: zip })).toMatchObject({ zip_code: '8001' });
  },
);

const readBoth = (both: string) =>
  only({}, fileOf({ Name: 'A', Strasse: 'Weg 1', 'PLZ/Ort': both, Kanton: 'ZH', Land: 'CH' }));

describe('postcode and place in one cell', () => {
  it.each([
    ['Zürich (8001)', '8001', 'Zürich'],
    ['Biel/Bienne 2502', '2502', 'Biel/Bienne'],
    ['2502 Biel/Bienne', '2502', 'Biel/Bienne'],
    ['8001 Zürich, Schweiz', '8001', 'Zürich'],
    ['8001 Zürich (CH)', '8001', 'Zürich'],
    ['9500 Wil SG', '9500', 'Wil SG'],
    ['1345 LE LIEU', '1345', 'LE LIEU'],
    ['1018 Lausanne 18', '1018', 'Lausanne 18'],
  ])('"%s" is read', async (both, zip_code, city) => {
    expect(await readBoth(both)).toMatchObject({ zip_code, city });
  });

  it.each([
    'Postfach, 8001 Zürich',
    '8001Zürich',
    'Schweiz, 8001 Zürich',
    '800 Zürich',
    '8001 8002 Zürich',
    '3000 Bern 22 Postfach',
    '1012 AB Amsterdam',
  ])('"%s" is asked back for what it is', async (both) => {
    expect(await readBoth(both)).toEqual([
      'write a postcode and a place alone, such as 8001 Zürich',
    ]);
  });
});

it('the number of a long street is not lost', async () => {
  for (const length of [100, 300, 900, 995]) {
    const street = 'a'.repeat(length);
    expect(await address(street, '12')).toMatchObject({ address: `${street} 12` });
  }
  expect(await address('a'.repeat(999), '12')).toEqual([expect.stringContaining('at most')]);
});
