import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runJob } from '~/imports/rows/run-job';
import { collect } from '../../support/collect';
import { readImport } from '../../support/read-rows';
import { textCells, writtenWorkbook } from '../../support/written-workbook';
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

describe('where the table is', () => {
  it.each([
    ['a title', ['Liegenschaftenverzeichnis']],
    ['title, date and an empty line', ['Liegenschaften', 'Stand 01.01.2026, Mandant 4711', '']],
    ['a title with commas', ['Liegenschaften, Stand 01.01.2026, alle']],
    ['a title with commas and blanks', ['Liegenschaften, alle, Stand, 2026, Seite, 1, von, 3']],
    ['a quoted title', ['"Liegenschaften, Stand ""2026"""', '']],
    ['titles padded to the table', ['Liegenschaften;;;;;', 'Stand;01.01.2026;;;;']],
    ['39 lines', Array.from({ length: 39 }, (_, at) => `Zeile ${at}, leer`)],
  ])('below %s', async (_, above) => {
    for (const [name, char] of [
      ['semicolon', ';'],
      ['tab', '\t'],
      ['pipe', '|'],
    ] as const) {
      const lines = [...above, HEADINGS, ...houses(1, 20)];
      const { valid, rejected, head } = await readLines(
        lines.map((line) => line.replaceAll(';', char)),
      );
      expect(rejected).toEqual([]);
      expect(valid).toHaveLength(20);
      expect(valid[0]).toMatchObject({ row_number: above.length + 2, name: 'Haus 1' });
      expect(head?.source?.delimiter).toBe(name);
      expect(head?.heading_row).toBe(above.length + 1);
    }
  });

  it('a separator that the file declares gives way to the one that names all columns', async () => {
    for (const declared of ['sep=;', '"sep=,"', 'SEP=|']) {
      const { valid, rejected } = await readLines([declared, HEADINGS, ...houses(1, 2)]);
      expect(rejected).toEqual([]);
      expect(valid).toMatchObject([{ row_number: 2 }, { row_number: 3 }]);
    }
  });

  it('where no row names all columns the separator is the one that splits most evenly', async () => {
    const lines = ['Liste, Stand 2026', 'Haus;Strasse;Stadt', 'a, b;c;d', 'e;f;g'];
    const { head, rejected } = await readLines(lines);
    expect(head).toMatchObject({ source: { delimiter: 'semicolon' }, heading_row: 2 });
    expect(rejected).toHaveLength(1);
    expect(head?.first_rows?.[2]).toEqual({ number: 3, cells: ['a, b', 'c', 'd'] });
  });

  it('a choice counts, whatever else would be found', async () => {
    const lines = [HEADINGS, ...houses(1, 2)];
    expect((await readLines(lines, { delimiter: 'comma' })).head?.source?.delimiter).toBe('comma');
    const { head } = await readLines(lines, { headingRow: 2 });
    expect(head?.heading_row).toBe(2);
    expect(head?.columns[0]?.heading).toBe('Haus 1');
  });

  it('below titles an edited export is found by its marks', async () => {
    const lines = ['Liegenschaften, Stand 2026', '', 'id;row_version;Website', '1;abc;'];
    const { head } = await readLines(lines);
    expect(head?.columns.map(({ heading }) => heading)).toEqual(['id', 'row_version', 'Website']);
  });
});

it('the table is found wherever it is, and each of its rows once', async () => {
  const titles = fc.constantFrom(
    'Liegenschaften, Stand 2026',
    'Mandant: 4711; Benutzer: am',
    '',
    '"Titel, ""alt"""',
    'Seite 1 von 3',
    'Adressen|Liste\tAlle',
    'Name',
    'PLZ und Ort',
  );
  const files = fc.record({
    above: fc.array(titles, { maxLength: 6 }),
    separator: fc.constantFrom(';', ',', '\t', '|'),
    headings: fc.constantFrom(...LANGUAGES),
    order: fc.shuffledSubarray(PLACES, { minLength: 6 }),
    spell: fc.constantFrom(...SPELLINGS),
    pages: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
    isNumbered: fc.boolean(),
    covers: fc.option(fc.nat({ max: 2 })),
  });
  await fc.assert(
    fc.asyncProperty(files, async ({ covers, separator, ...file }) => {
      const place = (cells: readonly string[]) => file.order.map((at) => cells[at] ?? '');
      const head = place(file.headings).map(file.spell);
      const pageEnd = file.isNumbered ? [['Seite 2 von 3']] : [];
      const before = (page: number) =>
        file.pages.slice(0, page).reduce((sum, size) => sum + size, 0);
      const count = before(file.pages.length);
      const table = file.pages.flatMap((size, page) => {
        const rows = Array.from({ length: size }, (_, at) => place(houseOf(before(page) + at)));
        return [...(page > 0 ? pageEnd : []), head, ...rows];
      });
      const lines = [...file.above.map((title) => [title]), ...table];
      const bytes =
        covers === null
          ? lines.map((cells) => cells.join(separator)).join('\n')
          : writtenWorkbook([
              ...Array.from({ length: covers }, (_, at) => ({
                name: `Anleitung ${at}`,
                rows: textCells([['Bitte ausfüllen']]),
              })),
              { name: 'Liste', rows: textCells(lines) },
            ]);
      const { valid, rejected, leftOut } = await readImport('condo', bytes);
      expect(rejected).toEqual([]);
      expect(valid).toMatchObject(Array.from({ length: count }, (_, at) => readHouse(at)));
      expect(leftOut).toBe((file.pages.length - 1) * (file.isNumbered ? 2 : 1));
    }),
    { numRuns: 120 },
  );
});

