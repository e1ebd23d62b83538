import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PaletteButton } from '~/search/screens/palette-button';
import { SavedViewsButton } from '~/search/screens/saved-views-button';
import { dialog, noDialog, renderScreen, textsOf } from '../../support/on-screen';

/* With an external API they are kept in this browser. */
beforeEach(() => vi.stubEnv('API_BASE_URL', 'https://api.example/api'));

async function open(search = '?search=alp&page=3') {
  const opened = await renderScreen(
    <>
      <SavedViewsButton />
      <PaletteButton screens={[]} />
    </>,
    '/users',
  );
  await opened.router.navigate({ href: `/users${search}` });
  await opened.press('Save view');
  await dialog('Saved views');
  return opened;
}

const nameField = () => screen.getByRole('textbox', { name: 'Name of the view' });
const list = () => within(screen.getByRole('list', { name: 'Saved views' }));
const names = () => textsOf(list().getAllByRole('link'));

/** Opens the dialog and saves the filters of the address by this name. */
async function save(name: string) {
  const opened = await open();
  await opened.user.type(nameField(), `${name}{Enter}`);
  return {
    ...opened,
    pressInList: (label: string) => opened.user.click(list().getByRole('button', { name: label })),
  };
}

it('need a filtered list and a name', async () => {
  await open('');
  expect(screen.getByText(/^Search, filter or sort/)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  cleanup();
  const { press } = await open();
  await press('Save');
  expect(await screen.findByRole('alert')).toHaveTextContent('A name is required');
});

it('are saved without the page, and lead to the same filters', async () => {
  const { user, router } = await save(' Alps ');
  expect(names()).toEqual(['Alps']);
  expect(nameField()).toHaveValue('');
  await router.navigate({ href: '/users' });
  await user.click(list().getByRole('link', { name: 'Alps' }));
  await waitFor(() => expect(router.state.location.href).toBe('/users?search=alp'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('say which one is open, in the dialog and on the button, which opens them', async () => {
  const { user, press, router } = await save('Alps');
  expect(list().getByText('Open')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'View: Alps' })).toBeVisible();
  await router.navigate({ href: '/users?page=2&search=alp' });
  expect(await screen.findByRole('button', { name: 'View: Alps' })).toBeVisible();
  await router.navigate({ href: '/users?search=other' });
  await press('Views');
  await dialog('Saved views');
  expect(list().getByRole('link', { name: 'Alps' })).toBeVisible();
  expect(list().queryByText('Open')).toBeNull();
});

it('with a star come first; the same name takes the place of the old view', async () => {
  const { user } = await save('Beta');
  for (const name of ['Alpha', 'beta']) await user.type(nameField(), `${name}{Enter}`);
  expect(names()).toEqual(['Alpha', 'beta']);
  const star = list().getAllByRole('button', { name: 'Star' })[1];
  expect(star).toHaveAccessibleDescription('beta');
  if (star) await user.click(star);
  expect(names()).toEqual(['beta', 'Alpha']);
  expect(list().getAllByRole('button', { name: 'Star', pressed: true })).toHaveLength(1);
});

it('are renamed, and deleted after a question', async () => {
  const { user, pressInList } = await save('Alps');
  await pressInList('Rename');
  const rename = screen.getByRole('textbox', { name: 'New name' });
  expect(rename).toHaveFocus();
  await user.clear(rename);
  await user.type(rename, 'Mountains{Enter}');
  expect(names()).toEqual(['Mountains']);
  await pressInList('Delete');
  await pressInList('Cancel');
  expect(names()).toEqual(['Mountains']);
  await pressInList('Delete');
  await pressInList('Delete');
  expect(screen.queryByRole('list', { name: 'Saved views' })).toBeNull();
});

it('say when the storage is full, and keep what was typed', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await save('Alps');
  expect(screen.getByRole('alert')).toHaveTextContent(/full or blocked/);
  expect(nameField()).toHaveValue('Alps');
  expect(screen.queryByRole('list', { name: 'Saved views' })).toBeNull();
});

it('are found in the palette', async () => {
  const { user, router, pressInList } = await save('Alps');
  await pressInList('Star');
  await user.keyboard('{Escape}');
  await noDialog();
  await router.navigate({ href: '/users' });
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('option', { name: '★ Alps Users' }));
  await waitFor(() => expect(router.state.location.href).toBe('/users?search=alp'));
});
