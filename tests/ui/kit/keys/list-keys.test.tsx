import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListKeys, openKeyHelp } from '~/kit/keys/list-keys';
import { condoSearch } from '~/condos/search';
import { CondosPage } from '~/condos/screens/condos-page';
import { invitationSearch } from '~/invitations/search';
import { PendingInvitationsPage } from '~/invitations/screens/pending-invitations-page';
import { turnShortcuts } from '~/kit/keys/shortcut-of';
import { dialog, noDialog, PressBeforePaint, renderScreen } from '../../../support/on-screen';
import { api } from '../../../support/stub-transport';

const CONDOS = [
  { id: 1, name: 'Alpenblick' },
  { id: 2, name: 'Bellevue' },
  { id: 3, name: 'Chalet' },
];

beforeEach(() => {
  api
    .on('GET /admin/condos', ({ query }) => ({
      body: CONDOS.filter(({ name }) => name.toLowerCase().includes(query.search ?? '')),
    }))
    .serve({ '/admin/invitations': ['a@x.ch', 'b@x.ch'].map((email, id) => ({ id, email })) });
});

afterEach(() => turnShortcuts(true));

async function openCondos() {
  const opened = await renderScreen(
    (search) => (
      <>
        <CondosPage query={condoSearch.read(search)} />
        <ListKeys />
      </>
    ),
    '/condos',
  );
  await screen.findByRole('link', { name: 'Chalet' });
  return opened;
}

/** Has the code that opens a hit: without it everything would stay where it is. */
async function loadKeys(user: UserEvent): Promise<void> {
  await user.keyboard('j');
  await waitFor(() => expect(name('Alpenblick')).toHaveFocus());
}

const name = (text: string) => screen.getByRole('link', { name: text });

describe('screens', () => {
  it('g and then a letter open one, but not where they are typed or another key is between', async () => {
    const screens = [{ to: '/users', letter: 'u' }];
    const { user, router } = await renderScreen(
      <>
        <input aria-label="Notes" />
        <button>Elsewhere</button>
        <ListKeys screens={screens} />
      </>,
      '/condos',
    );
    await user.keyboard('gzug{Control>}u{/Control}');
    await user.type(screen.getByLabelText('Notes'), 'gu');
    turnShortcuts(false);
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    await user.keyboard('gu');
    turnShortcuts(true);
    expect(screen.getByLabelText('Notes')).toHaveValue('gu');
    expect(router.state.location.pathname).toBe('/condos');
    await user.keyboard('gu');
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
  });
});

describe('rows', () => {
  it('j and k walk them and stop at the ends; Enter opens', async () => {
    const { user, router } = await openCondos();
    await user.keyboard('j');
    await waitFor(() => expect(name('Alpenblick')).toHaveFocus());
    await user.keyboard('jj');
    await waitFor(() => expect(name('Chalet')).toHaveFocus());
    await user.keyboard('j');
    await user.keyboard('k');
    await waitFor(() => expect(name('Bellevue')).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/condos/2'));
  });

  it('arrows walk them, too, and from any control of a row', async () => {
    const { user } = await openCondos();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(name('Alpenblick')).toHaveFocus());
    const row = screen.getByRole('row', { name: /Alpenblick/ });
    within(row).getByRole('button', { name: 'Delete' }).focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(name('Bellevue')).toHaveFocus());
    await user.keyboard('{ArrowUp}');
    await waitFor(() => expect(name('Alpenblick')).toHaveFocus());
  });

  it('without a link get the focus themselves', async () => {
    const { user } = await renderScreen(
      <>
        <PendingInvitationsPage query={invitationSearch.defaults} />
        <ListKeys />
      </>,
      '/pending-invitations',
    );
    const row = await screen.findByRole('row', { name: /b@x.ch/ });
    await user.keyboard('jj');
    await waitFor(() => expect(row).toHaveFocus());
  });
});

