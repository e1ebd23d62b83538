import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { LayoutDashboard } from 'lucide-react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PageHeader } from '~/components/layout/page-header';
import { setTheme } from '~/components/layout/theme';
import { sessionOwner, startSession } from '~/data/session/session-store';
import { logOut } from '~/data/session/log-out';
import { PaletteButton } from '~/features/palette/palette-button';
import { UserDetailPage } from '~/features/users/user-detail-page';
import { recentsItem } from '~/lib/kept-items';
import { aUser } from '../../../support/builders';
import { PressBeforePaint } from '../../../support/press-before-paint';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

const SESSION = { token: 't', user: { email: 'ada@example.com', role: 'super_admin' } };
const RECENTS = recentsItem(sessionOwner(SESSION));
const CONDOS_CALL = 'GET /admin/condos';
const USERS_CALL = 'GET /admin/users';
const APARTMENTS_CALL = 'GET /admin/apartments';
const INVITATIONS_CALL = 'GET /admin/invitations';

const SCREENS = [{ label: 'Dashboard', to: '/dashboard', icon: LayoutDashboard }];

beforeEach(() => {
  api
    .on(CONDOS_CALL, () => ({
      body: [
        { id: 7, name: 'Seestrasse 7', city: 'Thun' },
        { id: 8, name: 'Höfli 8', city: 'Bern' },
      ],
    }))
    .on(INVITATIONS_CALL, () => ({ body: [{ id: 3, email: 'neu@hoefli.ch', role: 'owner' }] }))
    .on(USERS_CALL, ({ query }) => ({
      body: {
        data: [{ id: 4, first_name: 'Ada', email: `${query.search}@x.ch`, is_active: true }],
        pagination: { current_page: 1, total_pages: 1 },
      },
    }))
    .on(APARTMENTS_CALL, () => ({ body: [{ id: 31, condo_id: 7, apartment_number: '1A' }] }));
});

async function open() {
  const opened = await renderScreen(<PaletteButton screens={SCREENS} />, { path: '/condos' });
  await opened.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Search everything' });
  return opened;
}

const input = () => screen.getByRole('combobox', { name: 'Search everything' });
const option = (name: string | RegExp) => screen.findByRole('option', { name });
const group = (name: string) => within(screen.getByRole('group', { name }));

