import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { LayoutDashboard } from 'lucide-react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageHeader } from '~/kit/ui/card';
import { setTheme } from '~/kit/layout/theme';
import { currentOwner, startSession } from '~/rpc/session-store';
import { logOut } from '~/accounts/log-out';
import { PaletteButton } from '~/search/screens/palette-button';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { recentsKey } from '~/kit/ui/storage';
import { aUser } from '../../support/builders';
import {
  button,
  dialog,
  noDialog,
  PressBeforePaint,
  renderScreen,
  textsOf,
  type OpenedScreen,
} from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { userPage } from '../users/user-fixtures';

const CONDOS_CALL = 'GET /admin/condos';
const USERS_CALL = 'GET /admin/users';
const APARTMENTS_CALL = 'GET /admin/apartments';

const SCREENS = [{ label: 'Dashboard', to: '/dashboard', icon: LayoutDashboard, letter: 'd' }];

beforeEach(() => {
  const seestrasse = { id: 7, name: 'Seestrasse 7', city: 'Thun' };
  api
    .serve({
      '/admin/condos': [seestrasse, { id: 8, name: 'Höfli 8', city: 'Bern' }],
      '/admin/invitations': [{ id: 3, email: 'neu@hoefli.ch', role: 'owner' }],
      '/admin/apartments': [{ id: 31, condo_id: 7, apartment_number: '1A' }],
    })
    .on(USERS_CALL, ({ query }) =>
      userPage([{ id: 4, first_name: 'Ada', email: `${query.search}@x.ch`, is_active: true }]),
    );
});

const PALETTE = <PaletteButton screens={SCREENS} />;

const render = () => renderScreen(PALETTE, '/condos');

async function openPalette({ user }: OpenedScreen): Promise<void> {
  await user.keyboard('{Control>}k{/Control}');
  await dialog('Search everything');
}

async function open() {
  const opened = await render();
  await openPalette(opened);
  return opened;
}

const input = () => screen.getByRole('combobox', { name: 'Search everything' });
const option = (name: string | RegExp) => screen.findByRole('option', { name });
const group = (name: string) => within(screen.getByRole('group', { name }));

it('preloads what Enter would open, once it rests there', async () => {
  const { user, router } = await open();
  const preload = vi.spyOn(router, 'preloadRoute').mockResolvedValue(undefined);
  await user.keyboard('höfli');
  await waitFor(() =>
    expect(preload).toHaveBeenCalledWith(expect.objectContaining({ to: '/condos/8' })),
  );
  await user.keyboard('{Escape}');
  await noDialog();
});

