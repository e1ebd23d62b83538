import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '~/fields/zod';
import type { TestApi } from './api';
import { validate } from './bulk';
import { must } from './must';
import { insertApartment, insertCondo } from './places';

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'trade');

const expectedSchema = z.strictObject({
  type: z.enum(['condo', 'apartment', 'user_invite']),
  condos: z.array(z.string()).default([]),
  apartments: z.array(z.string()).default([]),
  /** Values that the file lacks, and that are proposed for each row, by field. */
  proposes: z.record(z.string(), z.string()).default({}),
  rows: z.array(z.looseObject({ condo: z.string().optional(), apartment: z.string().optional() })),
});

/** The CSV files of tests/fixtures/trade, each with the values that it gives, written by hand. */
export const TRADE_FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.csv'))
  .map((name) => ({
    name,
    bytes: readFileSync(join(FOLDER, name)),
    expected: expectedSchema.parse(
      JSON.parse(readFileSync(join(FOLDER, name.replace('.csv', '.json')), 'utf8')),
    ),
  }));

/**
 * Imports a trade file after creating the buildings and apartments that it names. Returns the actual
 * and the expected result.
 */
export async function importTradeFile(
  api: TestApi,
  { type, condos, apartments, proposes, rows }: (typeof TRADE_FILES)[number]['expected'],
  content: Uint8Array<ArrayBuffer>,
): Promise<{ given: object; expected: object }> {
  const condoIds = new Map<string, number>();
  const apartmentIds = new Map<string, number>();
  for (const name of condos) {
    const id = await insertCondo(api.db, name);
    condoIds.set(name, id);
    for (const number of apartments) {
      apartmentIds.set(number, await insertApartment(api.db, id, number));
    }
  }
  const { valid_rows, invalid_rows } = await validate(api, type, content);
  const expected = rows.map(({ condo, apartment, ...values }) => ({
    ...values,
    ...(condo !== undefined && { condo_id: must(condoIds.get(condo), condo) }),
    ...(apartment !== undefined && { apartment_id: must(apartmentIds.get(apartment), apartment) }),
  }));
  const errors = Object.entries(proposes).flatMap(([field, value]) => [
    { field },
    { field, message: `by its postcode it may be ${value}` },
  ]);
  const isWhole = errors.length === 0;
  return {
    given: { valid_rows, invalid_rows },
    expected: {
      valid_rows: isWhole ? expected : [],
      invalid_rows: isWhole ? [] : expected.map((row) => ({ row, errors })),
    },
  };
}