describe('values below a blank heading', () => {
  it('come back under the name of their column, wherever it is', async () => {
    const cases = fc.record({
      at: fc.nat({ max: 5 }),
      blank: fc.constantFrom('', ' ', '\u00A0', '""'),
      values: fc.array(fc.constantFrom('12', 'Hinterhaus', ''), { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ at, blank, values }) => {
        const lines = [
          HEADINGS.split(';').toSpliced(at, 0, blank),
          ...values.map((value, row) => houseOf(row).toSpliced(at, 0, value)),
        ].map((cells) => cells.join(';'));
        const { head, rows } = await readLines(lines);
        const heading = `Column ${'ABCDEF'[at]}`;
        expect(head?.columns[at]).toEqual({ heading, field: null });
        expect(rows.map(({ extra }) => extra?.[heading] ?? '')).toEqual(values);
        expect(rows.map((row) => row.values)).toMatchObject(values.map((_, row) => readHouse(row)));
      }),
    );
  });

  it('are read as the field that somebody chooses', async () => {
    const lines = ['Name;Adresse;;PLZ;Ort', 'Haus 1;Weg 1;Am See;8001;Zürich'];
    const { rows } = await readLines(lines, { columns: { 'Column C': 'description' } });
    expect(rows[0]?.values).toMatchObject({ description: 'Am See' });
  });
});

const lineOf = (cells: readonly string[], [open = '', close = '']: string, separator: string) =>
  cells.map((cell) => `${open}${cell}${close}`).join(separator);

describe('cells in other quotes', () => {
  it('are without them where all headings have them', async () => {
    const files = fc.record({
      marks: fc.constantFrom("''", '``', '“”', '„“', '‘’', '«»', '””'),
      separator: fc.constantFrom(';', ',', '\t', '|'),
      headings: fc.constantFrom(...LANGUAGES),
      isPlain: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(files, async ({ marks, separator, headings, isPlain }) => {
        const lines = [
          lineOf(headings, marks, separator),
          lineOf(houseOf(1), marks, separator),
          lineOf(houseOf(2), isPlain ? '' : marks, separator),
        ];
        const { valid, rejected } = await readLines(lines);
        expect(rejected).toEqual([]);
        expect(valid).toMatchObject([readHouse(1), readHouse(2)]);
      }),
    );
  });

  it('have no separator within', async () => {
    const lines = [
      lineOf(HEADINGS.split(';'), "''", ';'),
      "'Haus; alt';'Weg 1';'8001';'Zug';'ZG';",
    ];
    const messages = await collect(
      runJob({ input: 'file', type: 'condo' }, Buffer.from(lines.join('\n'))),
    );
    expect(messages.at(-1)).toMatchObject({ type: 'error', sentence: { code: 'row_not_csv' } });
  });

  it('keep them where a heading has none', async () => {
    const { valid } = await readLines([HEADINGS, "'Haus 1';Weg 1;8001;Zürich;ZH;Schweiz"]);
    expect(valid).toMatchObject([{ name: "'Haus 1'" }]);
  });
});

const wrap = (line: string) => (line === '' ? '' : `"${line.replaceAll('"', '""')}"`);

it('lines that are each in one pair of quotes are a table', async () => {
  for (const separator of [';', ',', '\t']) {
    const lines = ['Liste', '', HEADINGS, ...houses(1, 2), '"Haus ""3""";Weg 3;8001;Zürich;ZH;CH'];
    const { valid, rejected } = await readLines(
      lines.map((line) => wrap(line.replaceAll(';', separator))),
    );
    expect(rejected).toEqual([]);
    expect(valid).toMatchObject([
      { row_number: 4, ...readHouse(1) },
      { row_number: 5, ...readHouse(2) },
      { row_number: 6, ...readHouse(3), name: 'Haus "3"' },
    ]);
  }
});
