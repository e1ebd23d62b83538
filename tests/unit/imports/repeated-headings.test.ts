import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadingJob } from '~/imports/rows/message';
import {
  HEADINGS,
  houseOf,
  houses,
  LANGUAGES,
  PLACES,
  readHouse,
  readLines,
  SPELLINGS,
} from './house-files';

describe('headings that come again', () => {
  it.each([
    ['as they are', [HEADINGS]],
    ['in other cases and with blanks', ['NAME ; adresse;PLZ;Ort ;Kanton;Land']],
    ['below the title of the page', ['Liegenschaften, Seite 2 von 3', '', HEADINGS]],
    ['below a page number', ['Seite 1 / 3', HEADINGS]],
    ['below title, date and number', ['- 2 -', 'Liegenschaften, Seite 2 von 3', HEADINGS]],
  ])('%s are no data, and counted', async (_, between) => {
    const above = ['Liegenschaften, Seite 1 von 3'];
    const lines = [...above, HEADINGS, ...houses(1, 20), ...between, ...houses(21, 40)];
    const { valid, rejected, leftOut } = await readLines(lines);
    expect(rejected).toEqual([]);
    expect(valid).toHaveLength(40);
    expect(valid[20]).toMatchObject({
      name: 'Haus 21',
      row_number: lines.findIndex((line) => line.startsWith('Haus 21;')) + 1,
    });
    expect(leftOut).toBe(between.filter((line) => line !== '').length);
  });

  it('a row that is written like the title is not left out without a word', async () => {
    for (const rows of [
      ['Müller AG;', 'Meier;079'],
      ['Meier;079', 'Müller AG;'],
    ]) {
      const lines = ['Müller AG', 'Name;Telefon', ...rows];
      const { valid, rejected, leftOut } = await readLines(lines, { type: 'tenancy' });
      expect(valid).toMatchObject([{ last_name: 'Meier' }]);
      expect(rejected).toEqual([
        'This line is above the table as well. If it is a row, write more into it',
      ]);
      expect(leftOut).toBe(0);
    }
  });

  it('another title above them is neither a row nor left out without a word', async () => {
    const lines = ['Haus 1', 'Nummer;Zimmer', '1;3', '2;2', 'Haus 2', 'Nummer;Zimmer', '3;4'];
    const { valid, rejected } = await readLines(lines, { type: 'apartment', condoId: 7 });
    expect(valid.map(({ apartment_number: number }) => number)).toEqual(['1', '2', '3']);
    expect(rejected).toEqual([
      'This line is right above headings that come again. If it is a title, check the rows below it',
    ]);
  });

  const NO_ROW =
    'This line looks like a total, a date or a legend of a list. If it is a row, begin it with something else';

  const FOOTERS = [
    'Total|TOTAL|Total:|Total 24 Wohnungen|Totale|Summe|Somme|Gesamt|Sous-total|Sub total|Übertrag',
    'Zwischentotal|Zwischensumme|Gesamttotal|Stand: 31.12.2025|Stand 31.12.2025|* inkl. Balkon',
    '*Neu|Gedruckt am 3.5.2026|Imprimé le 3.5.2026|U\u0308bertrag|Riporto|Totals|Ergebnis|Gesamtergebnis',
    'Anzahl Wohnungen: 24|Quelle: Mieterspiegel|Erstellt am 3.5.2026|Bemerkung: ohne Balkon|Ausdruck vom 3.5.',
  ];

  it.each(FOOTERS.flatMap((texts) => texts.split('|')))(
    'a line that begins with "%s" is no row',
    async (begin) => {
      const apartments: Partial<ReadingJob> = { type: 'apartment', condoId: 7 };
      for (const rest of ['', ';;80', ';12;1040'])
        expect(
          await readLines(['Nummer;Zimmer;Fläche', '1;3;80', begin + rest], apartments),
        ).toMatchObject({
          valid: [{ apartment_number: '1' }],
          rejected: [NO_ROW],
        });
      const group = [
        'Gebäude;Nummer;Zimmer',
        'Seeblick;1;3',
        `Seeblick;${begin};3`,
        `${begin};9;3`,
      ];
      expect(await readLines([...group, ';2;3'], { type: 'apartment' })).toMatchObject({
        valid: [{ apartment_number: '1' }],
        rejected: [
          NO_ROW,
          NO_ROW,
          'Gebäude: Condo is required',
          expect.stringContaining('"Seeblick"'),
        ],
      });
      const people = ['Wohnung;Mieter;Telefon', '1;Anna Muster;079', `;${begin};`, `${begin};;12`];
      const { valid, rejected } = await readLines(people, { type: 'tenancy', condoId: 7 });
      expect(valid).toMatchObject([{ last_name: 'Anna Muster' }]);
      expect(rejected.filter((one) => one === NO_ROW)).toHaveLength(2);
    },
  );

  it.each(
    `2 Wohnungen,Σ,Ø 3.2,Durchschnitt,Mittelwert:,Zw.-Total,Nombre: 2,Moyenne,Media,Average,Saldo,
    Saldo per 31.12.,12 logements,3 appartamenti,24 units,Solde,Nombre de logements,∑ 12,Ø`
      .split(',')
      .map((text) => text.trim()),
  )('nor is "%s"', async (begin) => {
    const lines = ['Gebäude;Nummer;Etage;Zimmer', 'Seeblick;1;1;3', `Seeblick;${begin};;6`];
    const { valid, rejected } = await readLines(lines, { type: 'apartment' });
    expect(valid).toMatchObject([{ apartment_number: '1' }]);
    expect(rejected).toEqual([NO_ROW]);
    const people = await readLines(['Name;Telefon', 'Anna Muster;079', `${begin};2`], {
      type: 'tenancy',
    });
    expect(people.valid).toMatchObject([{ last_name: 'Anna Muster' }]);
  });

  it.each(['Media Muster', 'Øystein', 'Saldo Anna', 'Σωτήρης'])(
    'a person may be called "%s"',
    async (name) => {
      const { valid } = await readLines(['Name;Telefon', `${name};079`], { type: 'tenancy' });
      expect(valid).toMatchObject([{ last_name: name }]);
    },
  );

  it('nor is one with the number of a page', async () => {
    const lines = ['Nummer;Zimmer;Fläche', '1;3;80', 'Seite 1/3;;12', 'Page 2 sur 3;;Muster AG'];
    const { valid, rejected } = await readLines(lines, { type: 'apartment', condoId: 7 });
    expect(valid).toMatchObject([{ apartment_number: '1' }]);
    expect(rejected.filter((one) => one === NO_ROW)).toHaveLength(2);
  });

  it('nor in an export that comes back', async () => {
    const lines = ['id;row_version;apartment_number', '1;v;3', ';;Total: 24', ';;25'];
    const { rejected } = await readLines(lines, { type: 'apartment', review: 'apartment' });
    expect(rejected).toEqual([NO_ROW]);
  });

  it('a row whose name only has such a word is one', async () => {
    const numbers = [
      'Totalweg 3',
      'Summer',
      'Ergebnisse',
      'Blatt A',
      'Anzahlung',
      '12*',
      '*12',
      'Standard',
      'A Total',
      '*',
    ];
    const lines = ['Nummer;Zimmer', ...numbers.map((one) => `${one};3`)];
    const { valid } = await readLines(lines, { type: 'apartment', condoId: 7 });
    expect(valid.map(({ apartment_number: number }) => number)).toEqual(numbers);
    const stand = await readLines(['Name;Vorname;E-Mail', 'Stand;Eva;eva@example.com'], {
      type: 'tenancy',
    });
    expect(stand.valid).toHaveLength(1);
    const house = await readLines([
      HEADINGS,
      'Total Tower;Weg 1;8001;Zürich;ZH;Schweiz',
      'Total: 1',
    ]);
    expect(house.valid).toMatchObject([{ name: 'Total Tower' }]);
    expect(house.rejected).toContain(NO_ROW);
  });

  it('rows of one cell are rows where no headings follow', async () => {
    const lines = ['Nummer;Zimmer', '1;3', '2', '3', '4;5', '5'];
    const { valid, rejected, leftOut } = await readLines(lines, { type: 'apartment', condoId: 7 });
    expect(rejected).toEqual([]);
    expect(valid.map(({ apartment_number: number }) => number)).toEqual(['1', '2', '3', '4', '5']);
    expect(leftOut).toBe(0);
  });
});

