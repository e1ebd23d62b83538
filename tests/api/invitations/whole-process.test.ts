import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { EmbeddedApi } from '~/rpc/embedded/embedded.server';
import { invitationSchema } from '~/invitations/schema';
import type { Log } from '~/platform/log';
import { callsOf, logIn, tokenIn } from '../../support/api';
import { createTestDatabase } from '../../support/database';
import { startEmbedded } from '../../support/embedded-api';
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
  const own = {
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://condo.test/',
    ADMIN_PASSWORD: ADMIN.password,
  };
  return startEmbedded(database, { ...own, ...env }, log);
}

/** The finished ones: a mail that is being written ends in .part. */
async function mailFiles(): Promise<string[]> {
  const names = await readdir(join(dataDir, 'mail')).catch(() => []);
  return names.filter((name) => name.endsWith('.eml'));
}

async function signIn(api: EmbeddedApi) {
  return callsOf(api, await tokenIn(logIn(api, ADMIN)));
}

it('sends after a restart what a process without its mail server left, here to a file', async () => {
  const condo_id = await insertCondo(database.db, 'Rosengarten');
  const closedServer = await startSmtpServer();
  await closedServer.close();
  const first = await start({ SMTP_URL: closedServer.url });
  const { read } = await signIn(first);
  const invited = { email: 'beat@example.com', role: 'building_manager', condo_id };
  const { id } = await read(invitationSchema, 'POST', '/admin/invite-user', invited, 201);
  const detail = async () => {
    const [pending] = await read(
      invitationSchema.array(),
      'GET',
      '/admin/invitations?status=pending',
    );
    return pending?.mail?.detail;
  };
  await expect.poll(detail).toContain('cannot be reached');
  await first.close();
  await database.pool.query(
    'update mail_queue set next_attempt_at = now() where invitation_id = $1',
    [id],
  );

  const second = await start();
  await expect.poll(mailFiles).toHaveLength(1);
  const [name = ''] = await mailFiles();
  const { mail, token } = await readMail(await readFile(join(dataDir, 'mail', name)));
  expect(mail.to).toMatchObject([{ address: 'beat@example.com' }]);
  expect(lines).toContainEqual({ file: join(dataDir, 'mail', name) });
  const preview = await callsOf(second).call('GET', `/invitations/accept?token=${token}`);
  expect(await preview.json()).toMatchObject({ condo_name: 'Rosengarten', has_account: false });
  await second.close();
});