describe('the search', () => {
  it('gets the focus by / as soon as the page is to be seen', async () => {
    await renderScreen(
      <>
        <input type="search" />
        <ListKeys />
        <PressBeforePaint press={{ key: '/' }} />
      </>,
    );
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });

  it('gets the focus by /, and its text is selected', async () => {
    const { user } = await openCondos();
    await user.keyboard('/');
    const search = screen.getByRole('searchbox');
    expect(search).toHaveFocus();
    await user.keyboard('chal/j');
    expect(search).toHaveValue('chal/j');
    (document.activeElement instanceof HTMLElement ? document.activeElement : null)?.blur();
    await user.keyboard('/x');
    expect(search).toHaveValue('x');
  });

  it('opens the first hit of its own answer by Enter', async () => {
    const { user, router } = await openCondos();
    await user.keyboard('/chal{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/condos/3'));
    router.history.back();
    await waitFor(() => expect(router.state.location.search).toMatchObject({ search: 'chal' }));
  });

  it('opens the exact hit by Enter, by name or by address, else what begins with the search', async () => {
    const SEESTRASSE = [
      { id: 4, name: 'An der Seestrasse 12' },
      { id: 5, name: 'Seestrasse 121' },
      { id: 6, name: 'Seestrasse 12' },
      { id: 7, name: 'Villa', address: 'Seestr. 7' },
    ];
    api.on('GET /admin/condos', ({ query }) => ({ body: query.search ? SEESTRASSE : CONDOS }));
    const { user, router } = await openCondos();
    for (const [search, id] of [
      ['seestr. 12', 6],
      ['SEESTRASSE 7', 7],
      ['seestrasse 1', 5],
    ] as const) {
      await user.keyboard('/');
      await user.keyboard(`${search}{Enter}`);
      await waitFor(() => expect(router.state.location.pathname).toBe(`/condos/${id}`));
      router.history.back();
      await waitFor(() => expect(router.state.location.pathname).toBe('/condos'));
      await screen.findByRole('searchbox');
    }
  });

  it('stays when something is typed after Enter, or nothing is found', async () => {
    const held: Array<() => void> = [];
    const { user, router } = await openCondos();
    await loadKeys(user);
    api.on('GET /admin/condos', async ({ query }) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return { body: query.search === 'zzz' ? [] : CONDOS };
    });
    const answer = async (count: number) => {
      await waitFor(() => expect(held).toHaveLength(count));
      for (const release of held) release();
    };
    await user.keyboard('/b{Enter}');
    await waitFor(() => expect(held).toHaveLength(1));
    await user.keyboard('e');
    await answer(2);
    await waitFor(() => expect(router.state.location.search).toMatchObject({ search: 'be' }));
    await user.clear(screen.getByRole('searchbox'));
    await user.keyboard('zzz{Enter}');
    await answer(3);
    expect(await screen.findByText('No buildings match')).toBeVisible();
    expect(router.state.location.pathname).toBe('/condos');
  });

  it('stays when something is typed while the code of the key is loading', async () => {
    const { user, router } = await openCondos();
    await loadKeys(user);
    await user.keyboard('/b');
    const search = screen.getByRole('searchbox');
    // Within one task: what the key does comes after both.
    fireEvent.keyDown(search, { key: 'Enter' });
    fireEvent.input(search, { target: { value: 'be' } });
    await waitFor(() => expect(router.state.location.search).toMatchObject({ search: 'be' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Alpenblick' })).toBeNull());
    await afterFrames();
    expect(router.state.location.pathname).toBe('/condos');
  });
});

/** When whoever waits for a settled list has seen it. */
async function afterFrames(): Promise<void> {
  for (let frame = 0; frame < 5; frame += 1) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
}

describe('the list of keys', () => {
  it('opens by ?, and its switch turns them off, for good', async () => {
    const { user } = await openCondos();
    await user.keyboard('?');
    const help = within(await dialog('Keyboard shortcuts'));
    const toggle = help.getByRole('switch', { name: 'Single-key shortcuts' });
    expect(toggle).toBeChecked();
    await user.click(toggle);
    expect(toggle).not.toBeChecked();
    expect(localStorage.getItem('shortcuts')).toBe('off');
    await user.keyboard('{Escape}');
    await noDialog();
    await user.keyboard('?/jx');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('searchbox')).not.toHaveFocus();
  });

  it('opens from elsewhere while they are off, and works with a blocked storage', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    turnShortcuts(false);
    const { user } = await openCondos();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).not.toHaveFocus();
    openKeyHelp();
    await user.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }));
    await user.keyboard('{Escape}');
    await noDialog();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });
});

describe('records', () => {
  it('x chooses the focused row, and nothing without one', async () => {
    const { user } = await openCondos();
    await screen.findByRole('checkbox', { name: 'Select Alpenblick' });
    await user.keyboard('x');
    await loadKeys(user);
    await user.keyboard('jx');
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'Select Bellevue' })).toBeChecked(),
    );
    expect(screen.getByRole('checkbox', { name: 'Select Alpenblick' })).not.toBeChecked();
    await user.keyboard('x');
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'Select Bellevue' })).not.toBeChecked(),
    );
  });

  it('e edits the focused row, and nothing on a list without one', async () => {
    const { user, router } = await openCondos();
    await user.keyboard('e');
    await loadKeys(user);
    expect(router.state.location.pathname).toBe('/condos');
    await user.keyboard('e');
    await waitFor(() => expect(router.state.location.href).toBe('/condos/1#edit'));
  });

  it('c creates', async () => {
    const { user, router } = await openCondos();
    await user.keyboard('c');
    await waitFor(() => expect(router.state.location.pathname).toBe('/condos/create'));
  });
});
