import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { savedViewsKey } from '~/kit/ui/storage';
import { currentOwner } from '~/rpc/session-store';
import { savedViewCalls, type NewSavedView } from '~/search/calls';
import { SavedViewsButton } from '~/search/screens/saved-views-button';
import { dialog, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

/* With the embedded API saved views are in its database. */

const PATH = '/admin/saved-views';
type Stored = NewSavedView & { id: number; is_mine: boolean; created_by: string | null };
const view = (id: number, fields: Partial<Stored> = {}): Stored => ({
  id,
  name: `View ${id}`,
  path: '/users',
  search: 'search=alp',
  is_starred: false,
  is_shared: false,
  is_mine: true,
  created_by: 'Anna',
  ...fields,
});
let stored: Stored[];
const bodyOf = (json: unknown) => savedViewCalls.calls.create.body.parse(json);

beforeEach(() => {
  stored = [];
  api.on(`GET ${PATH}`, () => ({ body: stored }));
  api.on(`POST ${PATH}`, ({ json }) => {
    const made = view(stored.length + 1, bodyOf(json));
    stored.push(made);
    return { status: 201, body: made };
  });
});

function store(id: number, fields?: Partial<Stored>) {
  stored.push(view(id, fields));
  api.on(`PUT ${PATH}/${id}`, ({ json }) => {
    stored = stored.map((one) => (one.id === id ? view(id, bodyOf(json)) : one));
    return { body: view(id, bodyOf(json)) };
  });
  api.on(`DELETE ${PATH}/${id}`, () => {
    stored = stored.filter((one) => one.id !== id);
    return { status: 204 };
  });
}

async function open() {
  const opened = await renderScreen(<SavedViewsButton />, '/users');
  await opened.router.navigate({ href: '/users?search=new' });
  await opened.user.click(await screen.findByRole('button', { name: /^(?:Views|Save view)$/ }));
  await dialog('Saved views');
  return opened;
}

const list = () => screen.findByRole('list', { name: 'Saved views' });
const names = async () => textsOf(within(await list()).getAllByRole('link'));
const inList = async (label: string) => within(await list()).getByRole('button', { name: label });

it('views are saved, shared, starred, renamed and deleted in the account', async () => {
  const { user } = await open();
  const field = screen.getByRole('textbox', { name: 'Name of the view' });
  await user.type(field, 'Alps{Enter}');
  expect(await names()).toEqual(['Alps']);
  expect(field).toHaveValue('');
  expect(localStorage.getItem(savedViewsKey(currentOwner()))).toBeNull();
  const [sent] = api.made(`POST ${PATH}`);
  expect(sent?.json).toEqual({
    name: 'Alps',
    path: '/users',
    search: 'search=new',
    is_starred: false,
    is_shared: false,
  });
  store(1, stored.pop());
  await user.click(await inList('Share'));
  expect(await screen.findByText('Shared')).toBeVisible();
  expect(await inList('Share')).toHaveAttribute('aria-pressed', 'true');
  await user.click(await inList('Star'));
  await waitFor(() => expect(stored).toMatchObject([{ is_starred: true, is_shared: true }]));
  await user.click(await inList('Rename'));
  await user.type(screen.getByRole('textbox', { name: 'New name' }), ' 2{Enter}');
  expect(await screen.findByRole('link', { name: 'Alps 2' })).toBeVisible();
  await user.click(await inList('Delete'));
  await user.click(await inList('Delete'));
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
});

it('keep both of two changes, the second made before the first is answered', async () => {
  store(1, { name: 'Alps' });
  const { user } = await open();
  const answer = api.hold(`PUT ${PATH}/1`, ({ json }) => {
    stored = [view(1, bodyOf(json))];
    return { body: stored[0] };
  });
  await user.click(await inList('Star'));
  await user.click(await inList('Share'));
  answer();
  await waitFor(() => expect(stored).toMatchObject([{ is_starred: true, is_shared: true }]));
  await waitFor(async () => expect(await inList('Share')).toHaveAttribute('aria-pressed', 'true'));
  expect(await inList('Star')).toHaveAttribute('aria-pressed', 'true');
});

it('keep both of two changes, the second made before the list is read again', async () => {
  store(1, { name: 'Alps' });
  const { user } = await open();
  const star = await inList('Star');
  const read = api.hold(`GET ${PATH}`, () => ({ body: stored }));
  await user.click(star);
  await waitFor(() => expect(stored).toMatchObject([{ is_starred: true }]));
  await user.click(await inList('Share'));
  await waitFor(() => expect(stored).toMatchObject([{ is_starred: true, is_shared: true }]));
  read();
});

it("others' shared ones say who made them, and can be opened, copied and deleted", async () => {
  store(5, { is_mine: false, is_shared: true, is_starred: true, name: 'Zug' });
  store(6, { name: 'Alps' });
  const { user } = await open();
  // Their star is theirs.
  await waitFor(async () => expect(await names()).toEqual(['Alps', 'Zug']));
  const [, row] = within(await list()).getAllByRole('listitem');
  const zug = within(row ?? document.body);
  expect(zug.getByText('shared by Anna')).toBeVisible();
  expect(textsOf(zug.getAllByRole('button'))).toEqual(['Copy link', 'Delete']);
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(zug.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText('Link copied')).toBeVisible();
  expect(write).toHaveBeenCalledWith(`${location.origin}/users?search=alp`);
});

it('say what the API says, and keep what was typed', async () => {
  const { user } = await open();
  api.reject(`POST ${PATH}`, 409, 'Too many');
  const field = screen.getByRole('textbox', { name: 'Name of the view' });
  await user.type(field, 'Alps{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many');
  expect(field).toHaveValue('Alps');
});

const local = (name: string, search: string) => ({ id: name, name, path: '/users', search });

it("this browser's views are taken over once; another one of that name stays", async () => {
  const views = [local('Alps', 'search=other'), local('Same', 'search=alp'), local('Zug', 'x=1')];
  store(1, { name: 'alps' });
  store(2, { name: 'Same' });
  store(3, { name: 'Alps (2)' });
  const key = savedViewsKey(currentOwner());
  localStorage.setItem(key, JSON.stringify(views));
  await renderScreen(<SavedViewsButton />, '/users');
  await waitFor(() => expect(localStorage.getItem(key)).toBeNull());
  expect(api.made(`POST ${PATH}`).map(({ json }) => bodyOf(json).name)).toEqual([
    'Alps (3)',
    'Zug',
  ]);
});

it("this browser's views that get a number replace no other view", async () => {
  const views = [local('Alps', 'search=other'), local('Alps (2)', 'search=third')];
  store(1, { name: 'Alps' });
  const key = savedViewsKey(currentOwner());
  localStorage.setItem(key, JSON.stringify(views));
  await renderScreen(<SavedViewsButton />, '/users');
  await waitFor(() => expect(localStorage.getItem(key)).toBeNull());
  expect(api.made(`POST ${PATH}`).map(({ json }) => bodyOf(json).name)).toEqual([
    'Alps (2)',
    'Alps (2) (2)',
  ]);
});

it('a failure to load the views is reported, and they are requested again', async () => {
  api.reject(`GET ${PATH}`, 503, 'Busy');
  const { user } = await open();
  expect(await screen.findByText('Error loading saved views.')).toBeVisible();
  store(1);
  api.on(`GET ${PATH}`, () => ({ body: stored }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect(await names()).toEqual(['View 1']));
});

it("this browser's views stay until the API has them", async () => {
  const key = savedViewsKey(currentOwner());
  const views = [{ id: 'a', name: 'Alps', path: '/users', search: 'search=alp' }];
  localStorage.setItem(key, JSON.stringify(views));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  api.reject(`POST ${PATH}`, 503, 'Busy');
  await open();
  expect(await names()).toEqual(['Alps']);
  expect(localStorage.getItem(key)).not.toBeNull();
});

it("this browser's views stay if its storage cannot be changed", async () => {
  const key = savedViewsKey(currentOwner());
  store(1, { name: 'Alps' });
  localStorage.setItem(key, JSON.stringify([local('Alps', 'search=alp')]));
  const remove = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
    throw new DOMException('The storage is blocked', 'QuotaExceededError');
  });
  await open();
  // A rejection that nobody handles would fail the run.
  await waitFor(() => expect(remove).toHaveBeenCalledWith(key));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(localStorage.getItem(key)).not.toBeNull();
});
