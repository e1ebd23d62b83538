import { describe, expect, it } from 'vitest';
import type { ReadingJob } from '~/imports/rows/message';
import { runJob } from '~/imports/rows/run-job';
import { readRows } from '../../support/read-rows';

const HEADINGS = 'Name;Adresse;PLZ;Ort;Kanton;Land';
const houses = (from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, at) => `Haus ${from + at};Weg ${from + at};8001;Zürich;ZH;Schweiz`,
  );

const readFile = (content: string | Buffer, job: Partial<ReadingJob> = {}) =>
  readRows(runJob({ input: 'file', type: 'condo', ...job }, Buffer.from(content)));
const readLines = (lines: readonly string[], job?: Partial<ReadingJob>) =>
  readFile(lines.join('\n'), job);

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

  it('another title above them is neither a row nor left out without a word', async () => {
    const lines = ['Haus 1', 'Nummer;Zimmer', '1;3', '2;2', 'Haus 2', 'Nummer;Zimmer', '3;4'];
    const { valid, rejected } = await readLines(lines, { type: 'apartment', condoId: 7 });
    expect(valid.map(({ apartment_number: number }) => number)).toEqual(['1', '2', '3']);
    expect(rejected).toEqual([
      'This line is right above headings that come again. If it is a title, check the rows below it',
    ]);
  });

  it('rows of one cell are rows where no headings follow', async () => {
    const lines = ['Nummer;Zimmer', '1;3', '2', '3', '4;5', '5'];
    const { valid, rejected, leftOut } = await readLines(lines, { type: 'apartment', condoId: 7 });
    expect(rejected).toEqual([]);
    expect(valid.map(({ apartment_number: number }) => number)).toEqual(['1', '2', '3', '4', '5']);
    expect(leftOut).toBe(0);
  });
});
