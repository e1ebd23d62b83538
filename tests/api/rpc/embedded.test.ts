import { afterEach, expect, it, vi } from 'vitest';
import { passkeys } from '~/platform/database/schema/account';
import { OTHER_RELYING_PARTY_LOG } from '~/accounts/server/passkeys';
import { startEmbeddedApi } from '~/rpc/embedded/embedded.server';
import { readSettings, SettingsError } from '~/platform/settings.server';
import { callsOf, insertUser, logIn, tokenIn } from '../../support/api';
import { STORED_PASSKEY } from '../../support/factors';
import { createTestDatabase, urlOf } from '../../support/database';
import { startS3 } from '../../support/s3';
import { silentLog } from '../../support/silent-log';
import { forThisTest, perTest, temporaryFolder } from '../../support/opened';

const database = perTest(createTestDatabase);
const folder = temporaryFolder();
afterEach(() => void vi.restoreAllMocks());

const settings = (env: Record<string, string> = {}) =>
  readSettings({ DATA_DIR: folder, DATABASE_URL: urlOf(database), ...env });

it('starts from the settings alone; the printed link sets a password, which signs in', async () => {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const env = { ADMIN_EMAIL: 'root@example.com', PUBLIC_URL: 'https://panel.test/' };
  const api = await forThisTest(startEmbeddedApi(settings(env), silentLog));
  const printed = print.mock.calls.map(([text]) => String(text)).join('');
  const token = /https:\/\/panel\.test\/set-password\?token=(\S+)/.exec(printed)?.[1];
  const password = 'four words make one';
  const set = await callsOf(api).call('POST', '/auth/set-password', { token, password });
  expect(set.status).toBe(204);
  const session = await tokenIn(logIn(api, { username: 'root@example.com', password }));
  const list = await callsOf(api, session).call('GET', '/admin/condos');
  expect(await list.json()).toEqual([]);
});

it.each([
  ['https://moved.test', 'moved.test'],
  ['', null],
])(
  'the log warns of a PUBLIC_URL that has changed to "%s" if there are passkeys',
  async (url, host) => {
    const user_id = await insertUser(database.db);
    await database.db.insert(passkeys).values({ ...STORED_PASSKEY, user_id });
    const warned: [object, string][] = [];
    const log = { ...silentLog, warn: (...line: [object, string]) => void warned.push(line) };
    for (const PUBLIC_URL of ['https://panel.test', url]) {
      const env = { ADMIN_PASSWORD: 'four words make one', PUBLIC_URL };
      const api = await startEmbeddedApi(settings(env), log);
      await api.close();
    }
    const lines = warned.filter(([, message]) => message === OTHER_RELYING_PARTY_LOG);
    expect(lines).toEqual([[{ passkeysFor: ['panel.test'], host }, OTHER_RELYING_PARTY_LOG]]);
  },
);

it('does not start with a wrong key for the image storage', async () => {
  const s3 = await forThisTest(startS3());
  const wrong = { ...s3.settings, secretAccessKey: 'wrong' };
  const starting = startEmbeddedApi({ ...settings(), s3: wrong }, silentLog);
  await expect(starting).rejects.toThrow(SettingsError);
});
