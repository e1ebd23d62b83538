import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getInstallationId } from '~/api/db/installation.repo';
import { orphanedImages } from '~/api/db/operations-schema';
import { startEmbeddedApi } from '~/api/embedded.server';
import { claimBucket, removingOwnImages } from '~/api/media/bucket-owner.server';
import { removeDueImages } from '~/api/media/orphaned-images';
import { createS3MediaStore } from '~/api/media/s3-media-store.server';
import type { Log } from '~/lib/log';
import { readSettings, SettingsError } from '~/lib/settings.server';
import { runTransfer } from '../../../tools/transfer/cli';
import { createTestDatabase, urlOf, type TestDatabase } from '../../support/database';
import { startS3, type TestS3 } from '../../support/s3';
import { silentLog } from '../../support/silent-log';

const IMAGE = `${'0123456789abcdef'.repeat(2)}.webp`;

let s3: TestS3;
/** What was logged, as "info: From now on". */
let lines: string[];
let log: Log;
beforeEach(async () => {
  s3 = await startS3();
  lines = [];
  log = {
    ...silentLog,
    info: (_, message) => lines.push(`info: ${message}`),
    warn: (_, message) => lines.push(`warn: ${message}`),
  };
});
afterEach(() => s3.close());

const claim = (changes: Partial<TestS3['settings']>) =>
  claimBucket({ ...s3.settings, ...changes }, 'ours', log);

describe('the bucket at the start', () => {
  it("without an owner becomes this installation's, with a line in the log", async () => {
    await claim({});
    expect(lines).toEqual([
      expect.stringMatching(
        /^info: From now on the bucket "pictures" .* belongs to this installation$/,
      ),
    ]);
    await claim({});
    expect(lines).toHaveLength(1);
    expect(await s3.objects()).toEqual([]);
  });

  it('of another installation is rejected; a prefix is a place of its own', async () => {
    await claimBucket(s3.settings, 'theirs', log);
    await expect(claim({})).rejects.toThrow(SettingsError);
    await expect(claim({})).rejects.toThrow(/belong to another installation \(theirs; .*S3_PREFIX/);
    const settings = { ...s3.settings, prefix: 'staging/eu/' };
    await claimBucket(settings, 'ours', log);
    await createS3MediaStore(settings).put(IMAGE, new Uint8Array([1]));
    expect(await s3.objects('staging/eu')).toEqual([IMAGE]);
    expect(await s3.objects()).toEqual([]);
    expect(await createS3MediaStore(s3.settings).get(IMAGE)).toBeNull();
  });

  it.each([
    [{ secretAccessKey: 'wrong' }, /403 SignatureDoesNotMatch.*S3_SECRET_ACCESS_KEY/],
    [{ accessKeyId: 'nobody' }, /403 InvalidAccessKeyId/],
    [{ bucket: 'no-such-bucket' }, /bucket "no-such-bucket" .*404 NoSuchBucket/],
  ])('is rejected with %j', async (changes, message) => {
    await expect(claim(changes)).rejects.toThrow(SettingsError);
    await expect(claim(changes)).rejects.toThrow(message);
    await expect(claim(changes)).rejects.not.toThrow('S3RVER');
  });

  it('may be unavailable, with a line in the log', async () => {
    await claim({ endpoint: 'http://127.0.0.1:1' });
    expect(lines).toEqual([expect.stringContaining('http://127.0.0.1:1 does not respond')]);
  });
});

describe('two databases and one bucket', () => {
  let databases: TestDatabase[];
  let folder: string;
  beforeEach(async () => {
    databases = [await createTestDatabase(), await createTestDatabase()];
    folder = await mkdtemp(join(tmpdir(), 'condo-bucket-'));
  });
  afterEach(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await rm(folder, { recursive: true, force: true });
  });

  const environment = (database: TestDatabase) => ({
    DATA_DIR: folder,
    DATABASE_URL: urlOf(database),
    ADMIN_PASSWORD: 'a password of its own',
    S3_ENDPOINT: s3.settings.endpoint,
    S3_BUCKET: s3.settings.bucket,
    S3_REGION: s3.settings.region,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  });
  const start = (database: TestDatabase) =>
    startEmbeddedApi(readSettings(environment(database)), log);

  it('the second does not start, and imports nothing', async () => {
    const [first, second] = databases;
    if (!first || !second) throw new Error('No databases');
    const api = await start(first);
    await api.close();
    await (await start(first)).close();
    await expect(start(second)).rejects.toThrow(/belong to another installation/);

    const file = join(folder, 'export.tar');
    await writeFile(file, 'not looked at');
    const importing = runTransfer('import', [file], environment(second), () => undefined);
    await expect(importing).rejects.toThrow(/belong to another installation/);
  });

  it('the second removes nothing, though the storage was unavailable when it started', async () => {
    const [first, second] = databases;
    if (!first || !second) throw new Error('No databases');
    await claimBucket(s3.settings, await getInstallationId(first.db), log);
    const store = createS3MediaStore(s3.settings);
    await store.put(IMAGE, new Uint8Array([1]));

    s3.fault('GET', 'busy');
    s3.fault('PUT', 'busy');
    const id = await getInstallationId(second.db);
    await claimBucket(s3.settings, id, log);
    s3.fault('GET', 'none');
    s3.fault('PUT', 'none');
    await second.db.insert(orphanedImages).values({ name: IMAGE, due_at: new Date(0) });
    const media = removingOwnImages(store, s3.settings, id);
    const clean = () => removeDueImages({ db: second.db, media, clock: () => new Date(), log });
    expect(await clean()).toBe(0);
    expect(await s3.objects()).toEqual([IMAGE]);
    expect(lines.at(-1)).toBe('warn: Unused images could not be removed yet');
  });
});
