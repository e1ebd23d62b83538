import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startEmbeddedApi, type EmbeddedApi } from '~/api/embedded.server';
import { invitationListSchema, invitationSchema } from '~/contract/invitation';
import { loginResponseSchema } from '~/contract/session';
import type { Log } from '~/lib/log';
import { readSettings } from '~/lib/settings.server';
import { createRequest } from '../../support/api';
import { createTestDatabase } from '../../support/database';
import { insertCondo } from '../../support/places';
import { silentLog } from '../../support/silent-log';
import { readMail, startSmtpServer } from '../../support/smtp';
import { perFile, temporaryFolder } from '../../support/opened';

const ADMIN = { username: 'admin@example.com', password: 'the first administrator' };

const database = perFile(createTestDatabase);
const dataDir = temporaryFolder();
const lines: object[] = [];
const log: Log = { ...silentLog, info: (data) => lines.push(data) };

/** The API as the server's process starts it. */
function start(env: Record<string, string> = {}): Promise<EmbeddedApi> {
  const { host, port, user, database: name, password } = database.connection;
  const query = new URLSearchParams({ host, port: String(port) });
  const settings = readSettings({
    DATABASE_URL: `postgres://${user}${password ? `:${password}` : ''}@localhost/${name}?${query.toString()}`,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://condo.test/',
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  });
  return startEmbeddedApi(settings, log);
}

/** The finished ones: a mail that is being written ends in .part. */
async function mailFiles(): Promise<string[]> {
  const names = await readdir(join(dataDir, 'mail')).catch(() => []);
  return names.filter((name) => name.endsWith('.eml'));
}

async function signIn(api: EmbeddedApi) {
  const response = await api.fetch(createRequest('POST', '/auth/login', ADMIN));
  const { access_token } = loginResponseSchema.parse(await response.json());
  return async (method: string, path: string, body?: object) => {
    const answer = await api.fetch(createRequest(method, path, body, access_token));
    expect(answer.ok).toBe(true);
    return answer;
  };
}

it('sends after a restart what a process without its mail server left, here to a file', async () => {
  const condo_id = await insertCondo(database.db, 'Rosengarten');
  const gone = await startSmtpServer();
  await gone.close();
  const first = await start({ SMTP_URL: gone.url });
  const call = await signIn(first);
  const answer = await call('POST', '/admin/invite-user', {
    email: 'beat@example.com',
    role: 'building_manager',
    condo_id,
  });
  const { id } = invitationSchema.parse(await answer.json());
  const detail = async () => {
    const list = await call('GET', '/admin/invitations?status=pending');
    return invitationListSchema.parse(await list.json())[0]?.mail?.detail;
  };
  await expect.poll(detail, { timeout: 10_000 }).toContain('cannot be reached');
  await first.close();
  await database.pool.query(
    'update mail_queue set next_attempt_at = now() where invitation_id = $1',
    [id],
  );

  const second = await start();
  await expect.poll(mailFiles, { timeout: 10_000 }).toHaveLength(1);
  const [name = ''] = await mailFiles();
  const { mail, token } = await readMail(await readFile(join(dataDir, 'mail', name)));
  expect(mail.to).toMatchObject([{ address: 'beat@example.com' }]);
  expect(lines).toContainEqual({ file: join(dataDir, 'mail', name) });
  const preview = await second.fetch(createRequest('GET', `/invitations/accept?token=${token}`));
  expect(await preview.json()).toMatchObject({ condo_name: 'Rosengarten', has_account: false });
  await second.close();
});
