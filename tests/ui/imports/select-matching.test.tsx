import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { readCsv } from '../../support/exported-files';
import { dialog, renderScreen } from '../../support/on-screen';
import { must } from '../../support/must';
import type { StubCall } from '../../support/stub-api';
import { api } from '../../support/stub-transport';
import { useChosenActions } from '~/imports/screens/chosen-actions';
import { UsersPage } from '~/users/screens/users-page';
import { userSearch } from '~/users/search';

/* "Select all that match" of a list in pages, on either kind of API. */

const LIST = 'GET /admin/users';
const query = { ...userSearch.defaults, search: 'a' };
let people: Array<{ id: number; email: string; is_active: boolean }>;

/** Pages of ten, and the embedded API's pages by id. */
function answer({ query: { page, page_size, after_id } }: StubCall) {
  const size = Number(page_size ?? 10);
  const after = Number(after_id ?? 0);
  const from = after_id === undefined ? (Number(page) - 1) * size : 0;
  const rest = people.filter(({ id }) => id > after);
  const total_pages =
    after_id === undefined ? Math.ceil(people.length / size) : 1 + Number(rest.length > size);
  const pagination = { current_page: Number(page), total_pages, total: people.length };
  return { body: { data: rest.slice(from, from + size), pagination } };
}

beforeEach(() => {
  people = Array.from({ length: 23 }, (_, index) => ({
    id: index + 1,
    email: `a${index + 1}@example.com`,
    is_active: index !== 21,
  }));
  api.serve({ '/admin/account': { rights: 'all' } });
  api.on(LIST, answer);
});

function People() {
  const chosen = useChosenActions('users', { list: 'users', query: { search: 'a' } });
  return (
    <>
      <UsersPage query={query} {...chosen.ofChosen} />
      {chosen.dialog}
    </>
  );
}

const bar = () => screen.findByRole('region', { name: 'Selection' });

async function openPage() {
  const opened = await renderScreen(<People />);
  await opened.user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }));
  return opened;
}

it('is offered where the whole page is chosen, and takes everybody at that moment', async () => {
  const { user, press } = await openPage();
  expect(await screen.findByText('10 selected')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select a3@example.com' }));
  expect(screen.queryByRole('button', { name: /that match/ })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Select a3@example.com' }));
  people.push({ id: 24, email: 'a24@example.com', is_active: true });
  await press('Select all 23 that match');
  expect(await screen.findByText('23 selected')).toBeVisible();
  const region = within(await bar());
  expect(region.getByText(', 13 not shown')).toBeVisible();
  expect(region.getByText('1 cannot be chosen')).toBeVisible();
  expect(api.made(LIST).map(({ query: { search } }) => search)).not.toContain('');
  // Who comes later is not added.
  people.push({ id: 25, email: 'a25@example.com', is_active: true });
  await press('Delete selected');
  expect(await dialog()).toHaveAccessibleName('Delete 23 users');
  await press('Cancel');
  expect(screen.queryByRole('button', { name: /that match/ })).toBeNull();
  await press('Edit...');
  expect(await dialog()).toHaveAccessibleName('Edit 23 users');
});

it('records deleted before the export are named', async () => {
  const downloads: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (content instanceof Blob) downloads.push(content);
    return 'blob:http://localhost/export';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, press } = await openPage();
  await press('Select all 23 that match');
  await screen.findByText('22 selected');
  people = people.filter(({ id }) => ![2, 3, 5, 7].includes(id));
  await press('Export selected');
  const inDialog = within(await dialog());
  expect(inDialog.getByText('Exports the selection: 22 users.')).toBeVisible();
  await user.click(inDialog.getByRole('radio', { name: 'CSV' }));
  await user.click(inDialog.getByRole('button', { name: 'Export' }));
  const named = 'a2@example.com, a3@example.com, a5@example.com, and 1 more';
  expect(await screen.findByText(`Not exported, as they are gone: ${named}`)).toBeVisible();
  const rows = readCsv(Buffer.from(await must(downloads[0], 'a file').arrayBuffer()), ';');
  expect(rows).toHaveLength(19);
});

it('can be cancelled, says what failed, and can be tried again', async () => {
  const { press } = await openPage();
  const go = api.hold(LIST, answer);
  await press('Select all 23 that match');
  expect(await screen.findByText('0 of 23')).toBeVisible();
  await press('Cancel');
  expect(await screen.findByRole('button', { name: 'Select all 23 that match' })).toBeVisible();
  go();
  expect(screen.getByText('10 selected')).toBeVisible();
  api.reject(LIST, 503, 'Busy');
  await press('Select all 23 that match');
  expect(await within(await bar()).findByRole('alert')).toHaveTextContent('Busy');
  api.on(LIST, answer);
  await press('Select all 23 that match');
  expect(await screen.findByText('22 selected')).toBeVisible();
});

it('reads the pages of another API, which may not say how many there are', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  api.on(LIST, (request) => {
    const { data, pagination } = answer(request).body;
    const { total: _unknown, ...others } = pagination;
    return { body: { data, pagination: others } };
  });
  const { press } = await openPage();
  await press('Select all that match');
  await waitFor(() => expect(screen.getByText('22 selected')).toBeVisible());
});
