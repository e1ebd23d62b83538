import pg from 'pg';
import type { ServerProcess } from './server-process';

/** The imports of a process that was killed count as dead at once, not five seconds after their last sign of life. */
export async function endSilence(server: ServerProcess): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl() });
  await client.connect();
  await client.query(
    `update bulk_runs set updated_at = now() - interval '6 seconds' where outcome is null`,
  );
  await client.end();
}
