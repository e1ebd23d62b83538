import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { startEmbeddedPostgres } from '~/postgres/embedded-postgres.server';
import { silentLog } from '../support/silent-log';

/** A server for DATABASE_URL, which knows nothing of the panel. */
export async function startPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'condo-bench-'));
  const server = await startEmbeddedPostgres({ dataDir: folder, log: silentLog });
  const { host, port, user, database } = server.connection;
  return {
    url: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    connection: server.connection,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The id of PostgreSQL's first process, whose children are the others. */
export async function postmasterOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ folder: string }>(
    "select current_setting('data_directory') as folder",
  );
  const file = await readFile(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8');
  return Number.parseInt(file, 10);
}
