import { beforeEach, expect, it } from 'vitest';
import { createApi, type Api } from '~/rpc/embedded/app.server';
import { apiPerTest, callsOf } from '../../support/api';
import { enrolApp } from '../../support/factors';
import { insertCondo } from '../../support/places';

const api = apiPerTest();
/** Number of statements that the API sent to the database. */
let statements: number;
beforeEach(async () => {
  await insertCondo(api.db);
  api.database.pool.on('acquire', () => void (statements += 1));
});

async function countStatements(
  path: string,
  headers: Record<string, string> = {},
  target: Pick<Api, 'fetch'> = api,
) {
  statements = 0;
  const response = await callsOf(target, api.token).call('GET', path, undefined, headers);
  await response.text();
  return { statements, status: response.status, etag: response.headers.get('etag') ?? '' };
}

it('a call reads session and rights by one statement', async () => {
  // One for the session, one for the building.
  expect(await countStatements('/admin/condos/1')).toMatchObject({ statements: 2, status: 200 });
});

it('the same statement finds out who must set up a second factor', async () => {
  const settings = { ...api.deps.settings, requireSecondFactor: true };
  const strict = createApi({ ...api.deps, settings });
  expect(await countStatements('/admin/condos/1', {}, strict)).toMatchObject({
    statements: 1,
    status: 403,
  });
  await enrolApp(api, api.token, new Date());
  expect(await countStatements('/admin/condos/1', {}, strict)).toMatchObject({
    statements: 2,
    status: 200,
  });
});

it.each([
  ['/admin/condos', 2],
  ['/admin/condos?search=x', 2],
  ['/admin/apartments', 2],
  ['/admin/apartments?condo_id=1', 2],
  ['/admin/invitations', 2],
  // The page, its people, their homes.
  ['/admin/users', 4],
])(
  '%s is read with its version, which alone is read where nothing has changed',
  async (path, all) => {
    const { etag, ...list } = await countStatements(path);
    expect(list).toEqual({ statements: all, status: 200 });
    const again = await countStatements(path, { 'if-none-match': etag });
    expect(again).toMatchObject({ statements: 2, status: 304 });
    const other = await countStatements(path, { 'if-none-match': '"another"' });
    expect(other).toEqual({ statements: all + 1, status: 200, etag });
  },
);

it('capabilities ask the database for nothing', async () => {
  expect(await countStatements('/capabilities')).toMatchObject({ statements: 0, status: 200 });
});
