import { expect, it } from 'vitest';
import { SheetError } from '~/imports/formats/sheet-row';
import { readInProcess } from '~/imports/process/reading-process.server';
import { runJob } from '~/imports/rows/run-job';
import { englishOf } from '~/language/sentence';
import { collect } from '../../support/collect';
import { writeWorkbook } from '../../support/sheet-files';
import { repack } from '../../support/zip';

const PLAIN = writeWorkbook(
  {
    Units: [
      ['condo_id', 'apartment_number'],
      [1, 'A'],
    ],
  },
  'xlsx',
);

/** Reads a file in the reading process. Returns the process's last message, or the error. */
async function outcome(bytes: Uint8Array): Promise<string> {
  try {
    const messages = await collect(readInProcess({ input: 'file', type: 'apartment' }, [bytes]));
    return messages.at(-1)?.type ?? 'nothing';
  } catch (error) {
    return error instanceof SheetError ? error.message : `failed: ${String(error)}`;
  }
}

const deep = '<x>'.repeat(400_000) + '</x>'.repeat(400_000);

const rows = (count: number) => `condo_id,apartment_number\n${'1,A\n'.repeat(count)}`;
const columns = (count: number) =>
  `${Array.from({ length: count }, (_, index) => `c${index}`).join(',')}\n`;

// A hostile file ends the reading process alone. The time limit tells an end from a hang; the bench
// measures the speed.
const isRead = /^(end|The |Row |There )/;

it.each<[what: string, part: string, found: string | RegExp, put: string]>([
  ['deep XML in the sheet', 'sheet1.xml', '<sheetData>', `<sheetData>${deep}`],
  ['deep XML in the styles', 'styles.xml', '</styleSheet>', `${deep}</styleSheet>`],
  ['deep XML in the workbook', 'workbook.xml', '</workbook>', `${deep}</workbook>`],
  [
    'deep XML in the relationships',
    'workbook.xml.rels',
    '</Relationships>',
    `${deep}</Relationships>`,
  ],
  ['tags that never end', 'sheet1.xml', '<sheetData>', `<sheetData>${'<c '.repeat(3_000_000)}`],
  ['a dimension that lies', 'sheet1.xml', /<dimension[^>]*>/, '<dimension ref="A1:XFD1048576"/>'],
  [
    'a cell in the last corner',
    'sheet1.xml',
    '</sheetData>',
    '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
  ],
  [
    'an entity that expands',
    'sheet1.xml',
    /^<\?xml[^>]*>/,
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>',
  ],
])('%s', async (_name, part, pattern, put) => {
  const bytes = repack(PLAIN, (name, content) =>
    name.endsWith(part) ? Buffer.from(content.toString().replace(pattern, put)) : content,
  );
  expect(await outcome(bytes)).toMatch(isRead);
});

it.each([
  ['one endless cell', `condo_id,apartment_number\n1,"${'x'.repeat(20_000_000)}"`, isRead],
  ['many columns', columns(500_000), isRead],
])('%s', async (_name, text, error) => {
  expect(await outcome(Buffer.from(text))).toMatch(error);
});

it('a row that no sheet has is an error at once', async () => {
  const bytes = repack(PLAIN, (name, content) =>
    name.endsWith('sheet1.xml')
      ? Buffer.from(
          content.toString().replace('</sheetData>', '<row r="99999999"></row></sheetData>'),
        )
      : content,
  );
  expect(await outcome(bytes)).toMatch(/more than 1,048,576 rows/);
});

// The rules of numbers are the program's own. Without a process, a slow machine cannot come before them.
it.each([
  ['a column more than may be', columns(101), /101 columns; at most 100/],
  ['a row more than may be', rows(200_001), /more than 200,000 rows/],
])('%s', async (_name, text, error) => {
  const messages = await collect(runJob({ input: 'file', type: 'apartment' }, Buffer.from(text)));
  const last = messages.at(-1);
  expect(last?.type === 'error' ? englishOf(last.sentence) : last).toMatch(error);
});