describe('opening and closing', () => {
  it('opens by its button, and Escape returns the focus to it', async () => {
    const { user } = await renderScreen(<PaletteButton screens={SCREENS} />, { path: '/condos' });
    const button = screen.getByRole('button', { name: 'Search everything' });
    await user.click(button);
    await waitFor(() => expect(input()).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])('%s opens and closes', async (keys) => {
    const { user } = await renderScreen(<PaletteButton screens={SCREENS} />, { path: '/condos' });
    await user.keyboard(keys);
    await screen.findByRole('dialog');
    await user.keyboard(keys);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens by a key that is pressed as soon as the page is to be seen', async () => {
    const press = { key: 'k', ctrlKey: true };
    await renderScreen(
      <>
        <PaletteButton screens={SCREENS} />
        <PressBeforePaint press={press} />
      </>,
    );
    expect(await screen.findByRole('dialog', { name: 'Search everything' })).toBeVisible();
  });

  it('stays away from other dialogs', async () => {
    const { user } = await renderScreen(
      <div data-modal-layer>
        <PaletteButton screens={SCREENS} />
      </div>,
    );
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('asks for buildings and invitations once, and for nothing before it opens', async () => {
    const { user } = await renderScreen(<PaletteButton screens={SCREENS} />, { path: '/condos' });
    expect(api.calls).toHaveLength(0);
    for (let time = 0; time < 2; time += 1) {
      await user.keyboard('{Control>}k{/Control}');
      await screen.findByRole('dialog');
      await user.keyboard('höfli');
      await option(/^Höfli 8/);
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(api.made(CONDOS_CALL)).toHaveLength(1);
    expect(api.made(INVITATIONS_CALL)).toHaveLength(1);
  });
});

describe('what it finds', () => {
  it('screens and actions without a query', async () => {
    await open();
    expect(group('Screens').getByRole('option', { name: 'Dashboard' })).toBeVisible();
    expect(group('Actions').getByRole('option', { name: 'Add New Building' })).toBeVisible();
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

  it('an action with its building', async () => {
    const { user, router } = await open();
    await user.keyboard('invite thun');
    await user.click(await option('Invite to Seestrasse 7 Thun'));
    await waitFor(() => expect(router.state.location.href).toBe('/users/invite?condo_id=7'));
  });

  it('nothing, and says so', async () => {
    api.on(USERS_CALL, () => ({ body: { data: [], pagination: {} } }));
    api.on(APARTMENTS_CALL, () => ({ body: [] }));
    const { user } = await open();
    await user.keyboard('qqq');
    expect(await screen.findByText('Nothing matches “qqq”.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('No results'));
  });
});

describe('records by a number', () => {
  it('finds a building, and a person that the search does not find, by their ids', async () => {
    api.on('GET /admin/users/8', () => ({
      body: { id: 8, first_name: 'Bea', email: 'bea@x.ch', is_active: true },
    }));
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
    expect(api.made(APARTMENTS_CALL).map(({ query }) => query.condo_id)).not.toContain('8');
  });
});

describe('actions of the screen', () => {
  it('presses the buttons of its head, for the record that it shows', async () => {
    const pressed: string[] = [];
    const { user } = await renderScreen(
      <main>
        <PageHeader
          title="Seestrasse 7"
          actions={<button onClick={() => pressed.push('Delete')}>Delete</button>}
        />
        <PaletteButton screens={SCREENS} />
      </main>,
      { path: '/condos/7' },
    );
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Search everything' });
    await user.keyboard('dele');
    expect(await option(/^Delete Seestrasse 7/)).toBeVisible();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(pressed).toEqual(['Delete']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    { is_active: true, names: ['Edit', "Export this person's data", 'Delete'] },
    { is_active: false, names: ["Export this person's data", 'Erase this person'] },
  ])('are those of the person on the screen: $names', async ({ is_active, names }) => {
    api.on('GET /admin/users/4', () => ({
      body: aUser({ id: 4, first_name: 'Ada', last_name: 'Keller', is_active }),
    }));
    const { user } = await renderScreen(
      <main>
        <UserDetailPage userId={4} />
        <PaletteButton screens={SCREENS} />
      </main>,
      { path: '/users/4' },
    );
    await screen.findByRole('button', { name: "Export this person's data" });
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Search everything' });
    await user.keyboard('User Details Keller');
    const last = names.at(-1) ?? '';
    await option(new RegExp(`^${last} `));
    expect(
      group('Actions')
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(names.map((name) => `${name} User Details Ada Keller`));
    await user.click(await option(new RegExp(`^${last} `)));
    expect(await screen.findByRole('dialog')).toHaveTextContent('Ada Keller');
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
    expect(api.made(USERS_CALL).map(({ query }) => query)).toEqual([
      { search: 'ada', page: '1', page_size: '10', with_total: 'true' },
    ]);
    await option(/^Unit 1A/);
    expect(api.made(APARTMENTS_CALL).map(({ query }) => query)).toEqual([{ search: 'ada' }]);
  });

  it('finds apartments while the people are still awaited', async () => {
    const people = Promise.withResolvers<{ body: object }>();
    api.on(USERS_CALL, () => people.promise);
    const { user } = await open();
    await user.keyboard('ada');
    await option(/^Unit 1A/);
    expect(screen.getByText('Searching...')).toBeVisible();
    people.resolve({ body: { data: [], pagination: {} } });
    await waitFor(() => expect(screen.queryByText('Searching...')).toBeNull());
  });

  it('that fails shows in its group with Retry; what others found stays', async () => {
    api.on(USERS_CALL, () => ({ status: 400, body: { detail: 'No people today' } }));
    const { user } = await open();
    await user.keyboard('thun');
    const people = await screen.findByRole('group', { name: 'People' });
    expect(within(people).getByRole('alert')).toHaveTextContent('No people today');
    expect(await option('Seestrasse 7 Thun')).toBeVisible();
    expect(await option('Unit 1A Seestrasse 7')).toBeVisible();
    api.on(USERS_CALL, () => ({
      body: { data: [{ id: 4, email: 'thun@x.ch', is_active: true }], pagination: {} },
    }));
    await user.click(within(people).getByRole('button', { name: 'Retry' }));
    await option('thun@x.ch');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

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
    expect(localStorage.getItem(RECENTS)).toContain('Höfli');
    void logOut();
    expect(localStorage.getItem(RECENTS)).toBeNull();
  });

  it('belongs to the account', async () => {
    localStorage.setItem(
      RECENTS,
      JSON.stringify([{ key: 'condo 8', label: 'Höfli 8', target: '/condos/8' }]),
    );
    startSession({ token: 'o', user: { email: 'other@example.com' } });
    await open();
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull();
  });

  it('is without what is unreadable, leads elsewhere, or no longer exists', async () => {
    localStorage.setItem(
      RECENTS,
      JSON.stringify([
        null,
        { key: 'condo 99', label: 'Deleted', target: '/condos/99' },
        { key: 'user 1', label: 'Evil', target: '//evil.example' },
        { key: 'user 4', label: 'Ada', target: '/users/4' },
      ]),
    );
    const { user } = await open();
    await user.keyboard('h');
    await option(/^Höfli/);
    await user.keyboard('{Backspace}');
    const recent = await screen.findByRole('group', { name: 'Recent' });
    expect(
      within(recent)
        .getAllByRole('option')
        .map(({ textContent }) => textContent?.trim()),
    ).toEqual(['Ada']);
  });
});
