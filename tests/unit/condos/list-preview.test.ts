import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readCondo, type Condo } from '~/condos/fields';
import { preview } from '~/condos/preview';
import { condoSearch, type CondoQuery } from '~/condos/search';
import { condoQueries } from '~/condos/queries';
import { aCondo } from '../../support/builders';

const ALPHA = readCondo(aCondo({ id: 3, name: 'Alpha', city: 'Zürich' }));
const BETA = readCondo(aCondo({ id: 1, name: 'Beta', city: 'Bern', address: 'Alpenstraße 2' }));
const GAMMA = readCondo(aCondo({ id: 2, name: 'Gamma', city: 'Zug', state: 'Bern' }));

function clientWith(rows: Condo[], order: Partial<CondoQuery> = {}) {
  const client = new QueryClient();
  const { queryKey } = condoQueries.list({ ...condoSearch.defaults, ...order });
  client.setQueryData(queryKey, rows);
  return { client, queryKey };
}

const ask = (client: QueryClient, query: Partial<CondoQuery>) =>
  preview(client, { ...condoSearch.defaults, ...query });

it.each([
  [{ search: 'ALPENSTRASSE' }, [BETA]],
  [{ search: ' gam ' }, [GAMMA]],
  [{ city: 'zurich' }, [ALPHA]],
  [{ city: 'z' }, [ALPHA, GAMMA]],
  [{ city: 'z', search: 'gamma' }, [GAMMA]],
  [{ state: 'Zurich' }, [ALPHA, BETA]],
  [{ state: 'zü' }, [ALPHA, BETA]],
  [{ state: 'be' }, [GAMMA]],
  // The name and the address are searched one by one.
  [{ search: 'alphaseestrasse' }, null],
  [{ city: 'nowhere' }, null],
])('the loaded buildings say what %j finds', (query, expected) => {
  expect(ask(clientWith([ALPHA, BETA, GAMMA]).client, query)).toEqual(expected);
});

it('they are in the order that is asked for, where the loaded rows tell', () => {
  const { client } = clientWith([ALPHA, BETA, GAMMA]);
  expect(ask(client, { sort_order: 'desc' })).toEqual([GAMMA, BETA, ALPHA]);
  expect(ask(client, { sort_by: 'id' })).toEqual([BETA, GAMMA, ALPHA]);
  expect(ask(client, { sort_by: 'id', sort_order: 'desc', city: 'z' })).toEqual([ALPHA, GAMMA]);
  const byId = clientWith([BETA, GAMMA, ALPHA], { sort_by: 'id' });
  expect(ask(byId.client, { sort_by: 'id', sort_order: 'desc' })).toEqual([ALPHA, GAMMA, BETA]);
  // How the API sorts names is its own matter.
  expect(ask(byId.client, {})).toBeNull();
});

it('they say nothing where they are not all loaded or outdated', async () => {
  expect(ask(clientWith([ALPHA], { city: 'Z' }).client, { city: 'Zü' })).toBeNull();
  const { client, queryKey } = clientWith([ALPHA]);
  await client.invalidateQueries({ queryKey });
  expect(ask(client, { city: 'z' })).toBeNull();
});
