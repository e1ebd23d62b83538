import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { ListKeys } from '~/kit/keys/list-keys';
import { CompactActions, RowActions } from '~/kit/table/row-actions';
import { renderScreen } from '../../support/on-screen';

/** Loaded with the first menu that opens. */
beforeAll(() => import('~/kit/menu/menu'));

function Row() {
  const [opener, setOpener] = useState('');
  return (
    <CompactActions value>
      <ListKeys />
      <table>
        <tbody>
          <tr aria-rowindex={2} tabIndex={-1} aria-label="Seeblick">
            <td>
              <RowActions
                describedBy="name"
                actions={[
                  {
                    label: 'Edit',
                    shortcut: 'e',
                    onPress: (button) => setOpener(button.ariaLabel ?? button.textContent),
                  },
                  { label: 'Resend', disabled: true, onPress: () => setOpener('a disabled item') },
                ]}
              />
              <p>Opened by {opener}</p>
            </td>
          </tr>
        </tbody>
      </table>
    </CompactActions>
  );
}

test('e edits the focused row also where its buttons are a menu, which gets the focus back', async () => {
  const { user } = await renderScreen(<Row />);
  screen.getByRole('row', { name: 'Seeblick' }).focus();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  await user.keyboard('e');
  expect(await screen.findByText('Opened by Actions')).toBeVisible();
  expect(screen.queryByRole('menu')).toBeNull();
});

test('the menu opens on its first action and leaves out a disabled one; the button gets the focus back', async () => {
  const { user } = await renderScreen(<Row />);
  const button = screen.getByRole('button', { name: 'Actions' });
  await user.click(button);
  expect(await screen.findByRole('menu', { name: 'Actions' })).toBeVisible();
  const edit = screen.getByRole('menuitem', { name: 'Edit' });
  expect(edit).toHaveFocus();
  const resend = screen.getByRole('menuitem', { name: 'Resend' });
  expect(resend).toHaveAttribute('aria-disabled', 'true');
  await user.click(resend);
  await user.keyboard('{ArrowDown}');
  expect(edit).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByText('Opened by Actions')).toBeVisible();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(button).toHaveFocus();
});
