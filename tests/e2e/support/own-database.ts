import type { EmbeddedConnection } from '~/postgres/embedded-postgres.server';
import { copyTemplate, type TestServer } from '../../support/template-copy';

/** How to connect to the run's database server, as JSON. */
export const SERVER_VARIABLE = 'E2E_DATABASE_SERVER';

/** A database of a panel's own: the newest schema and no rows. */
export interface OwnDatabase {
  /** For DATABASE_URL. */
  url: string;
  drop: () => Promise<void>;
}

/** Copies the template; null where the run has no database server. */
export async function createOwnDatabase(): Promise<OwnDatabase | null> {
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
