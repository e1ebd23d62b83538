import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ListKeys } from '~/components/keys/list-keys';
import { CompactActions, RowActions } from '~/components/table/row-actions';
import { renderScreen } from '../../support/on-screen';

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
