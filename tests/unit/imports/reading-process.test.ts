import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as XLSX from '@e965/xlsx';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SheetError } from '~/imports/formats/sheet-row';
import { readHere } from '~/imports/process/reading-here.server';
import { readInProcess } from '~/imports/process/reading-process.server';
import { BULK_TYPES, type BulkType } from '~/imports/schema';
import { readRows } from '../../support/read-rows';
import { bookFile } from '../../support/sheet-files';

describe.each([
  ['the reading process', readInProcess],
  ['a platform without processes', readHere],
])('%s', (_, reader) => {
  const read = (type: BulkType, file: Uint8Array) =>
    readRows(reader({ input: 'file', type }, [file]));

  it.each(BULK_TYPES)('reads the %s template', async (type) => {
    const file = await readFile(`public/${type}_template.csv`);
    const { valid, rejected } = await read(type, file);
    expect(valid).toHaveLength(1);
    expect(rejected).toEqual([]);
  });

  it.each(['xlsx', 'biff8'] as const)('reads %s', async (bookType) => {
    const sheet = XLSX.utils.aoa_to_sheet([
      ['ID immeuble', 'Numéro', 'Étage', 'Surface'],
      [1, '01', 2, 82.5],
    ]);
    const book = XLSX.utils.book_new(sheet, 'Feuil1');
    const { valid, head } = await read('apartment', bookFile(book, bookType));
    expect(valid[0]).toMatchObject({ row_number: 2, condo_id: 1, apartment_number: '01' });
    expect(head).toMatchObject({ source: { sheet: 'Feuil1' } });
  });

  it('says what is wrong with a file', async () => {
    const file = Buffer.from('Immeuble,"Numéro\n');
    await expect(read('apartment', file)).rejects.toThrow(SheetError);
  });
});

it.skipIf(process.platform === 'win32')(
  'the reading process lets everyone else go first',
  async () => {
    const rows = Buffer.from(`condo_id,apartment_number\n${'1,A\n'.repeat(150_000)}`);
    const messages = readInProcess({ input: 'file', type: 'apartment' }, [rows]);
    await messages.next();
    const processes = execFileSync('ps', ['-A', '-o', 'ppid=,nice=,args='], { encoding: 'utf8' });
    const own = new RegExp(`^\\s*${process.pid}\\s+(\\d+)\\s.*--input-type=module`, 'm');
    expect(Number(own.exec(processes)?.[1])).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
    await messages.return();
  },
);

it('an abort before the reading process has ended, but after its last message, is no error', async () => {
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  const leaving = new AbortController();
  const file = await readFile('public/apartment_template.csv');
  const job = { input: 'file', type: 'apartment' } as const;
  const { valid } = await readRows(readInProcess(job, [file], leaving.signal));
  leaving.abort();
  await nextTurn();
  expect(valid).toHaveLength(1);
  expect(errors).toEqual([]);
});
