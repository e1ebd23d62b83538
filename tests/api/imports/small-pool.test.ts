import { expect, it } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import { callsOf, signInAs, apiDeps } from '../../support/api';
import { createTestDatabase } from '../../support/database';
import { aCondo } from '../../support/builders';
import { postRows } from '../../support/bulk';
import { openTransaction, otherConnections, waitingCalls } from '../../support/connections';
import { forThisTest } from '../../support/opened';

const CONNECTIONS = 2;
const CONDO = aCondo({ name: 'Lac' });

it('imports and their undo never take the last connection of the smallest pool', async () => {
  const target = await forThisTest(createTestDatabase());
  const { db } = otherConnections(target, { maxConnections: CONNECTIONS });
  const api = createApi({
    ...apiDeps(db),
    settings: { publicUrl: 'http://panel.test', maxConnections: CONNECTIONS },
  });
  const { token } = await signInAs(target.db, { is_superuser: true });
  const { call } = callsOf(api, token);
  const importRows = async (type: string, row: object) => {
    const response = await postRows({ call }, type, JSON.stringify([row]));
    const answer: unknown = await response.json();
    return answer;
  };
  expect(await importRows('condo', CONDO)).toMatchObject({ created: 1 });

  const commit = await openTransaction(target, 'lock table condos, invitations in exclusive mode');
  const invite = { email: 'a@example.com', role: 'building_manager', condo_id: 1 };
  const waiting = [
    importRows('condo', { ...CONDO, name: 'Mer' }),
    importRows('user_invite', invite),
    call('POST', '/admin/bulk-imports/1/undo'),
  ];
  await waitingCalls(target, 1);
  // The time within which another one would have got in.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect((await call('GET', '/admin/condos')).status).toBe(200);
  await commit();
  await Promise.all(waiting);
});
