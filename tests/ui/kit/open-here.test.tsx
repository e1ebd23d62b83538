import { screen, waitFor } from '@testing-library/react';
import { CircleUser } from 'lucide-react';
import { expect, it } from 'vitest';
import { ListKeys } from '~/kit/keys/list-keys';
import { NavMenu } from '~/kit/layout/app-shell';
import { UserMenu } from '~/kit/layout/user-menu';
import { PaletteButton } from '~/search/screens/palette-button';
import { renderScreen } from '../../support/on-screen';

const ENTRIES = [{ label: 'Account', to: '/account', icon: CircleUser }];

/** Renders the parts that stay while screens change, on their second screen. */
async function showHeader() {
  const opened = await renderScreen(
    <>
      <ListKeys />
      <PaletteButton screens={ENTRIES} />
      <UserMenu text="Welcome, Heidi" entries={ENTRIES} />
      <NavMenu entries={ENTRIES} />
    </>,
    '/screens/$',
  );
  await opened.router.navigate({ href: '/screens/2' });
  return opened;
}

it.each([
  {
    what: 'the palette',
    role: 'dialog',
    name: 'Search everything',
    press: '{Control>}k{/Control}',
  },
  { what: 'the list of keys', role: 'dialog', name: 'Keyboard shortcuts', press: '?' },
  { what: 'the user’s menu', role: 'menu', name: 'Welcome, Heidi', button: 'Welcome, Heidi' },
  { what: 'the drawer', role: 'dialog', name: 'Menu', button: 'Open menu' },
])('$what closes by Back, and stays so by Forward', async ({ role, name, press, button }) => {
  const { user, router } = await showHeader();
  if (button) await user.click(screen.getByRole('button', { name: button }));
  else await user.keyboard(press ?? '');
  await screen.findByRole(role, { name });
  router.history.back();
  await waitFor(() => expect(screen.queryByRole(role, { name })).toBeNull());
  router.history.forward();
  await waitFor(() => expect(router.state.location.pathname).toBe('/screens/2'));
  await waitFor(() => expect(router.state.status).toBe('idle'));
  expect(screen.queryByRole(role, { name })).toBeNull();
});
