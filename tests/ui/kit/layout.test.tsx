import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Building2, LayoutDashboard, Users } from 'lucide-react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppShell } from '~/kit/layout/app-shell';
import type { NavEntry } from '~/kit/layout/nav-list';
import { activeEntry } from '~/kit/layout/nav-list';
import { themeScript } from '~/kit/layout/theme';
import { noDialog } from '../../support/on-screen';

const ENTRIES: NavEntry[] = [
  { label: 'Dashboard', to: '/dashboard', icon: LayoutDashboard },
  { label: 'Building', to: '/condos', icon: Building2 },
  { label: 'Users', to: '/users', icon: Users },
];

beforeEach(() => document.documentElement.classList.remove('dark'));

async function showShell(path = '/condos') {
  const onLogout = vi.fn<() => void>();
  const root = createRootRoute({
    component: () => (
      <AppShell entries={ENTRIES} welcome="Welcome, Heidi" onLogout={onLogout}>
        <Outlet />
      </AppShell>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '$', component: () => <h1>Screen</h1> }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  render(<RouterProvider router={router} />);
  return { router, onLogout, user: userEvent.setup() };
}

const isDark = () => document.documentElement.classList.contains('dark');

function systemIs(dark: boolean): void {
  const query = Object.assign(window.matchMedia(''), { matches: dark });
  vi.spyOn(window, 'matchMedia').mockReturnValue(query);
}

/** A script of the page runs in jsdom's own window, which the test's window replaces. */
const setOwn = (matchMedia: typeof window.matchMedia) =>
  Object.assign(document.defaultView ?? {}, { matchMedia });
const unmocked = window.matchMedia.bind(window);
// The next file would take a mock that is left for the browser's.
afterEach(() => setOwn(unmocked));

/** Runs the theme's script like the page's head. */
function runThemeScript(): void {
  setOwn(window.matchMedia);
  const script = document.createElement('script');
  script.textContent = themeScript;
  document.head.append(script);
}

describe('the highlighted entry', () => {
  test.each([
    ['/', 'Dashboard'],
    ['/dashboard', 'Dashboard'],
    ['/condos', 'Building'],
    ['/condos/create', 'Building'],
    ['/condos/12', 'Building'],
    ['/users/3/edit', 'Users'],
    ['/users-archive', undefined],
    ['/apartments', undefined],
  ])('at %s is %s', (path, label) => {
    expect(activeEntry(ENTRIES, path)?.label).toBe(label);
  });

  test('is the longest one that fits', () => {
    const nested = { label: 'Archive', to: '/users/archive', icon: Users };
    expect(activeEntry([...ENTRIES, nested], '/users/archive/1')).toBe(nested);
  });
});

test('header and sidebar', async () => {
  const { router, onLogout, user } = await showShell('/condos/12');
  const banner = within(screen.getByRole('banner'));
  expect(banner.getByRole('link', { name: 'Condo Admin' })).toHaveAttribute('href', '/dashboard');
  expect(banner.getByText('Welcome, Heidi')).toBeInTheDocument();
  const sidebar = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(sidebar.getByRole('link', { current: 'page' })).toHaveAccessibleName('Building');
  await user.click(sidebar.getByRole('link', { name: 'Users' }));
  expect(router.state.location.pathname).toBe('/users');
  expect(sidebar.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  await user.click(banner.getByRole('button', { name: 'Logout' }));
  expect(onLogout).toHaveBeenCalledOnce();
});

test('the first Tab skips to the main area and leaves the address alone', async () => {
  const { router, user } = await showShell('/condos?search=bellevue');
  const before = router.state.location.href;
  await user.tab();
  expect(screen.getByRole('link', { name: 'Skip to main content' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
  expect(router.state.location.href).toBe(before);
  expect(window.location.hash).toBe('');
});

test('the drawer closes by going somewhere, also to where one is, and by Escape', async () => {
  const { router, user } = await showShell('/condos');
  const menu = screen.getByRole('button', { name: 'Open menu' });
  const openDrawer = async () => {
    await user.click(menu);
    return screen.findByRole('dialog', { name: 'Menu' });
  };

  const drawer = await openDrawer();
  expect(drawer.contains(document.activeElement)).toBe(true);
  await user.click(within(drawer).getByRole('link', { name: 'Users' }));
  await noDialog();
  expect(router.state.location.pathname).toBe('/users');

  await user.click(within(await openDrawer()).getByRole('link', { name: 'Users' }));
  await noDialog();

  await openDrawer();
  await user.keyboard('{Escape}');
  await noDialog();
  await waitFor(() => expect(menu).toHaveFocus());
});

describe('the theme', () => {
  test.each([
    [null, false, false],
    [null, true, true],
    ['dark', false, true],
    ['light', true, false],
    ['nonsense', true, true],
  ])('stored %s, dark system %s: dark %s before anything is painted', (stored, system, dark) => {
    systemIs(system);
    if (stored) localStorage.setItem('theme', stored);
    runThemeScript();
    expect(isDark()).toBe(dark);
  });

  test.each([
    [false, 'dark', 'light'],
    [true, 'light', 'dark'],
  ])('dark system %s: presses lead to %s, to %s and back', async (dark, opposite, other) => {
    systemIs(dark);
    const { user } = await showShell();
    await user.click(screen.getByRole('button', { name: 'Color theme: system' }));
    expect(isDark()).toBe(!dark);
    expect(localStorage.getItem('theme')).toBe(opposite);
    await user.click(screen.getByRole('button', { name: `Color theme: ${opposite}` }));
    expect(isDark()).toBe(dark);
    await user.click(screen.getByRole('button', { name: `Color theme: ${other}` }));
    expect(localStorage.getItem('theme')).toBeNull();
  });

  test('another tab is followed', async () => {
    systemIs(false);
    await showShell();
    localStorage.setItem('theme', 'dark');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
    expect(isDark()).toBe(true);
    expect(screen.getByRole('button', { name: 'Color theme: dark' })).toBeInTheDocument();
  });
});
