import { describe, expect, it } from 'vitest';
import { readInProcess } from '~/sheets/process/reading-process.server';
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

/** A workbook with one part replaced. */
function withPart(name: string, change: (text: string) => string): Buffer {
  return repack(PLAIN, (part, content) =>
    part.endsWith(name) ? Buffer.from(change(content.toString())) : content,
  );
}

/** How the reading process ends with a file: its last message, or the error. */
async function outcome(
  bytes: Uint8Array,
  type: 'apartment' | 'condo' = 'apartment',
): Promise<string> {
  try {
    let last = '';
    for await (const message of readInProcess({ input: 'file', type }, [bytes])) {
      last = message.t === 'end' ? 'read' : message.t;
    }
    return last;
  } catch (error) {
    return error instanceof Error && error.name === 'SheetError'
      ? error.message
      : `failed: ${String(error)}`;
  }
}

const deep = '<x>'.repeat(400_000) + '</x>'.repeat(400_000);

// The time limit tells an end from a hang; the bench measures how fast it is.
describe('hostile files end the reading process alone', () => {
  it.each([
    [
      'deep XML in the sheet',
      withPart('sheet1.xml', (xml) => xml.replace('<sheetData>', `<sheetData>${deep}`)),
    ],
    [
      'deep XML in the styles',
      withPart('styles.xml', (xml) => xml.replace('</styleSheet>', `${deep}</styleSheet>`)),
    ],
    [
      'deep XML in the workbook',
      withPart('workbook.xml', (xml) => xml.replace('</workbook>', `${deep}</workbook>`)),
    ],
    [
      'deep XML in the relationships',
      withPart('workbook.xml.rels', (xml) =>
        xml.replace('</Relationships>', `${deep}</Relationships>`),
      ),
    ],
    [
      'tags that never end',
      withPart('sheet1.xml', (xml) =>
        xml.replace('<sheetData>', `<sheetData>${'<c '.repeat(3_000_000)}`),
      ),
    ],
    [
      'a dimension that lies',
      withPart('sheet1.xml', (xml) =>
        xml.replace(/<dimension[^>]*>/, '<dimension ref="A1:XFD1048576"/>'),
      ),
    ],
    [
      'a cell in the last corner',
      withPart('sheet1.xml', (xml) =>
        xml.replace(
          '</sheetData>',
          '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
        ),
      ),
    ],
    [
      'an entity that expands',
      withPart('sheet1.xml', (xml) =>
        xml.replace(
          /^<\?xml[^>]*>/,
          '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>',
        ),
      ),
    ],
    ['rows without end', Buffer.from(`condo_id,apartment_number\n${'1,A\n'.repeat(250_000)}`)],
    ['one endless cell', Buffer.from(`condo_id,apartment_number\n1,"${'x'.repeat(20_000_000)}"`)],
    [
      'many columns',
      Buffer.from(`${Array.from({ length: 500_000 }, (_, index) => `c${index}`).join(',')}\n1\n`),
    ],
  ])('%s', { timeout: 60_000 }, async (_name, bytes) => {
    const result = await outcome(bytes);
    expect(result).not.toContain('failed');
    expect(result).toMatch(/^(read|The |Row |There )/);
  });

  it('names the limits', { timeout: 60_000 }, async () => {
    const rows = Buffer.from(`condo_id,apartment_number\n${'1,A\n'.repeat(200_001)}`);
    expect(await outcome(rows)).toContain('more than 200,000 rows');
    const columns = Array.from({ length: 101 }, (_, index) => `c${index}`).join(',');
    expect(await outcome(Buffer.from(`${columns}\n`))).toContain('101 columns; at most 100');
  });
});
