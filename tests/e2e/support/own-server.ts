import { test } from '@playwright/test';
import type { EmbeddedConnection } from '~/platform/postgres/embedded-postgres.server';
import { BUILT_ENTRY, endProcess } from '../../support/production-process';
import { copyTemplate, type TestServer } from '../../support/template-copy';
import {
  freePort,
  ServerProcess,
  temporaryDataDir,
  type Settings,
  type StartOptions,
} from './server-process';

/** Variable with the connection to the run's database server, as JSON. */
export const SERVER_VARIABLE = 'E2E_DATABASE_SERVER';
/** Options for a test that reads the server's database: one process, never several behind a proxy. */
export const ALONE: StartOptions = { entry: BUILT_ENTRY };
const STOP_TIMEOUT_MS = 15_000;

/**
 * Runs a server with an empty folder and its own database until `use` has ended. The database is a copy
 * of the run's template, since creating a database server takes a second and a half of CPU time. A
 * program named by E2E_SERVER_ENTRY replaces the production build and brings its own stores; `ALONE`
 * always means the build.
 */
export async function withServer(
  settings: Settings,
  use: (server: ServerProcess) => Promise<unknown>,
  { host = '127.0.0.1', port, entry = process.env.E2E_SERVER_ENTRY }: StartOptions = {},
): Promise<void> {
  const { dataDir, remove } = await temporaryDataDir();
  const isOnOtherApi = settings.API_BASE_URL !== undefined;
  const database = isOnOtherApi ? null : await createOwnDatabase();
  const ownPort = port ?? (await freePort());
  const env = {
    PUBLIC_URL: `http://${host}:${ownPort}`,
    ...(database && { DATABASE_URL: database.url }),
    ...settings,
  };
  const server = await ServerProcess.start(dataDir, env, { host, port: ownPort, entry });
  try {
    await use(server);
  } finally {
    await endProcess(server.child, { killAfterMs: STOP_TIMEOUT_MS });
    await database?.drop();
    await remove();
  }
}

interface OwnServers {
  /** An empty folder for a server's data. */
  newDataDir: () => Promise<string>;
  start: typeof ServerProcess.start;
  spawn: typeof ServerProcess.spawn;
}

/** Servers on folders that the tests of one file share: all of them end after its last test. */
export function ownServers(): OwnServers {
  const servers: ServerProcess[] = [];
  const removals: Array<() => Promise<void>> = [];
  const kept = (server: ServerProcess) => {
    servers.push(server);
    return server;
  };
  test.afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await Promise.all(removals.map((remove) => remove()));
  });
  return {
    async newDataDir() {
      const { dataDir, remove } = await temporaryDataDir();
      removals.push(remove);
      return dataDir;
    },
    start: async (...args) => kept(await ServerProcess.start(...args)),
    spawn: async (...args) => kept(await ServerProcess.spawn(...args)),
  };
}

/** Copies the template; null where the run has no database server. */
async function createOwnDatabase() {
  const text = process.env[SERVER_VARIABLE];
  if (text === undefined) return null;
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- written by database-server.ts
  const server: TestServer = JSON.parse(text);
  const { connection, drop } = await copyTemplate(server);
  return { url: urlOf(connection), drop };
}

function urlOf({ host, port, user, password = '', database }: EmbeddedConnection): string {
  const socket = encodeURIComponent(host);
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${socket}`;
}
