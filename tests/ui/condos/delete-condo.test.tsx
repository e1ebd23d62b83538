import { useState } from 'react';
import { expect, it } from 'vitest';
import { readCondo } from '~/condos/fields';
import { DeleteCondo } from '~/condos/screens/delete-condo';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { CONDO } from './condo-fixtures';

const DELETE_CALL = 'DELETE /admin/condos/7';

function OpenDialog() {
  const [condo, setCondo] = useState(() => [readCondo(CONDO)]);
  return <DeleteCondo condo={condo[0] ?? null} onDone={() => setCondo([])} />;
}

it.each([
  [{ status: 400, body: { detail: 'Two tenants live there' } }, 'Two tenants live there'],
  [{ status: 400 }, 'Cannot delete: users are still associated with this building.'],
  [{ status: 500, body: { detail: 'Not shown' } }, 'Failed to delete building.'],
  [{ status: 502 }, 'Failed to delete building.'],
])('a failure is a notice, by its status: %j', async (failure, text) => {
  api.on(DELETE_CALL, () => failure);
  const { answer, acknowledge } = await renderScreen(<OpenDialog />);
  await answer('Delete Building', 'Delete');
  await acknowledge('Delete Failed', text);
  expect(api.made(DELETE_CALL)).toHaveLength(1);
});
