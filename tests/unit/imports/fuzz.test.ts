import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BULK_TYPES } from '~/imports/schema';
import { runJob } from '~/imports/rows/run-job';
import { readZipDirectory } from '~/imports/formats/zip-directory';
import { collect } from '../../support/collect';
import { repack } from '../../support/zip';
import { mutate, writeWorkbook } from '../../support/sheet-files';
import { createRandom, type Random } from '../../../tools/seed/random';

// The library names records of damaged files that it does not know.
beforeAll(() => void vi.spyOn(console, 'error').mockReturnValue());
afterAll(() => void vi.restoreAllMocks());

/** Mutations of each format; FUZZ_ROUNDS=10000 for a long run. */
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 150);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

const ROWS = [
  ['condo_id', 'apartment_number', 'floor_number', 'bedrooms', 'sqmt', 'notes'],
  [1, '01', 2, 3.5, 82.5, 'äöü "quoted"\nline'],
  [2, 'B', null, 1, "1'200,5", true],
  ...Array.from({ length: 30 }, (_, index) => [index, `U${index}`, 1, 2, 30, 'same']),
];

const read = (bytes: Buffer) => collect(runJob({ input: 'file', type: 'apartment' }, bytes));

const text = ROWS.map((row) =>
  row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(';'),
).join('\r\n');

const LIBRE_OFFICE = await readFile('tests/fixtures/sheets/libreoffice.xls');

/** An XLSX of which a part was damaged before it was packed: deeper than damaged archives get. */
function mutateInside(file: Buffer, random: Random): Buffer {
  const names = [...readZipDirectory(file).values()].map(({ name }) => name);
  const chosen = names[Math.floor(random.next() * names.length)];
  return repack(file, (name, content) => (name === chosen ? mutate(content, random) : content));
}

it('the originals are read', async () => {
  for (const format of ['xlsx', 'biff8'] as const) {
    const messages = await read(writeWorkbook({ Units: ROWS }, format));
    expect(messages).toMatchObject([{ type: 'head' }, { type: 'rows' }, { type: 'end' }]);
    expect(messages[1]).toHaveProperty('rows.length', ROWS.length - 1);
  }
});

it.each([
  ...(['xlsx', 'biff8', 'ods', 'biff5'] as const).map(
    (format) => [format, writeWorkbook({ Units: ROWS }, format), mutate] as const,
  ),
  ['xlsx, damaged inside', writeWorkbook({ Units: ROWS }, 'xlsx'), mutateInside] as const,
  ['xls of LibreOffice', LIBRE_OFFICE, mutate] as const,
  ...(['utf8', 'utf16le', 'latin1'] as const).map(
    (encoding) => [`csv in ${encoding}`, Buffer.from(text, encoding), mutate] as const,
  ),
])('%s is read or rejected', { timeout: 3_600_000 }, async (_, original, damage) => {
  const random = createRandom(SEED);
  for (let round = 0; round < ROUNDS; round += 1) {
    const last = (await read(damage(original, random))).at(-1);
    expect(last?.type, `seed ${SEED}, round ${round}`).toMatch(/^(end|error)$/);
  }
});

it('rows of a create call', { timeout: 3_600_000 }, async () => {
  const random = createRandom(SEED);
  const rows = ROWS.slice(1).map(([condo_id, apartment_number, , , , name]) => ({
    condo_id,
    apartment_number,
    email: 'a@b.ch',
    name,
  }));
  const original = Buffer.from(JSON.stringify(rows));
  for (let round = 0; round < ROUNDS; round += 1) {
    const bytes = mutate(original, random);
    for (const type of BULK_TYPES) {
      const last = (await collect(runJob({ input: 'rows', type }, bytes))).at(-1);
      expect(last?.type).toMatch(/^(end|error)$/);
    }
  }
});
