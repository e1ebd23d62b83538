import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '~/api/db/connect.server';
import { seedBulk, type BulkCounts } from '../../tools/seed/bulk';
import { silentLog } from '../support/silent-log';
import { BENCH_PASSWORD, signIn, startProduction } from './production-server';

export interface FilledPanel {
  url: string;
  pid: number;
  session: { token: string; user: object };
  database: Database;
  /** Calls the API as the administrator; the whole answer as text. */
  get: (path: string) => Promise<string>;
  stop: () => Promise<void>;
}

/** The production build over an embedded database with so many rows. */
export async function startFilledPanel(counts: Partial<BulkCounts>): Promise<FilledPanel> {
  const dataDir = await mkdtemp(join(tmpdir(), 'condo-bench-'));
  const server = await startProduction(
    { DATA_DIR: dataDir, ADMIN_PASSWORD: BENCH_PASSWORD },
    // Answers when the database does.
    { ready: '/api/capabilities' },
  );
  const database = await openDatabase({
    dataDir,
    log: silentLog,
    statementTimeoutMs: 600_000,
  });
  await seedBulk(database.db, { condos: 0, apartments: 0, users: 0, ...counts });
  const session = await signIn(server.url);
  return {
    url: server.url,
    pid: server.pid,
    session,
    database,
    async get(path) {
      const response = await fetch(`${server.url}/api${path}`, {
        headers: { authorization: `Bearer ${session.token}` },
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
