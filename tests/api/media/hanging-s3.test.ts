import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbeddedApi, type EmbeddedApi } from '~/api/embedded.server';
import { condoSchema } from '~/contract/condo';
import { readSettings } from '~/lib/settings.server';
import { createRequest, signInAs } from '../../support/api';
import { createTestDatabase } from '../../support/database';
import { ageHistory } from '../../support/history';
import { makeImage } from '../../support/images';
import { startS3 } from '../../support/s3';
import { silentLog } from '../../support/silent-log';
import { perTest, temporaryFolder } from '../../support/opened';

const BUILDINGS = 12;
/** Below the ten seconds that the store waits for one answer. */
const QUICK_MS = 8_000;

const folder = temporaryFolder();
const s3 = perTest(startS3);
const database = perTest(createTestDatabase);
let api: EmbeddedApi;
let token: string;
beforeEach(async () => {
  const { host, port, user, database: name } = database.connection;
  const settings = {
    // As docs/deploy.md advises for functions.
    ...readSettings({ DATA_DIR: folder, DATABASE_POOL_SIZE: '4' }),
    databaseUrl: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    adminPassword: 'a password of its own',
    s3: s3.settings,
  };
  api = await startEmbeddedApi(settings, silentLog);
  ({ token } = await signInAs(database.db, { is_superuser: true }));
});
afterEach(async () => {
  s3.fault('DELETE', 'none');
  await api.close();
});

async function createCondo(image: Uint8Array<ArrayBuffer>): Promise<number> {
  const response = await sendCondo('POST', '/admin/condos', image);
  return condoSchema.parse(await response.json()).id;
}

function sendCondo(method: string, path: string, image: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  const fields = { name: 'Seeblick', address: 'Seestrasse 1', city: 'Zürich', state: 'ZH' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('zip_code', '8001');
  form.set('country', 'Switzerland');
  form.set('image', new File([image], 'a.png'));
  return api.fetch(createRequest(method, path, form, token));
}

it('a storage that hangs delays neither deletes nor the database', async () => {
  const image = await makeImage();
  const ids = await Promise.all(Array.from({ length: BUILDINGS }, () => createCondo(image)));
  expect(await s3.objects()).toHaveLength(BUILDINGS);

  s3.fault('DELETE', 'hang');
  const startedAt = Date.now();
  const responses = await Promise.all(
    ids.map((id) => api.fetch(createRequest('DELETE', `/admin/condos/${id}`, undefined, token))),
  );
  expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 204));
  // Nothing can bring them back any more, and an image that nobody uses wakes the cleaner.
  await ageHistory(database);
  expect((await sendCondo('PUT', '/admin/condos/999', image)).status).toBe(404);
  // What /readyz asks.
  expect(await api.state()).toBe('ready');
  expect(Date.now() - startedAt).toBeLessThan(QUICK_MS);
  await expect.poll(() => s3.calls.some((call) => /^DELETE media\/\w{32}\./.test(call))).toBe(true);
  const { total, idle, waiting } = api.connections();
  expect({ busy: total - idle, waiting }).toEqual({ busy: 0, waiting: 0 });

  s3.fault('DELETE', 'none');
  await expect.poll(() => s3.objects(), { timeout: 20_000 }).toEqual([]);
});
