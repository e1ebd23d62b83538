import { expect, it } from 'vitest';
import { chosenFile } from '~/imports/review-file';
import { apiPerTest } from '../../support/api';
import { reviewCalls } from '../../support/review-calls';

const api = apiPerTest();
const { createCondo, read, reviewFile, applied } = reviewCalls(() => api);

it('a record that is gone is named, one with the value stays, and the undo is found by the id', async () => {
  const [one, same, gone] = [
    await createCondo({ name: 'Alpha', city: 'Zug' }),
    await createCondo({ name: 'Beta', city: 'Bern' }),
    await createCondo({ name: 'Gamma' }),
  ];
  const before = await read(`/admin/condos/${one}`);
  await api.call('DELETE', `/admin/condos/${gone}`);
  const ids = [one, same, gone];
  const found = await reviewFile(chosenFile({ ids, field: 'city', value: 'Bern' }), 'condo');
  expect(found).toMatchObject({
    changed: [{ id: one, name: 'Alpha', changes: [{ field: 'city', old: 'Zug', new: 'Bern' }] }],
    unchanged: 1,
  });
  expect(found.invalid_rows.map(({ error }) => error).join()).toContain(`"${gone}"`);
  const { import_id } = await applied(found);
  const response = await api.call('POST', `/admin/bulk-imports/${import_id}/undo`);
  expect(await response.json()).toMatchObject({ restored: 1, kept: [] });
  expect(await read(`/admin/condos/${one}`)).toEqual(before);
});
