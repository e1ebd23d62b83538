import { beforeAll, expect, it } from 'vitest';
import { apiPerFile } from '../../support/api';
import { aCondo } from '../../support/builders';
import { create } from '../../support/bulk';
import { historyEntries } from '../../support/history';
import { must } from '../../support/must';

const MADE = aCondo({ name: 'First', website: 'https://first.example' });

const api = apiPerFile();
/** The first one that is made. */
const id = 1;
beforeAll(() => create(api, 'condo', [MADE, { ...MADE, name: 'Second' }]));

const entries = () => historyEntries(api, `?kind=condo&record=${id}`);

/** Returns the first entry of the building's history. */
async function firstEntry() {
  const { changes, ...entry } = must((await entries()).at(-1), 'entry');
  const fields = changes.flatMap((change) => change.fields);
  const values = Object.fromEntries(fields.map((field) => [field.name, field.new]));
  return { ...entry, changes, values };
}

// One after the other: each adds to what has become of the building.
it.each([
  ['as it was imported', async () => undefined],
  [
    'changed',
    () => api.call('PUT', `/admin/condos/${id}`, { number_of_units: 3, website: null, city: 'D' }),
  ],
  ['changed again', () => api.call('PUT', `/admin/condos/${id}`, { name: 'Other', city: 'E' })],
  ['deleted', () => api.call('DELETE', `/admin/condos/${id}`)],
  ['restored', () => api.call('POST', '/admin/history/restore', { kind: 'condo', id })],
  ['changed after that', () => api.call('PUT', `/admin/condos/${id}`, { country: 'FR' })],
])('an imported record that is %s tells what it was created with', async (_what, happen) => {
  await happen();
  const { action, change_count, changes, values } = await firstEntry();
  expect({ action, change_count }).toEqual({ action: 'imported', change_count: 1 });
  expect(values).toEqual(MADE);
  expect(changes).toMatchObject([{ what: 'created', id, name: 'First', count: 1 }]);
});

it("the file of the building's history has the values too", async () => {
  const path = `/admin/history/export?kind=condo&record=${id}`;
  const file = await (await api.call('GET', path)).text();
  expect(file).toMatch(/"First","Created","[^"]*Website[^"]*","","https:\/\/first\.example"/);
});
