import { expect } from 'vitest';
import { readCondo } from '~/condos/fields';
import { fieldsOf } from '~/fields/reading';
import { openDatabase } from '~/platform/database/connect.server';
import { seedBulk, type BulkCounts } from '../../tools/seed/bulk';
import { AdminApi } from '../e2e/support/admin-api';
import { temporaryDataDir } from '../e2e/support/server-process';
import { aCondo, anApartment } from '../support/builders';
import { formOf } from '../support/form-of';
import { send, startProduction } from '../support/production-panel';
import { silentLog } from '../support/silent-log';

/** Numbers of a panel's rows, and of its pending invitations of bench1@example.com and so on. */
export type Counts = Partial<BulkCounts> & { invitations?: number };

/** Starts the production build on an embedded database with these numbers of rows. */
export async function startFilledPanel({ invitations = 0, ...counts }: Counts = {}) {
  const { dataDir, remove } = await temporaryDataDir();
  const server = await startProduction(dataDir);
  const database = await openDatabase({ dataDir, log: silentLog, statementTimeoutMs: 600_000 });
  await seedBulk(database.db, { condos: 0, apartments: 0, users: 0, ...counts });
  await database.pool.query(
    `insert into invitations (email, role, condo_id, invited_by, created_at, expires_at, last_sent_at, mail_updated_at)
     select 'bench' || n || '@example.com', 'building_manager', 1, (select min(id) from users), now(), now() + interval '7 days', now(), now()
       from generate_series(1, ${invitations}) n`,
  );
  const { session } = await AdminApi.signIn(server.url);
  return {
    ...server,
    session,
    database,
    /** Calls the API as the administrator, with JSON or a form. Resolves to the answer's text. */
    call: async (method: string, path: string, body?: object): Promise<string> => {
      // The server closes an idle connection while a bench prepares its files.
      const headers = { connection: body instanceof FormData ? 'close' : 'keep-alive' };
      const url = `${server.url}/api/admin${path}`;
      const response = await send(url, session.token, { method, body, headers });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
      return text;
    },
    async close() {
      await database.close();
      await server.close();
      await remove();
    },
  };
}

export type FilledPanel = Awaited<ReturnType<typeof startFilledPanel>>;

/** Apartments to import into a new building. */
export async function newApartments({ call }: FilledPanel, count: number) {
  const created: unknown = JSON.parse(await call('POST', '/condos', aCondo()));
  const { id } = readCondo(fieldsOf(created));
  return Array.from({ length: count }, (_, index) => ({
    ...anApartment({ condo_id: id, apartment_number: `U${index}` }),
    parking_spot_number: `P${index}`,
  }));
}

/** Imports apartments, all of which are valid. */
export async function importApartments(
  { call }: FilledPanel,
  rows: Awaited<ReturnType<typeof newApartments>>,
): Promise<void> {
  const form = formOf({ type: 'apartment', rows: JSON.stringify(rows) });
  expect(await call('POST', '/bulk-create', form)).toContain(`"created":${rows.length}`);
}
