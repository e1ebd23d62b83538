import { expect, it } from 'vitest';
import { historyEntries } from '~/api/db/history-schema';
import { callsOf, refusalOf, signInAs, apiPerFile } from '../../support/api';
import { mountedRoutes } from '../../support/mounted-routes';

const api = apiPerFile();

/** Every call of the administration, with the parameters of its path filled in by the same text. */
function adminCalls(parameter: string) {
  return mountedRoutes(api.deps)
    .filter((route) => route.includes('/api/admin/'))
    .map((route) => {
      const [method = '', path = ''] = route.split(' ');
      return { route, method, path: path.replace('/api', '').replaceAll(/\{\w+\}/g, parameter) };
    });
}

const bodyOf = (method: string) => (method.startsWith('P') ? {} : undefined);

it('asks for a super administrator, and writes nothing for anybody else', async () => {
  const { token } = await signInAs(api.db);
  const before = await api.db.$count(historyEntries);
  const calls = adminCalls('1');
  expect(calls.length).toBeGreaterThan(50);
  for (const { route, method, path } of calls) {
    const ask = (by?: string) => callsOf(api, by).call(method, path, bodyOf(method));
    expect([route, (await ask()).status]).toEqual([route, 401]);
    expect([route, (await ask('x'.repeat(43))).status]).toEqual([route, 401]);
    const refused = await refusalOf(ask(token));
    expect([route, refused]).toEqual([route, '403 Only super administrators may do this']);
  }
  expect(await api.db.$count(historyEntries)).toBe(before);
});

it.each(['0', '-1', '1.5', 'x', '2147483648', '99999999999999999999', '%00', '1e3', '2147483000'])(
  'answers 404 for a record with the id %s, which is not there',
  async (id) => {
    const calls = adminCalls(id).filter(({ route }) => /\{id\}/.test(route));
    expect(calls.length).toBeGreaterThan(10);
    for (const { route, method, path } of calls) {
      const { status } = await api.call(method, path, bodyOf(method));
      expect.soft([route, status]).toEqual([route, 404]);
    }
  },
);
