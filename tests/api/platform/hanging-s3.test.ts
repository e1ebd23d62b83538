import { expect, it } from 'vitest';
import { condoSchema } from '~/condos/schema';
import { callsOf, signInAs } from '../../support/api';
import { createTestDatabase } from '../../support/database';
import { startEmbedded } from '../../support/embedded-api';
import { ageHistory } from '../../support/history';
import { toForm, VALID } from '../../support/image-calls';
import { makeImage } from '../../support/images';
import { startS3 } from '../../support/s3';
import { forThisTest, perFile, temporaryFolder } from '../../support/opened';

const BUILDINGS = 12;
/** Below the ten seconds that the store waits for one answer. */
const QUICK_MS = 8_000;

const folder = temporaryFolder();
const s3 = perFile(startS3);
const database = perFile(createTestDatabase);

it('a storage that hangs delays neither deletes nor the database', async () => {
  // The pool's size that docs/deploy.md recommends for functions.
  const env = { DATA_DIR: folder, DATABASE_POOL_SIZE: '4', ...s3.environment };
  const api = await forThisTest(startEmbedded(database, env));
  const { token } = await signInAs(database.db, { is_superuser: true });
  const { call, read } = callsOf(api, token);
  const form = toForm(VALID, { image: await makeImage() });
  const create = () => read(condoSchema, 'POST', '/admin/condos', form, 201);
  const made = await Promise.all(Array.from({ length: BUILDINGS }, create));
  expect(await s3.objects()).toHaveLength(BUILDINGS);

  s3.fault('DELETE', 'hang');
  const startedAt = Date.now();
  const responses = await Promise.all(made.map(({ id }) => call('DELETE', `/admin/condos/${id}`)));
  expect(responses.map(({ status }) => status)).toEqual(made.map(() => 204));
  // No entry can restore the images any more. An unused image then notifies the cleaner.
  await ageHistory(database);
  expect((await call('PUT', '/admin/condos/999', form)).status).toBe(404);
  // What /readyz asks.
  expect(await api.state()).toBe('ready');
  expect(Date.now() - startedAt).toBeLessThan(QUICK_MS);
  await expect.poll(() => s3.calls.some((sent) => /^DELETE media\/\w{32}\./.test(sent))).toBe(true);
  const { total, idle, waiting } = api.connections();
  expect({ busy: total - idle, waiting }).toEqual({ busy: 0, waiting: 0 });

  s3.fault('DELETE', 'none');
  await expect.poll(() => s3.objects()).toEqual([]);
});
