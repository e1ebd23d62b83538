import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openDatabase, type Database } from '~/platform/database/connect.server';
import { seedBulk, type BulkCounts } from '../../tools/seed/bulk';
import { must } from '../support/must';
import {
  endProcess,
  freePort,
  plainEnvironment,
  spawnProduction,
  waitUntilAnswers,
} from '../support/production-process';
import { silentLog } from '../support/silent-log';

export const ADMIN = { username: 'admin@example.com', password: 'bench-password-1' };

interface ProductionServer {
  url: string;
  pid: number;
  stop: (how?: Parameters<typeof endProcess>[1]) => Promise<void>;
}

/** Starts the production build, or another `entry`, on the data of a folder, and waits until its database answers. */
export async function startProduction(
  dataDir: string,
  {
    entry,
    port,
    settings,
  }: { entry?: string | undefined; port?: number; settings?: Record<string, string> } = {},
): Promise<ProductionServer> {
  const at = port ?? (await freePort());
  const url = `http://127.0.0.1:${at}`;
  const child = spawnProduction({
    port: at,
    entry,
    env: {
      ...plainEnvironment(),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilAnswers(child, `${url}/readyz`);
  return { url, pid: must(child.pid, 'server process'), stop: (how) => endProcess(child, how) };
}

const loginSchema = z.object({ access_token: z.string(), user: z.looseObject({}) });

/** Signs in at an API and answers the session as the panel stores it. */
export async function signIn(url: string): Promise<{ token: string; user: object }> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    // Not kept alive: the server closes it while a bench prepares its files.
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(ADMIN),
  });
  const { access_token, user } = loginSchema.parse(await response.json());
  return { token: access_token, user: { ...user, role: 'super_admin' } };
}

export interface FilledPanel extends ProductionServer {
  session: { token: string; user: object };
  database: Database;
  /** Calls the API as the administrator, with JSON or a form; the whole answer as text. */
  call: (method: string, path: string, body?: object | FormData) => Promise<string>;
}

/** The production build over an embedded database with so many rows, and as many pending invitations of bench1@... */
export async function startFilledPanel({
  invitations = 0,
  ...counts
}: Partial<BulkCounts> & { invitations?: number } = {}): Promise<FilledPanel> {
  const dataDir = await mkdtemp(join(tmpdir(), 'condo-bench-'));
  const server = await startProduction(dataDir);
  const database = await openDatabase({ dataDir, log: silentLog, statementTimeoutMs: 600_000 });
  await seedBulk(database.db, { condos: 0, apartments: 0, users: 0, ...counts });
  await database.pool.query(
    `insert into invitations (email, role, condo_id, invited_by, created_at, expires_at, last_sent_at, mail_updated_at)
     select 'bench' || n || '@example.com', 'building_manager', 1, (select min(id) from users), now(), now() + interval '7 days', now(), now()
       from generate_series(1, ${invitations}) n`,
  );
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
