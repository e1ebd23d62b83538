import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '~/platform/database/connect.server';
import { seedBulk, type BulkCounts } from '../../tools/seed/bulk';
import { silentLog } from '../support/silent-log';
import {
  BENCH_PASSWORD,
  signIn,
  startProduction,
  type ProductionServer,
  type StartOptions,
} from './production-server';

export interface FilledPanel extends ProductionServer {
  session: { token: string; user: object };
  database: Database;
  /** Calls the API as the administrator, with JSON or a form; the whole answer as text. */
  call: (method: string, path: string, body?: object | FormData) => Promise<string>;
}

/** The production build over an embedded database with so many rows. */
export async function startFilledPanel(
  counts: Partial<BulkCounts> = {},
  options: StartOptions = {},
): Promise<FilledPanel> {
  const dataDir = await mkdtemp(join(tmpdir(), 'condo-bench-'));
  const server = await startProduction(
    { DATA_DIR: dataDir, ADMIN_PASSWORD: BENCH_PASSWORD },
    // Answers when the database does.
    { ready: '/api/capabilities', ...options },
  );
  const database = await openDatabase({ dataDir, log: silentLog, statementTimeoutMs: 600_000 });
  await seedBulk(database.db, { condos: 0, apartments: 0, users: 0, ...counts });
  const session = await signIn(server.url);
  return {
    ...server,
    session,
    database,
    async call(method, path, body) {
      const isForm = body instanceof FormData;
      const response = await fetch(`${server.url}/api/admin${path}`, {
        method,
        headers: {
          authorization: `Bearer ${session.token}`,
          // A new connection: the server closes a kept one while a bench prepares its files.
          ...(isForm ? { connection: 'close' } : { 'content-type': 'application/json' }),
        },
        body: isForm ? body : (JSON.stringify(body) ?? null),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
      return text;
    },
    async stop() {
      await database.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
