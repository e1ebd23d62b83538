import { afterEach, beforeEach, expect, it } from 'vitest';
import { findStoredTexts } from '~/api/bulk/review/stored-rows.repo';
import { FileReview } from '~/contract/file-review';
import type { ReviewType } from '~/contract/row-review';
import { readReviewTexts, type RowText } from '~/sheets/rows/review-batch';
import { runJob } from '~/sheets/rows/run-job';
import { createTestApi, type TestApi } from '../../support/api';
import { must } from '../../support/must';
import { reviewCalls, toFile, type Row } from '../../support/review-calls';

// Most rows of an edited export are as their records are: the review compares their texts, and reads none of them.

let api: TestApi;

beforeEach(async () => {
  api = await createTestApi();
});

afterEach(() => api.close());

const { createCondo, createApartment, exportRows, review } = reviewCalls(() => api);

async function textsOf(type: ReviewType, rows: readonly Row[]): Promise<RowText[]> {
  const file = Buffer.from(await toFile(rows).arrayBuffer());
  const found = new FileReview(type);
  const texts: RowText[] = [];
  for await (const message of runJob({ input: 'file', type, review: true }, file)) {
    if (message.t === 'rows') texts.push(...readReviewTexts(message.batch, found).texts);
  }
  return texts;
}

it.each([
  ['condo', 'condos'],
  ['apartment', 'apartments'],
] as const)('an exported %s has the text of its record', async (type, list) => {
  const condo = await createCondo({
    name: 'Zum "Löwen" \\ 🦁',
    description: 'Zwei\nZeilen',
    date_built: '1850-01-31',
    number_of_units: 4,
  });
  const apartment = await createApartment(condo, '007');
  await api.database.pool.query(
    'update apartments set bathrooms = 2, sqmt = 80.5, notes = $1 where id = $2',
    ['tab\there', apartment],
  );
  const texts = await textsOf(type, await exportRows(list));
  expect(texts).toHaveLength(1);
  const row = must(texts[0], 'row');
  const names = Object.keys(row.read().values);
  const stored = await findStoredTexts(api.db, type, [row.id], names);
  expect(stored.get(row.id)).toBe(row.values);
});

it('a row that repeats an id is named, whichever of the two is invalid or changed', async () => {
  await createCondo({ name: 'Alpha', city: 'Bern' });
  const [row] = await exportRows('condos');
  const changed = { ...row, city: 'Zug' };
  const invalid = { ...row, number_of_units: 'many' };
  const repeated = { error: `id "${row?.id}": row 2 has the same id` };
  for (const [first, second, unchanged] of [
    [row, row, 1],
    [row, changed, 1],
    [row, invalid, 1],
    [changed, row, 0],
  ] as const) {
    const found = await review([{ ...first }, { ...second }]);
    expect(found).toMatchObject({ unchanged, invalid_rows: [repeated], missing: 0 });
  }
});
