import { startEmbeddedApi } from '~/rpc/embedded/embedded.server';
import { readSettings } from '~/platform/settings.server';
import { urlOf, type TestDatabase } from './database';
import { silentLog } from './silent-log';

/** The API as the server's process starts it on this database, where it makes an administrator. */
export function startEmbedded(database: TestDatabase, env: NodeJS.ProcessEnv, log = silentLog) {
  const own = { DATABASE_URL: urlOf(database), ADMIN_PASSWORD: 'a password of its own' };
  return startEmbeddedApi(readSettings({ ...own, ...env }), log);
}
