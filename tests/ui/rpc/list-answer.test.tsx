import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { condoSearch } from '~/condos/search';
import { condoQueries } from '~/condos/queries';
import { readList } from '~/fields/reading';
import { listAnswer } from '~/rpc/queries';
import { startSession } from '~/rpc/session-store';
import { api } from '../../support/stub-transport';

const LIST_CALL = 'GET /admin/condos';
const query = condoQueries.list(condoSearch.defaults);
const [ABENDRUH, MORGENROT] = [
  { id: 1, name: 'Abendruh' },
  { id: 2, name: 'Morgenrot' },
];

let client: QueryClient;
/** Rows of the API, and the tag that it sends with them. */
let stored: { rows: object[]; etag?: string };
beforeEach(() => {
  startSession({ token: 'a-token', user: { role: 'super_admin' } });
  client = new QueryClient();
  stored = { rows: [ABENDRUH, MORGENROT], etag: 'W/"1"' };
  api.on(LIST_CALL, ({ headers }) => {
    const { rows, etag } = stored;
    if (etag !== undefined && headers['if-none-match'] === etag) return { status: 304, etag };
    return { body: rows, ...(etag !== undefined && { etag }) };
  });
});

const read = () => client.fetchQuery({ ...query, staleTime: 0 });
const sentTags = () => api.made(LIST_CALL).map(({ headers }) => headers['if-none-match']);

it('a list is requested with its tag, and stays the same object while the API says so', async () => {
  const first = await read();
  expect(await read()).toBe(first);
  expect(client.getQueryData(query.queryKey)).toBe(first);
  expect(await read()).toBe(first);
  expect(sentTags()).toEqual([undefined, 'W/"1"', 'W/"1"']);
});

it('a changed list keeps the objects of unchanged rows, and gets the new tag', async () => {
  const first = await read();
  stored = { rows: [ABENDRUH, { ...MORGENROT, name: 'Zum Turm' }], etag: 'W/"2"' };
  const second = await read();
  expect(second.map(({ name }) => name)).toEqual(['Abendruh', 'Zum Turm']);
  expect(second[0]).toBe(first[0]);
  await read();
  expect(sentTags()).toEqual([undefined, 'W/"1"', 'W/"2"']);
});

it("the whole list is requested if the cache holds something other than the API's answer", async () => {
  await read();
  client.setQueryData(query.queryKey, []);
  expect(await read()).toHaveLength(2);
  expect(sentTags()).toEqual([undefined, undefined]);
});

it('the whole list is requested if the API sends no tag', async () => {
  stored = { rows: [ABENDRUH] };
  const first = await read();
  expect(await read()).toBe(first);
  expect(sentTags()).toEqual([undefined, undefined]);
});

it('renders nothing again while it is as it was', async () => {
  let renders = 0;
  function Names() {
    renders += 1;
    const { data = [] } = useQuery(query);
    return <p>{data.map(({ name }) => name).join(', ')}</p>;
  }
  render(
    <QueryClientProvider client={client}>
      <Names />
    </QueryClientProvider>,
  );
  await screen.findByText('Abendruh, Morgenrot');
  const before = renders;
  await act(() => client.refetchQueries({ queryKey: query.queryKey }));
  expect(sentTags()).toEqual([undefined, 'W/"1"']);
  expect(renders).toBe(before);
});

const listOf = (resource: 'condos' | 'users', search: string) =>
  queryOptions({
    queryKey: [resource, 'list', search],
    ...listAnswer(
      resource,
      () => new Promise(() => {}),
      (answer): string[] => readList(answer, ({ name }) => String(name)),
    ),
  });

it('shows the rows of before while others load, but none of another resource', () => {
  function Names(list: { resource: 'condos' | 'users'; search: string }) {
    const { data, isPlaceholderData } = useQuery(listOf(list.resource, list.search));
    return <p aria-busy={isPlaceholderData}>{data?.join(', ') ?? 'Loading...'}</p>;
  }
  const shown = (resource: 'condos' | 'users', search: string) => (
    <QueryClientProvider client={client}>
      <Names resource={resource} search={search} />
    </QueryClientProvider>
  );
  client.setQueryData(listOf('condos', '').queryKey, ['Abendruh', 'Morgenrot']);
  const { rerender } = render(shown('condos', ''));
  rerender(shown('condos', 'ab'));
  expect(screen.getByText('Abendruh, Morgenrot')).toHaveAttribute('aria-busy', 'true');
  rerender(shown('users', 'ab'));
  expect(screen.getByText('Loading...')).toBeVisible();
});
