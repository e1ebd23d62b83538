import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { passkeys } from '~/api/db/account-schema';
import { OTHER_RELYING_PARTY_LOG } from '~/api/auth/other-relying-parties';
import { startEmbeddedApi } from '~/api/embedded.server';
import { loginResponseSchema } from '~/contract/session';
import { readSettings, SettingsError } from '~/lib/settings.server';
import { createRequest, insertUser } from '../support/api';
import { createTestDatabase } from '../support/database';
import { startS3 } from '../support/s3';
import { silentLog } from '../support/silent-log';
import { perTest } from '../support/opened';

const database = perTest(createTestDatabase);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'condo-embedded-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

function settings(env: Record<string, string> = {}) {
  const { host, port, user, database: name } = database.connection;
  const address = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  return { ...readSettings({ DATA_DIR: folder, ...env }), databaseUrl: address };
}

it('starts from the settings alone; the printed link sets a password, which signs in', async () => {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const env = { ADMIN_EMAIL: 'root@example.com', PUBLIC_URL: 'https://panel.test/' };
  const api = await startEmbeddedApi(settings(env), silentLog);
  try {
    const printed = print.mock.calls.map(([text]) => String(text)).join('');
    const token = /https:\/\/panel\.test\/set-password\?token=(\S+)/.exec(printed)?.[1];
    const password = 'four words make one';
    const set = createRequest('POST', '/auth/set-password', { token, password });
    expect((await api.fetch(set)).status).toBe(204);
    const body = { username: 'root@example.com', password };
    const response = await api.fetch(createRequest('POST', '/auth/login', body));
    const { access_token } = loginResponseSchema.parse(await response.json());
    const list = await api.fetch(createRequest('GET', '/admin/condos', undefined, access_token));
    expect(await list.json()).toEqual([]);
  } finally {
    await api.close();
  }
});

it('does not start with a weak password for the first administrator', async () => {
  const starting = startEmbeddedApi(settings({ ADMIN_PASSWORD: 'a' }), silentLog);
  await expect(starting).rejects.toThrow(SettingsError);
});

it('prints no password that the settings gave', async () => {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const api = await startEmbeddedApi(settings({ ADMIN_PASSWORD: 'chosen-by-hand' }), silentLog);
  try {
    const body = { username: 'admin@example.com', password: 'chosen-by-hand' };
    const response = await api.fetch(createRequest('POST', '/auth/login', body));
    expect(response.status).toBe(200);
    expect(JSON.stringify(print.mock.calls)).not.toContain('chosen-by-hand');
  } finally {
    await api.close();
  }
});

it.each([
  ['https://moved.test', 'moved.test'],
  ['', null],
])('names a PUBLIC_URL that has changed to "%s" where there are passkeys', async (url, host) => {
  const user_id = await insertUser(database.db);
  await database.db.insert(passkeys).values({
    user_id,
    credential_id: 'a-credential',
    public_key: 'a-key',
    counter: 0,
    transports: [],
    rp_id: 'panel.test',
    name: 'Laptop',
  });
  const warned: [object, string][] = [];
  const log = { ...silentLog, warn: (...line: [object, string]) => void warned.push(line) };
  for (const PUBLIC_URL of ['https://panel.test', url]) {
    const env = { ADMIN_PASSWORD: 'four words make one', PUBLIC_URL };
    const api = await startEmbeddedApi(settings(env), log);
    await api.close();
  }
  const lines = warned.filter(([, message]) => message === OTHER_RELYING_PARTY_LOG);
  expect(lines).toEqual([[{ passkeysFor: ['panel.test'], host }, OTHER_RELYING_PARTY_LOG]]);
});

it('does not start with a wrong key for the image storage', async () => {
  const s3 = await startS3();
  try {
    const wrong = { ...s3.settings, secretAccessKey: 'wrong' };
    const starting = startEmbeddedApi({ ...settings(), s3: wrong }, silentLog);
    await expect(starting).rejects.toThrow(SettingsError);
  } finally {
    await s3.close();
  }
});