const LONE =
  'This line has a single cell that looks like no other number. If it is a title, check the rows below it';
const readApartments = (lines: readonly string[]) =>
  readLines(['Nummer;Etage;Zimmer', ...lines], { type: 'apartment', condoId: 7 });

describe('a line with an apartment alone that looks like no other number', () => {
  it.each(['Aufgang A', '1. OG', 'Haus 2', 'Scala B', 'Dachgeschoss'])(
    '"%s" is asked back',
    async (title) => {
      for (const lines of [
        [`${title};;`, '61;1;3', '62;1;2'],
        ['61;1;3', `${title};;`, '62;1;2'],
        ['61;1;3', '62;1;2', `${title};;`],
        ['61;1;3', ...Array.from({ length: 12 }, () => `${title};;`), '62;1;2'],
      ]) {
        const { valid, rejected } = await readApartments(lines);
        expect(valid.map(({ apartment_number: number }) => number)).toEqual(['61', '62']);
        expect(new Set(rejected)).toEqual(new Set([LONE]));
      }
    },
  );

  it('is a row where others are written like it', async () => {
    const lines = ['EG links;1;3', 'OG rechts;;', 'Loft;;', 'Atelier;2;1', '7;;', '8;1;1'];
    const { rejected } = await readApartments(lines);
    expect(rejected).toEqual([]);
    const people = await readLines(['Name;Telefon', 'Meier;079', 'Müller AG;'], {
      type: 'tenancy',
    });
    expect(people.rejected).toEqual([]);
  });
});

