import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runTransfer } from '../../../tools/transfer/cli';
import { getInstallationId } from '~/platform/database/installation.repo';
import { orphanedImages } from '~/platform/database/schema/operations';
import { claimBucket, removingOwnImages } from '~/platform/media/bucket-owner.server';
import { removeDueImages } from '~/platform/media/orphaned-images';
import { createS3MediaStore } from '~/platform/media/s3-media-store.server';
import type { Log } from '~/platform/log';
import { SettingsError } from '~/platform/settings.server';
import { createTestDatabase, urlOf, type TestDatabase } from '../../support/database';
import { startEmbedded } from '../../support/embedded-api';
import { must } from '../../support/must';
import { startS3, type TestS3 } from '../../support/s3';
import { silentLog } from '../../support/silent-log';
import { folderPerTest, perTest, temporaryFolder } from '../../support/opened';

const IMAGE = `${'0123456789abcdef'.repeat(2)}.webp`;

const s3 = perTest(startS3);
/** Logged lines, such as "info: From now on". */
let lines: string[];
let log: Log;
beforeEach(() => {
  lines = [];
  log = {
    ...silentLog,
    info: (_, message) => lines.push(`info: ${message}`),
    warn: (_, message) => lines.push(`warn: ${message}`),
  };
});

/** Claims the bucket for a database that has no images yet. */
const claimFor = (installation: string, changes: Partial<TestS3['settings']> = {}) =>
  claimBucket(
    { ...s3.settings, ...changes },
    { installation, settle: () => Promise.resolve(), log },
  );
const claim = (changes: Partial<TestS3['settings']>) => claimFor('ours', changes);

/** Starts a process, which ends again. */
async function start(database: TestDatabase, env: Record<string, string>) {
  await (await startEmbedded(database, env, log)).close();
}

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
    await claimFor('theirs');
    await expect(claim({})).rejects.toThrow(SettingsError);
    await expect(claim({})).rejects.toThrow(/belong to another installation \(theirs; .*S3_PREFIX/);
    const settings = { ...s3.settings, prefix: 'staging/eu/' };
    await claimFor('ours', settings);
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

describe('one database and two places for its images', () => {
  const database = perTest(createTestDatabase);
  const folder = folderPerTest();

  const inFolder = (name: string) => ({ DATA_DIR: join(folder.path, name) });
  const inBucket = () => ({ ...inFolder('a'), ...s3.environment });
  const REJECTED = /^The images of this database are in the (bucket|folder) .* S3_\* and DATA_DIR/;

  it('a process without the bucket does not start', async () => {
    await start(database, inBucket());
    await start(database, inBucket());
    await expect(start(database, inFolder('a'))).rejects.toThrow(REJECTED);
    await expect(start(database, inFolder('a'))).rejects.toThrow(SettingsError);
  });

  it('a process with another folder, or a bucket, does not start; one with the same folder does', async () => {
    await start(database, inFolder('a'));
    await expect(start(database, inFolder('b'))).rejects.toThrow(REJECTED);
    await expect(start(database, inBucket())).rejects.toThrow(REJECTED);
    expect(await s3.objects()).toEqual([]);
    // It is another one's way to the shared folder.
    await symlink(join(folder.path, 'a'), join(folder.path, 'mounted'));
    await start(database, inFolder('mounted'));
    await start(database, inFolder('a'));
  });

  it('starts where the images were moved to, once the place is marked as the error says', async () => {
    await start(database, inFolder('a'));
    const error: unknown = await start(database, inFolder('b')).catch((thrown: unknown) => thrown);
    const file = must(/create the file (.*)\.$/.exec(String(error))?.[1], 'the file');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '');
    await start(database, inFolder('b'));
    await expect(start(database, inBucket())).rejects.toThrow(dirname(file));
  });
});

describe('two databases and one bucket', () => {
  const folder = temporaryFolder();
  const first = perTest(createTestDatabase);
  const second = perTest(createTestDatabase);
  const environment = () => ({ DATA_DIR: folder, ...s3.environment });

  it('the second does not start, and imports nothing', async () => {
    for (let times = 0; times < 2; times += 1) await start(first, environment());
    const starting = start(second, environment());
    await expect(starting).rejects.toThrow(/belong to another installation/);

    const file = join(folder, 'export.tar');
    await writeFile(file, 'not looked at');
    const env = { ...environment(), DATABASE_URL: urlOf(second) };
    const importing = runTransfer('import', [file], env, () => undefined);
    await expect(importing).rejects.toThrow(/belong to another installation/);
  });

  it('the second removes nothing, though the storage was unavailable when it started', async () => {
    await claimFor(await getInstallationId(first.db));
    const store = createS3MediaStore(s3.settings);
    await store.put(IMAGE, new Uint8Array([1]));

    for (const method of ['GET', 'PUT']) s3.fault(method, 'busy');
    const id = await getInstallationId(second.db);
    await claimFor(id);
    for (const method of ['GET', 'PUT']) s3.fault(method, 'none');
    await second.db.insert(orphanedImages).values({ name: IMAGE, due_at: new Date(0) });
    const media = removingOwnImages(store, s3.settings, id);
    const clean = () => removeDueImages({ db: second.db, media, clock: () => new Date(), log });
    expect(await clean()).toBe(0);
    expect(await s3.objects()).toEqual([IMAGE]);
    expect(lines.at(-1)).toBe('warn: Unused images could not be removed yet');
  });
});
