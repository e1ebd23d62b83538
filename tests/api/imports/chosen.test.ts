import { expect, it } from 'vitest';
import { chosenFile } from '~/imports/request-review';
import { apiPerTest, insertUser } from '../../support/api';
import { reviewCalls } from '../../support/review-calls';

const api = apiPerTest();
const { createCondo, read, reviewFile, apply, applied } = reviewCalls(() => api);

it('a record that is gone is named, one with the value stays, and the undo is found by the id', async () => {
  const [one, same, deleted] = [
    await createCondo({ name: 'Alpha', city: 'Zug' }),
    await createCondo({ name: 'Beta', city: 'Bern' }),
    await createCondo({ name: 'Gamma' }),
  ];
  const before = await read(`/admin/condos/${one}`);
  await api.call('DELETE', `/admin/condos/${deleted}`);
  const ids = [one, same, deleted];
  const reviewed = await reviewFile(chosenFile({ ids, field: 'city', value: 'Bern' }), 'condo');
  expect(reviewed).toMatchObject({
    changed: [{ id: one, name: 'Alpha', changes: [{ field: 'city', old: 'Zug', new: 'Bern' }] }],
    unchanged: 1,
  });
  expect(reviewed.invalid_rows.map(({ error }) => error).join()).toContain(`"${deleted}"`);
  const { import_id } = await applied(reviewed);
  const response = await api.call('POST', `/admin/bulk-imports/${import_id}/undo`);
  expect(await response.json()).toMatchObject({ restored: 1, kept: [] });
  expect(await read(`/admin/condos/${one}`)).toEqual(before);
});

it('people: who is gone or would have no name is named, and one undo brings the names back', async () => {
  const [anna, beat, deleted] = [
    await insertUser(api.db, { email: 'anna@example.com', first_name: 'Anna', last_name: 'Alt' }),
    await insertUser(api.db, { email: null, first_name: null, last_name: 'Beat' }),
    await insertUser(api.db, { email: 'gone@example.com', last_name: 'Alt' }),
  ];
  await api.call('DELETE', `/admin/users/${deleted}`);
  await api.call('DELETE', `/admin/personal-data/${deleted}`);
  const before = await read(`/admin/users/${anna}`);
  const ids = [anna, beat, deleted];
  const cleared = await reviewFile(chosenFile({ ids, field: 'last_name', value: '' }), 'user');
  expect(cleared.changed).toMatchObject([{ id: anna, name: 'Anna Alt (anna@example.com)' }]);
  expect(cleared.invalid_rows.map(({ error }) => error)).toEqual([
    expect.stringContaining('A name or an email address is required'),
    expect.stringContaining(`"${deleted}"`),
  ]);
  const reviewed = await reviewFile(chosenFile({ ids, field: 'last_name', value: 'Neu' }), 'user');
  expect(reviewed.changed.map(({ id }) => id)).toEqual([anna, beat]);
  // Only the administrator is not among them.
  expect(reviewed.missing).toBe(1);
  const { import_id } = await applied(reviewed, { type: 'user' });
  expect(await read(`/admin/users/${beat}`)).toMatchObject({ first_name: null, last_name: 'Neu' });
  const late = await apply(reviewed, { type: 'user' });
  expect(await late.json()).toMatchObject({ created: 0, errors: [{}, {}] });
  const response = await api.call('POST', `/admin/bulk-imports/${import_id}/undo`);
  expect(await response.json()).toMatchObject({ removed: 0, restored: 2, kept: [] });
  const { updated_at: _changed, ...values } = before;
  expect(await read(`/admin/users/${anna}`)).toMatchObject(values);
});

it('people: an address cannot be changed, and a change without a name is not applied', async () => {
  const beat = await insertUser(api.db, { email: null, first_name: null, last_name: 'Beat' });
  const file = new File([`id;row_version;email\n${beat};*;b@example.com`], 'people.csv');
  expect((await reviewFile(file, 'user')).invalid_rows).toMatchObject([
    { errors: [{ field: 'email', code: 'fixed_here' }] },
  ]);
  const reviewed = await reviewFile(
    chosenFile({ ids: [beat], field: 'last_name', value: 'B' }),
    'user',
  );
  const changed = reviewed.changed.map((row) =>
    Object.assign(row, { changes: [{ field: 'last_name', old: 'Beat', new: null }] }),
  );
  const response = await apply({ changed, new_rows: [] }, { type: 'user' });
  expect(await response.json()).toMatchObject({
    created: 0,
    errors: [{ errors: [{ field: 'first_name', code: 'person_unnamed' }] }],
  });
});

it('at most 1,000 deleted records are named', async () => {
  const changed = Array.from({ length: 1_200 }, (_, at) => ({
    row_number: at + 1,
    id: 1_000_000 + at,
    name: '',
    version: 'gone',
    changes: [{ field: 'city', old: 'Zug', new: 'Bern' }],
  }));
  const { errors } = await applied({ changed, new_rows: [] });
  expect(errors).toHaveLength(1_000);
});
