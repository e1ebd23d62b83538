import { expect, it } from 'vitest';
import { setAsideFindings } from '~/platform/database/schema/operations';
import { condos, users } from '~/platform/database/schema/records';
import type { FindingKind } from '~/checks/schema';
import { findingPageSchema } from '~/checks/answers';
import { apiPerTest, rejectionOf } from '../../support/api';
import { CHECK_PATH, portfolioCheckCalls } from '../../support/portfolio-check';
import { historyEntries } from '../../support/history';

const now = new Date();
const api = apiPerTest({ clock: () => now });

const { counts, list, first, aSoundCondo } = portfolioCheckCalls(() => api);

const url = (kind: FindingKind, id: number) => `${CHECK_PATH}/${kind}/${id}`;

it('a finding that was put aside counts apart, until it changes', async () => {
  const id = await aSoundCondo({ number_of_units: 2 });
  const { state } = await first('unit_count');
  const body = { state, reason: ' The others follow ' };
  expect((await api.call('PUT', url('unit_count', id), body)).status).toBe(204);
  expect(await counts()).toEqual({ unit_count: [0, 1] });
  expect(await list('unit_count')).toEqual([]);
  expect(await list('unit_count', '?set_aside=true')).toMatchObject([
    { record: { id }, set_aside: { reason: 'The others follow', at: now.toISOString() } },
  ]);
  await api.db.update(condos).set({ number_of_units: 3 });
  expect(await counts()).toEqual({ unit_count: 1 });
  // Back to what it was, and asked about again.
  await api.db.update(condos).set({ number_of_units: 2 });
  expect(await counts()).toEqual({ unit_count: 1 });
  expect(await api.db.$count(setAsideFindings)).toBe(0);
});

it('a finding can be taken back; the history has both, with the reason', async () => {
  const id = await aSoundCondo({ image_name: null });
  const { state } = await first('missing_image');
  await api.call('PUT', url('missing_image', id), { state, reason: 'No camera' });
  expect((await api.call('DELETE', url('missing_image', id))).status).toBe(204);
  expect(await counts()).toEqual({ missing_image: 1 });
  expect((await api.call('DELETE', url('missing_image', id))).status).toBe(404);
  const [back, aside] = await historyEntries(api, `?kind=condo&record=${id}`);
  expect(back?.action).toBe('taken_back');
  expect(aside).toMatchObject({
    action: 'set_aside',
    record: { kind: 'condo', id, name: 'Seeblick' },
    changes: [
      {
        fields: [
          { name: 'finding', old: null, new: 'missing_image' },
          { name: 'reason', old: null, new: 'No camera' },
        ],
      },
    ],
  });
});

it('a finding has to be there as it was read, and needs a reason', async () => {
  const id = await aSoundCondo({ number_of_units: 2 });
  const put = (state: string, reason: string) =>
    api.call('PUT', url('unit_count', id), { state, reason });
  expect(await rejectionOf(put('old', 'x'))).toMatch(/^409 .*has changed/);
  const { state } = await first('unit_count');
  // Half of a character, which JSON can spell and no database keeps.
  expect((await put(state, 'a\ud83d')).status).toBe(204);
  expect((await put(state, ' ')).status).toBe(422);
  expect((await api.call('GET', `${CHECK_PATH}/nonsense`)).status).toBe(404);
});

it('a long list has pages, and one past the end is the last', async () => {
  const emails = Array.from({ length: 51 }, (_, index) => `p${index}@example.com`);
  await api.db.insert(users).values(emails.map((email) => ({ email })));
  const path = `${CHECK_PATH}/person_without_association`;
  const page = (number: number) => api.read(findingPageSchema, 'GET', `${path}?page=${number}`);
  const [one, two] = [await page(1), await page(9)];
  expect([one.findings.length, two.findings.length]).toEqual([50, 1]);
  expect(two.pagination).toEqual({ current_page: 2, total_pages: 2 });
});
