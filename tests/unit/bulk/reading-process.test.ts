import { readFile } from 'node:fs/promises';
import * as XLSX from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { readInProcess } from '~/api/bulk/child/reading-process.server';
import type { ReadingJob, ReadRow } from '~/api/bulk/reading/message';

async function read(job: ReadingJob, input: Uint8Array) {
  const rows: ReadRow[] = [];
  let head: unknown;
  for await (const message of readInProcess(job, input)) {
    if (message.t === 'rows') rows.push(...message.rows);
    if (message.t === 'head') head = message.reading;
  }
  return { head, rows };
}

describe('reading process', () => {
  it.each(['condo', 'apartment', 'user_invite'] as const)('reads the %s template', async (type) => {
    const file = await readFile(`public/${type}_template.csv`);
    const { rows } = await read({ input: 'file', type }, file);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.e).toBeUndefined();
  });

  it.each(['xlsx', 'biff8'] as const)('reads %s', async (bookType) => {
    const sheet = XLSX.utils.aoa_to_sheet([
      ['Immeuble', 'Numéro', 'Étage', 'Surface'],
      [1, '01', 2, 82.5],
    ]);
    const book = XLSX.utils.book_new(sheet, 'Feuil1');
    const file: unknown = XLSX.write(book, { type: 'buffer', bookType });
    if (!Buffer.isBuffer(file)) throw new Error('No file was written');
    const { rows, head } = await read({ input: 'file', type: 'apartment' }, file);
    expect(rows[0]).toMatchObject({ n: 2, k: [1, '01'] });
    expect(head).toMatchObject({ source: { sheet: 'Feuil1' } });
  });
});