describe('opening and closing', () => {
  it('opens by its button, and Escape returns the focus to it', async () => {
    const { user, press } = await render();
    await press('Search everything');
    await waitFor(() => expect(input()).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button('Search everything')).toHaveFocus());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])('%s opens and closes', async (keys) => {
    const { user } = await render();
    await user.keyboard(keys);
    await dialog();
    await user.keyboard(keys);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens by a key that is pressed as soon as the page is to be seen', async () => {
    const press = { key: 'k', ctrlKey: true };
    await renderScreen(
      <>
        {PALETTE}
        <PressBeforePaint press={press} />
      </>,
    );
    expect(await dialog('Search everything')).toBeVisible();
  });

  it('stays away from other dialogs', async () => {
    const { user } = await renderScreen(<div data-modal-layer>{PALETTE}</div>);
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('asks for buildings and invitations once, and for nothing before it opens', async () => {
    const opened = await render();
    expect(api.calls).toHaveLength(0);
    for (let time = 0; time < 2; time += 1) {
      await openPalette(opened);
      await opened.user.keyboard('höfli');
      await option(/^Höfli 8/);
      await opened.user.keyboard('{Escape}');
      await noDialog();
    }
    expect(api.made(CONDOS_CALL)).toHaveLength(1);
    expect(api.made('GET /admin/invitations')).toHaveLength(1);
  });
});

describe('what it finds', () => {
  it('screens and actions without a query', async () => {
    await open();
    const dashboard = group('Screens').getByRole('option', { name: 'Dashboard' });
    expect(dashboard).toHaveTextContent(/^Dashboard g d$/);
    expect(group('Actions').getByRole('option', { name: 'Add New Building' })).toBeVisible();
    const keys = group('Actions').getByRole('option', { name: 'Keyboard shortcuts' });
    expect(keys).toHaveTextContent(/^Keyboard shortcuts \?$/);
  });

  it('the first hit is active and opens with Enter', async () => {
    const { user, router } = await open();
    await user.keyboard('seestr');
    const hit = await option('Seestrasse 7 Thun');
    await waitFor(() => expect(input()).toHaveAttribute('aria-activedescendant', hit.id));
    expect(hit).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/condos/7'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('buildings, people, apartments, invitations and actions, and says how many', async () => {
    const { user } = await open();
    await user.keyboard('ho');
    await option('Ada ho@x.ch');
    await option(/^Unit 1A/);
    expect(group('Buildings').getAllByRole('option')).toHaveLength(1);
    expect(group('Apartments').getByRole('option', { name: 'Unit 1A Seestrasse 7' })).toBeVisible();
    expect(group('Invitations').getByRole('option', { name: /^neu@hoefli/ })).toBeVisible();
    expect(group('Actions').getByRole('option', { name: 'Invite to Höfli 8 Bern' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('7 results'));
  });

  it('nothing, and says so', async () => {
    api.serve({ '/admin/users': { data: [] }, '/admin/apartments': [] });
    const { user } = await open();
    await user.keyboard('qqq');
    expect(await screen.findByText('Nothing matches “qqq”.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('No results'));
  });
});

describe('records by a number', () => {
  it('finds a building, and a person that the search does not find, by their ids', async () => {
    api.serve({ '/admin/users/8': aUser({ id: 8, first_name: 'Bea' }) });
    const { user } = await open();
    await user.keyboard('8');
    expect(await option(/^Höfli 8/)).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Backspace}#8');
    expect(await option(/^Höfli 8/)).toBeVisible();
    expect(await option(/^Bea/)).toBeVisible();
  });

  it('finds an apartment by words of its building and its number', async () => {
    api.on(APARTMENTS_CALL, ({ query }) => ({
      body: query.condo_id === '7' ? [{ id: 31, condo_id: 7, apartment_number: 'K3' }] : [],
    }));
    const { user } = await open();
    await user.keyboard('see k3');
    expect(await option(/^Unit K3 Seestrasse 7/)).toBeVisible();
    expect(api.queries(APARTMENTS_CALL).map(({ condo_id }) => condo_id)).not.toContain('8');
  });
});

describe('actions of the screen', () => {
  it('presses the buttons of its head, for the record that it shows', async () => {
    const pressed: string[] = [];
    const remove = <button onClick={() => pressed.push('Delete')}>Delete</button>;
    const opened = await renderScreen(
      <main>
        <PageHeader title="Seestrasse 7" actions={remove} />
        {PALETTE}
      </main>,
      '/condos/7',
    );
    await openPalette(opened);
    await opened.user.keyboard('dele');
    expect(await option(/^Delete Seestrasse 7/)).toBeVisible();
    await opened.user.keyboard('{Enter}');
    await waitFor(() => expect(pressed).toEqual(['Delete']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    {
      is_active: true,
      names: [
        'Invite',
        'Edit',
        'Add association',
        "Export this person's data",
        'Merge with...',
        'Delete',
      ],
    },
    { is_active: false, names: ["Export this person's data", 'Erase this person'] },
  ])('are those of the person on the screen: $names', async ({ is_active, names }) => {
    const ada = { id: 4, first_name: 'Ada', last_name: 'Keller', is_active };
    api.serve({ '/admin/users/4': aUser(ada) });
    const opened = await renderScreen(
      <main>
        <UserDetailPage userId={4} />
        {PALETTE}
      </main>,
      '/users/4',
    );
    await screen.findByRole('button', { name: "Export this person's data" });
    await openPalette(opened);
    await opened.user.keyboard('User Details Keller');
    const last = await option(new RegExp(`^${names.at(-1)} `));
    expect(textsOf(group('Actions').getAllByRole('option'))).toEqual(
      names.map((name) => `${name} User Details Ada Keller${name === 'Edit' ? ' e' : ''}`),
    );
    await opened.user.click(last);
    expect(await dialog()).toHaveTextContent('Ada Keller');
  });

  it('has the themes by their names', async () => {
    const { user } = await open();
    expect(screen.queryByRole('option', { name: 'Theme: Dark' })).toBeNull();
    await user.keyboard('dark');
    await user.click(await option('Theme: Dark'));
    expect(document.documentElement).toHaveClass('dark');
    setTheme('system');
  });
});

describe('the search of the API', () => {
  it('begins with the second letter, after a pause, with page 1 alone', async () => {
    const { user } = await open();
    await user.keyboard('a');
    await option(/^Seestrasse/);
    await user.keyboard('da');
    await option('Ada ada@x.ch');
    expect(api.queries(USERS_CALL)).toEqual([
      { search: 'ada', page: '1', page_size: '10', with_total: 'true' },
    ]);
    await option(/^Unit 1A/);
    expect(api.queries(APARTMENTS_CALL)).toEqual([{ search: 'ada' }]);
  });

  it('finds apartments while the people are still awaited', async () => {
    const release = api.hold(USERS_CALL, () => ({ body: { data: [] } }));
    const { user } = await open();
    await user.keyboard('ada');
    await option(/^Unit 1A/);
    expect(screen.getByText('Searching...')).toBeVisible();
    release();
    await waitFor(() => expect(screen.queryByText('Searching...')).toBeNull());
  });

  it('that fails shows in its group with Retry; what others found stays', async () => {
    api.reject(USERS_CALL, 400, 'No people today');
    const { user, press } = await open();
    await user.keyboard('thun');
    const people = await screen.findByRole('group', { name: 'People' });
    expect(within(people).getByRole('alert')).toHaveTextContent('No people today');
    expect(await option('Seestrasse 7 Thun')).toBeVisible();
    expect(await option('Unit 1A Seestrasse 7')).toBeVisible();
    api.serve({ '/admin/users': { data: [{ id: 4, email: 'thun@x.ch', is_active: true }] } });
    await press('Retry');
    await option('thun@x.ch');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

const recents = () => recentsKey(currentOwner());
const keepRecents = (...kept: unknown[]) => localStorage.setItem(recents(), JSON.stringify(kept));

describe('what was opened lately', () => {
  it('comes first the next time, and goes with Logout', async () => {
    const { user, router } = await open();
    await user.keyboard('höfli');
    await user.click(await option('Höfli 8 Bern'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/condos/8'));
    cleanup();
    await open();
    expect(await screen.findByRole('group', { name: 'Recent' })).toHaveTextContent('Höfli 8');
    expect(screen.getAllByRole('option')[0]).toHaveTextContent('Höfli 8');
    const item = recents();
    expect(localStorage.getItem(item)).toContain('Höfli');
    void logOut();
    expect(localStorage.getItem(item)).toBeNull();
  });

  it('belongs to the account', async () => {
    keepRecents({ key: 'condo 8', label: 'Höfli 8', target: '/condos/8' });
    startSession({ token: 'o', user: { email: 'other@example.com' } });
    await open();
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull();
  });

  it('is without what is unreadable, leads elsewhere, or no longer exists', async () => {
    keepRecents(
      null,
      { key: 'condo 99', label: 'Deleted', target: '/condos/99' },
      { key: 'user 1', label: 'Evil', target: '//evil.example' },
      { key: 'user 4', label: 'Ada', target: '/users/4' },
    );
    const { user } = await open();
    await user.keyboard('h');
    await option(/^Höfli/);
    await user.keyboard('{Backspace}');
    expect(await screen.findByRole('group', { name: 'Recent' })).toHaveTextContent(/^Recent ?Ada$/);
  });
});
