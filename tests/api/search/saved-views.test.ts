import { beforeEach, describe, expect, it } from 'vitest';
import { z } from '~/fields/zod';
import type { NewSavedView } from '~/search/calls';
import { VIEWS_LIMIT } from '~/search/server/views.repo';
import { savedViews } from '~/platform/database/schema/account';
import { apiPerTest, type Calls } from '../../support/api';
import { withId } from '../../support/review-calls';

const api = apiPerTest();
const PATH = '/admin/saved-views';
const aView = (fields: Partial<NewSavedView> = {}): NewSavedView => ({
  name: 'Zug',
  path: '/condos',
  search: 'search=zug',
  is_starred: false,
  is_shared: false,
  ...fields,
});
const create = async (fields?: Partial<NewSavedView>, as: Calls = api) =>
  (await as.read(withId, 'POST', PATH, aView(fields), 201)).id;
const list = (as: Calls = api) => as.read(z.array(z.record(z.string(), z.unknown())), 'GET', PATH);
const status = async (as: Calls, method: string, path: string, body?: object) =>
  (await as.call(method, path, body)).status;

let other: Calls;
beforeEach(async () => {
  other = await api.administrator({ email: 'other@example.com', first_name: 'Other' });
});

describe('saved views', () => {
  it("are one's own, and the shared ones of others with who made them", async () => {
    await create();
    const shared = await create({ name: 'Bern', is_shared: true, is_starred: true }, other);
    await create({ name: 'Secret' }, other);
    expect(await list()).toMatchObject([
      { ...aView(), is_mine: true },
      {
        ...aView({ name: 'Bern', is_shared: true, is_starred: true }),
        id: shared,
        is_mine: false,
        created_by: 'Other (other@example.com)',
      },
    ]);
  });

  it('take the place of one of the same name in that list, when saved and when renamed', async () => {
    const first = await create();
    expect(await create({ name: 'ZUG', search: 'search=2' })).toBe(first);
    await create({ name: 'Zug', path: '/users' });
    const second = await create({ name: 'Bern' });
    await create({ name: 'Bern' }, other);
    const renamed = aView({ name: 'Zug', search: 'search=3', is_shared: true });
    expect(await status(api, 'PUT', `${PATH}/${second}`, renamed)).toBe(200);
    expect(await list()).toMatchObject([{ path: '/users' }, { id: second, ...renamed }]);
    expect(await list(other)).toMatchObject([{ name: 'Zug' }, { name: 'Bern' }]);
  });

  it('of others are changed by nobody else, and deleted if they are shared', async () => {
    const secret = await create({}, other);
    const shared = await create({ name: 'Bern', is_shared: true }, other);
    for (const id of [secret, shared, 999])
      expect(await status(api, 'PUT', `${PATH}/${id}`, aView())).toBe(404);
    expect(await status(api, 'DELETE', `${PATH}/${secret}`)).toBe(404);
    expect(await status(api, 'DELETE', `${PATH}/${shared}`)).toBe(204);
    expect(await list(other)).toMatchObject([{ id: secret }]);
    expect(await status(other, 'DELETE', `${PATH}/${secret}`)).toBe(204);
  });

  it('need a name and a list, and are limited', async () => {
    for (const wrong of [{ name: ' ' }, { name: 'x'.repeat(81) }, { search: 'x'.repeat(10_001) }])
      expect(await status(api, 'POST', PATH, aView(wrong))).toBe(422);
    expect(await status(api, 'POST', PATH, { ...aView(), path: '/account' })).toBe(422);
    const many = Array.from({ length: VIEWS_LIMIT }, (_, index) => ({
      ...aView({ name: `View ${index}` }),
      user_id: api.adminId,
    }));
    await api.db.insert(savedViews).values(many);
    expect(await status(api, 'POST', PATH, aView())).toBe(409);
    // A view that replaces another one does not add to the number.
    expect(await status(api, 'POST', PATH, aView({ name: 'view 7' }))).toBe(201);
    expect(await status(other, 'POST', PATH, aView())).toBe(201);
  });

  it('are the columns of files, too, once for a type', async () => {
    const columns = { name: 'condo', path: '/bulk-operations' } as const;
    const id = await create({ ...columns, search: 'Ort=city' });
    expect(await create({ ...columns, search: 'Ort=address', is_shared: true })).toBe(id);
    expect(await list(other)).toMatchObject([
      { ...columns, search: 'Ort=address', is_mine: false, is_shared: true },
    ]);
  });

  it('of two tabs at once get one name one after the other', async () => {
    const ids = await Promise.all(['A', 'B', 'C', 'D'].map((name) => create({ name })));
    const named = aView({ name: 'Same' });
    const answers = await Promise.all([
      ...ids.map((id) => status(api, 'PUT', `${PATH}/${id}`, named)),
      status(api, 'POST', PATH, named),
    ]);
    expect(answers.filter((one) => one !== 404).every((one) => one === 200 || one === 201)).toBe(
      true,
    );
    expect((await list()).map(({ name }) => name)).toEqual(['Same']);
  });

  it('that have parts of the name in other words stay when a person is erased', async () => {
    const { userId } = await api.administrator({
      email: 'li@example.com',
      first_name: 'Na',
      last_name: 'Li',
    });
    for (const name of ['National Library', 'Li, Na', 'li@example.com', 'Lolli@example.com'])
      await create({ name });
    await api.call('DELETE', `/admin/users/${userId}`);
    expect(await status(api, 'DELETE', `/admin/personal-data/${userId}`)).toBe(204);
    expect((await list()).map(({ name }) => name)).toEqual([
      'National Library',
      'Lolli@example.com',
    ]);
  });

  it('of who is erased go but for the shared ones, and with those that name the person', async () => {
    const leaver = await api.administrator({
      email: 'anna@example.com',
      first_name: 'Anna',
      last_name: 'Muster',
    });
    await create({ name: 'Private' }, leaver);
    await create({ name: 'Shared', is_shared: true }, leaver);
    await create({ name: 'Of her', search: 'search=Muster+Anna' });
    await create({ name: 'Mail', search: 'search=anna%40example.com' });
    await create({ name: 'Muster AG' });
    const file = await api.call('GET', `/admin/personal-data/${leaver.userId}`);
    expect(await file.json()).toMatchObject({
      saved_views: [{ name: 'Private' }, { name: 'Shared' }],
    });
    await api.call('DELETE', `/admin/users/${leaver.userId}`);
    expect(await status(api, 'DELETE', `/admin/personal-data/${leaver.userId}`)).toBe(204);
    expect(await list()).toMatchObject([
      { name: 'Shared', is_mine: false, created_by: null },
      { name: 'Muster AG' },
    ]);
  });
});