const otherTable = (row: number) =>
  `Another table begins in row ${row}. Import it as a file of its own`;

describe('other headings below the first', () => {
  it.each([
    ['Liegenschaft;Parkplatz;Preis', 'Seeblick;P1;120'],
    ['Liegenschaft;Wohnungsnummer;Preis', 'Seeblick;72;120'],
    ['Mieter;Telefon;E-Mail;Seit', 'Meier;079;b@c.ch;2020'],
    ['Immeuble;Locataire;Téléphone', 'Lac;Anna;079'],
    ['Strasse;PLZ;Ort', 'Weg 1;8001;Zürich'],
  ])('are those of another list: %s', async (headings, line) => {
    const lines = [
      'Liegenschaft;Wohnungsnummer;Etage;Zimmer',
      'Seeblick;71;1;3',
      '',
      headings,
      line,
    ];
    const { valid, rejected } = await readLines(lines, { type: 'apartment' });
    expect(valid).toMatchObject([{ apartment_number: '71' }]);
    expect(rejected.filter((text) => text === otherTable(4))).toHaveLength(2);
    const houseLines = [HEADINGS, ...houses(1, 1), headings, line];
    const { valid: read } = await readLines(houseLines);
    expect(read).toHaveLength(1);
  });

  it('are no data, and no row below them is read by the first', async () => {
    const tables = fc.record({
      first: fc.constantFrom(...LANGUAGES),
      second: fc.constantFrom(...LANGUAGES),
      spell: fc.constantFrom(...SPELLINGS),
      order: fc.oneof(fc.constant(PLACES), fc.shuffledSubarray(PLACES, { minLength: 6 })),
      extra: fc.subarray(['Website', 'EGID', 'Sachbearbeiterin', 'Bemerkung']),
      above: fc.nat({ max: 3 }),
      below: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(tables, async ({ first, second, spell, order, extra, above, below }) => {
        const place = (cells: readonly string[]) => order.map((at) => cells[at] ?? '');
        const upper = Array.from({ length: above }, (_, at) => houseOf(at));
        const lower = Array.from({ length: below }, (_, at) => place(houseOf(above + at)));
        const headings = [...place(second).map(spell), ...extra];
        const lines = [first, ...upper, headings, ...lower].map((cells) => cells.join(';'));
        const { head, valid, rejected, leftOut } = await readLines(lines);
        const isSame =
          first === second && extra.length === 0 && order.every((to, from) => to === from);
        const all = Array.from({ length: above + below }, (_, at) => readHouse(at));
        const isOneTable = isSame || above === 0;
        expect(valid).toMatchObject(isOneTable ? all : all.slice(0, above));
        expect(leftOut).toBe(isSame ? 1 : 0);
        expect(head?.heading_row).toBe(isSame || above > 0 ? 1 : 2);
        const others = rejected.filter((text) => text === otherTable(above + 2));
        expect(others).toHaveLength(isOneTable ? 0 : below + 1);
        // Rows of one table are all valid.
        expect(isOneTable ? rejected : []).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('on each page of a list in two languages are left out', async () => {
    const [german, french] = LANGUAGES.map((headings) => headings.join(';'));
    const lines = [german, french, ...houses(1, 2), german, french, ...houses(3, 4)];
    const { valid, rejected, leftOut } = await readLines(lines.map((line) => line ?? ''));
    expect(rejected).toEqual([]);
    expect(valid.map(({ name }) => name)).toEqual(['Haus 1', 'Haus 2', 'Haus 3', 'Haus 4']);
    expect(leftOut).toBe(2);
  });

  it('right below headings that were chosen are no data', async () => {
    const languages = LANGUAGES.map((headings) => headings.join(';'));
    const lines = [...languages.slice(0, 2), ...houses(1, 2)];
    const { valid, rejected, leftOut } = await readLines(lines, { headingRow: 1 });
    expect(rejected).toEqual([]);
    expect(valid).toHaveLength(2);
    expect(leftOut).toBe(1);
  });

  it('of people say another role', async () => {
    const { valid, rejected } = await readLines(
      [
        'Eigentümer;E-Mail;Wohnung;Gebäude',
        'Anna Muster;anna@example.com;1;Haus A',
        'Mieter;E-Mail;Wohnung;Gebäude',
        'Beat Muster;beat@example.com;2;Haus A',
      ],
      { type: 'tenancy' },
    );
    expect(valid).toMatchObject([{ last_name: 'Anna Muster', role: 'owner' }]);
    expect(rejected.filter((text) => text === otherTable(3))).toHaveLength(2);
  });

  it('that fit better do not hide the people above them', async () => {
    const optional = ['E-Mail', 'Telefon', 'Einzug', 'Auszug', 'Bemerkung'];
    const lists = fc.record({
      first: fc.subarray(optional),
      second: fc.subarray(optional),
      above: fc.integer({ min: 1, max: 3 }),
      isSpaced: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(lists, async ({ first, second, above, isSpaced }) => {
        const base = 'Name;Wohnung;Gebäude;Rolle';
        const people = Array.from({ length: above }, (_, at) => `Muster ${at};1;Haus A;Mieter`);
        const lines = [
          [base, ...first].join(';'),
          ...people,
          ...(isSpaced ? [''] : []),
          [base, ...second].join(';'),
          'Beat Muster;2;Haus A;Mieter',
        ];
        const { valid, rejected } = await readLines(lines, { type: 'tenancy' });
        const names = people.map((_, at) => `Muster ${at}`);
        const isSame = first.join() === second.join();
        expect(valid.map(({ last_name }) => last_name)).toEqual(
          isSame ? [...names, 'Beat Muster'] : names,
        );
        expect(rejected.includes(otherTable(lines.length - 1))).toBe(!isSame);
      }),
      { numRuns: 40 },
    );
  });

  it('are not seen in rows of kinds of things, of which none is lost', async () => {
    const kinds = fc.constantFrom(
      ...'Wohnung,Mieter,Eigentümer,Apartment,Tenant,Logement,Locataire,Appartamento,Unit'.split(
        ',',
      ),
    );
    const lists = fc.integer({ min: 2, max: 4 }).chain((width) =>
      fc.record({
        rows: fc.array(fc.array(kinds, { minLength: width, maxLength: width }), {
          minLength: 1,
          maxLength: 4,
        }),
        isNumbered: fc.boolean(),
        width: fc.constant(width),
      }),
    );
    await fc.assert(
      fc.asyncProperty(lists, async ({ rows, isNumbered, width }) => {
        const unknown = ['Objektart', 'Personenart', 'Typ', 'Status'].slice(0, width);
        const table = [
          ['Name', ...unknown],
          ...rows.map((values, at) => [`Muster ${'AB'.repeat(at + 1)}`, ...values]),
        ];
        const lines = table.map((cells, at) =>
          (isNumbered ? [at === 0 ? '' : at, ...cells] : cells).join(';'),
        );
        const { head, valid, rejected } = await readLines(lines, { type: 'tenancy' });
        expect(head?.heading_row).toBe(1);
        expect(rejected).toEqual([]);
        expect(valid).toHaveLength(rows.length);
      }),
      { numRuns: 60 },
    );
  });

  it('are not seen in rows whose values are words of headings', async () => {
    const people = await readLines(
      ['Name;Rolle;Objektart;Gebäude', 'Müller;Mieter;Wohnung;Haus A', 'Meier;Mieter;Wohnung;B'],
      { type: 'tenancy' },
    );
    const units = await readLines(
      ['Gebäude;Nummer;Art;Lage', 'Haus A;1;Wohnung;Stock', 'Haus A;Bad;Wohnung;Etage'],
      { type: 'apartment' },
    );
    for (const { rejected } of [people, units]) {
      expect(rejected.filter((text) => text.startsWith('Another table'))).toEqual([]);
    }
    expect(units.valid).toHaveLength(2);
  });
});
