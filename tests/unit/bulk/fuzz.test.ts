import { readFile } from 'node:fs/promises';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BULK_TYPES } from '~/contract/bulk';
import type { ReadingMessage } from '~/sheets/rows/message';
import { runJob } from '~/sheets/rows/run-job';
import { readXlsFacts } from '~/sheets/formats/xls-records';
import { readZipDirectory } from '~/sheets/formats/zip-directory';
import { CPU_LIMIT_SECONDS, cpuOf } from '../../support/cpu';
import { writeZip } from '../../support/zip';
import { mutate, writeWorkbook } from '../../support/sheet-files';
import { createRandom, type Random } from '../../../tools/seed/random';

/** Mutations of each format; FUZZ_ROUNDS=10000 for a long run. */
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 150);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

const ROWS = [
  ['condo_id', 'apartment_number', 'floor_number', 'bedrooms', 'sqmt', 'notes'],
  [1, '01', 2, 3.5, 82.5, 'äöü "quoted"\nline'],
  [2, 'B', null, 1, "1'200,5", true],
  ...Array.from({ length: 30 }, (_, index) => [index, `U${index}`, 1, 2, 30, 'same']),
];

async function read(bytes: Buffer): Promise<ReadingMessage[]> {
  const messages: ReadingMessage[] = [];
  for await (const message of runJob({ input: 'file', type: 'apartment' }, bytes)) {
    messages.push(message);
  }
  return messages;
}

/** What went wrong with a file that should be read completely or rejected with a message; null when it was. */
async function problemWith(bytes: Buffer, what: string): Promise<string | null> {
  try {
    const last = (await read(bytes)).at(-1);
    return last?.t === 'end' || last?.t === 'error' ? null : `${what}: cut off`;
  } catch (error) {
    return `${what}: ${error instanceof Error ? error.stack : String(error)}`;
  }
}

/** An XLSX whose parts were damaged before they were packed: deeper than damaged archives get. */
function mutateInside(file: Buffer, random: Random): Buffer {
  const parts = [...readZipDirectory(file).values()].map(
    ({ name, offset, packedBytes, method }) => {
      const packed = file.subarray(offset, offset + packedBytes);
      return { name, content: method === 8 ? inflateRawSync(packed) : Buffer.from(packed) };
    },
  );
  const chosen = parts[Math.floor(random.next() * parts.length)];
  if (chosen) chosen.content = Buffer.from(mutate(chosen.content, random));
  return writeZip(
    parts.map(({ name, content }) => ({
      name,
      content,
      packed: deflateRawSync(content),
      crc: crc32(content),
    })),
  );
}

describe('mutated files', () => {
  it('the originals are read', async () => {
    for (const format of ['xlsx', 'biff8'] as const) {
      const messages = await read(writeWorkbook({ Units: ROWS }, format));
      const rows = messages.flatMap((message) => (message.t === 'rows' ? message.rows : []));
      expect(rows).toHaveLength(ROWS.length - 1);
      expect(messages.at(-1)).toEqual({ t: 'end' });
    }
  });

  it.each(['xlsx', 'biff8', 'ods', 'biff5'] as const)(
    '%s',
    { timeout: 3_600_000 },
    async (format) => {
      const original = writeWorkbook({ Units: ROWS }, format);
      const random = createRandom(SEED);
      for (let round = 0; round < ROUNDS; round += 1) {
        expect(
          await problemWith(mutate(original, random), `${format} ${SEED}/${round}`),
        ).toBeNull();
      }
    },
  );

  it('the originals of LibreOffice say which cells show zeros', async () => {
    const facts = readXlsFacts(await readFile('tests/fixtures/sheets/libreoffice.xls'));
    expect(facts.sheets.some((sheet) => sheet.zeroPaddedWidths().size > 0)).toBe(true);
  });

  it('xls of LibreOffice', { timeout: 3_600_000 }, async () => {
    const original = await readFile('tests/fixtures/sheets/libreoffice.xls');
    const random = createRandom(SEED);
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(
        await problemWith(mutate(original, random), `libreoffice ${SEED}/${round}`),
      ).toBeNull();
    }
    // Most damaged files are rejected before their facts are read: here they are read in any case.
    for (let round = 0; round < ROUNDS * 20; round += 1) {
      const bytes = mutate(original, random);
      const seconds = await cpuOf(() => {
        for (const { zeroPaddedWidths } of readXlsFacts(bytes).sheets) zeroPaddedWidths();
      });
      expect(seconds, `computing, facts ${SEED}/${round}`).toBeLessThan(CPU_LIMIT_SECONDS);
    }
  });

  it('xls that names the sectors of its table again and again', async () => {
    const size = 1 << 16;
    const lists = 30;
    const bytes = Buffer.alloc((lists + 2) * size);
    bytes.writeUInt16LE(16, 30);
    // Each list names sector 0 as often as it can, then the next list.
    for (let list = 0; list < lists; list += 1)
      bytes.writeUInt32LE(list + 2, (list + 3) * size - 4);
    bytes.writeUInt32LE(1, 68);
    const work = () => expect(readXlsFacts(bytes).sheets).toEqual([]);
    expect(await cpuOf(work)).toBeLessThan(CPU_LIMIT_SECONDS);
  });

  it('xlsx, damaged inside', { timeout: 3_600_000 }, async () => {
    const original = writeWorkbook({ Units: ROWS }, 'xlsx');
    const random = createRandom(SEED);
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(
        await problemWith(mutateInside(original, random), `inside ${SEED}/${round}`),
      ).toBeNull();
    }
  });

  it('csv in several encodings', { timeout: 3_600_000 }, async () => {
    const random = createRandom(SEED);
    const text = ROWS.map((row) =>
      row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(';'),
    ).join('\r\n');
    for (const encoding of ['utf8', 'utf16le', 'latin1'] as const) {
      const original = Buffer.from(text, encoding);
      for (let round = 0; round < ROUNDS; round += 1) {
        expect(
          await problemWith(mutate(original, random), `${encoding} ${SEED}/${round}`),
        ).toBeNull();
      }
    }
  });

  it('rows of a create call', { timeout: 3_600_000 }, async () => {
    const random = createRandom(SEED);
    const original = Buffer.from(
      JSON.stringify(
        ROWS.slice(1).map((row) => ({
          condo_id: row[0],
          apartment_number: row[1],
          email: 'a@b.ch',
          name: row[5],
        })),
      ),
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      const bytes = mutate(original, random);
      for (const type of BULK_TYPES) {
        let last: ReadingMessage | undefined;
        for await (const message of runJob({ input: 'rows', type }, bytes)) last = message;
        expect(last?.t).toMatch(/^(end|error)$/);
      }
    }
  });
});
