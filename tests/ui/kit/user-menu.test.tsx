import { screen, waitFor } from '@testing-library/react';
import { CircleUser, History, Users } from 'lucide-react';
import { beforeAll, expect, test } from 'vitest';
import type { ReactNode } from 'react';
import { ListKeys } from '~/kit/keys/list-keys';
import { UserMenu } from '~/kit/layout/user-menu';
import { dialog, noDialog, renderScreen } from '../../support/on-screen';

const ENTRIES = [
  { label: 'Account', to: '/account', icon: CircleUser },
  { label: 'Administrators', to: '/administrators', icon: Users },
  { label: 'Activity', to: '/activity', icon: History },
];

/** Loaded with the first menu that opens. */
beforeAll(() => import('~/kit/menu/menu'));

async function showMenu(beside?: ReactNode) {
  const screenTools = await renderScreen(
    <>
      <UserMenu text="Welcome, Heidi" entries={ENTRIES} />
      <button type="button">After</button>
      {beside}
    </>,
  );
  return { ...screenTools, button: screen.getByRole('button', { name: 'Welcome, Heidi' }) };
}

const firstItem = () => screen.findByRole('menuitem', { name: 'Account' });
const item = (name: string) => screen.getByRole('menuitem', { name });

test('opens by keyboard on its first entry; arrows, Home and End move and go round', async () => {
  const { user, button } = await showMenu();
  expect(button).toHaveAttribute('aria-expanded', 'false');
  button.focus();
  await user.keyboard('{Enter}');
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(await firstItem()).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(item('Keyboard shortcuts')).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(item('Administrators')).toHaveFocus();
  await user.keyboard('{End}');
  expect(item('Keyboard shortcuts')).toHaveFocus();
  await user.keyboard('{Home}');
  expect(item('Account')).toHaveFocus();
  await user.keyboard('ac');
  await waitFor(() => expect(item('Activity')).toHaveFocus());
});

test('Escape closes and returns the focus; the down arrow opens again', async () => {
  const { user, button } = await showMenu();
  await user.click(button);
  expect(await firstItem()).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(await firstItem()).toHaveFocus();
});

test('the last entry shows the keys, and gives the focus back to the menu', async () => {
  const { user, button } = await showMenu(<ListKeys />);
  await user.click(button);
  await firstItem();
  await user.keyboard('{End}');
  expect(item('Keyboard shortcuts')).toHaveFocus();
  expect(item('Keyboard shortcuts')).toHaveTextContent('?');
  await user.keyboard('{Enter}');
  await dialog('Keyboard shortcuts');
  await user.keyboard('{Escape}');
  await noDialog();
  await waitFor(() => expect(button).toHaveFocus());
});

test('Tab goes through the languages, then closes and leads on', async () => {
  const { user, button } = await showMenu();
  await user.click(button);
  await firstItem();
  for (const language of ['English', 'Deutsch', 'Français', 'Italiano']) {
    await user.keyboard('{Tab}');
    expect(screen.getByRole('button', { name: language })).toHaveFocus();
  }
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  expect(screen.getByRole('button', { name: 'Français' })).toHaveFocus();
  await user.keyboard('{Tab}{Tab}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus();
});

test('Shift+Tab closes and leads back; a press elsewhere closes, and so does one on the button', async () => {
  const { user, button } = await showMenu();
  await user.click(button);
  await firstItem();
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(document.body).toHaveFocus();
  await user.click(button);
  await firstItem();
  await user.click(button);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await user.click(button);
  await firstItem();
  await user.click(document.body);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});
