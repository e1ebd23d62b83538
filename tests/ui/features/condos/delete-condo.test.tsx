import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { readCondo } from '~/contract/condo-reading';
import { DeleteCondo } from '~/features/condos/delete-condo';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';
import { CONDO } from './condo-fixtures';

const DELETE_CALL = 'DELETE /admin/condos/7';
const QUESTION = 'Are you sure you want to delete this building? This action cannot be undone.';

function Asked() {
  const [condo, setCondo] = useState(() => [readCondo(CONDO)]);
  return <DeleteCondo condo={condo[0] ?? null} onDone={() => setCondo([])} />;
}

async function ask() {
  const { user } = await renderScreen(<Asked />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Building' }));
  return { dialog, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('asks with the specified text and the name', async () => {
  const { dialog } = await ask();
  expect(dialog.getByText(QUESTION)).toBeVisible();
  expect(dialog.getByText('Seestrasse 7')).toBeVisible();
});

it.each([
  [{ status: 400, body: { detail: 'Two tenants live there' } }, 'Two tenants live there'],
  [{ status: 400 }, 'Cannot delete: users are still associated with this building.'],
  [{ status: 500, body: { detail: 'Not shown' } }, 'Failed to delete building.'],
  [{ status: 502 }, 'Failed to delete building.'],
])('a failure is a notice, by its status: %j', async (answer, text) => {
  api.on(DELETE_CALL, () => answer);
  const { press } = await ask();
  await press('Delete');
  const notice = within(await screen.findByRole('dialog', { name: 'Delete Failed' }));
  expect(notice.getByText(text)).toBeVisible();
  await press('OK');
  await closed();
  expect(api.made(DELETE_CALL)).toHaveLength(1);
});
