import { eq } from 'drizzle-orm';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { importData } from '../../../tools/transfer/import-data';
import { exportData } from '../../../tools/transfer/export-data';
import { createFileMediaStore } from '~/platform/media/file-media-store';
import { condos } from '~/platform/database/schema/records';
import { apiPerFile, createTestApi } from '../../support/api';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { imageCalls } from '../../support/image-calls';
import { makeImage } from '../../support/images';
import { must } from '../../support/must';
import { forThisTest, temporaryFolder } from '../../support/opened';

const api = apiPerFile();
const { create } = imageCalls(api);
const folder = temporaryFolder();
const file = join(folder, 'export.tar');
beforeAll(async () => {
  for (const width of [30, 40]) {
    const image = await makeImage({ width });
    await create({ image, flag: image, country_flag: image });
  }
  await exportData({ ...source(), path: file });
});

const createTarget = () => forThisTest(createTestDatabase());

const mediaOf = (path: string) => createFileMediaStore(path);
const source = () => ({ pool: api.database.pool, media: mediaOf(api.mediaFolder) });

/** A store in `media` that already holds the first half of the export's images, and the names of these. */
async function storeOfOthers(name: string) {
  const mediaFolder = join(folder, name);
  const media = mediaOf(mediaFolder);
  const theirs = (await readdir(api.mediaFolder)).toSorted().slice(0, 3);
  for (const each of theirs) {
    await media.put(each, await readFile(join(api.mediaFolder, each)));
  }
  return { media, mediaFolder, theirs };
}

it('a failed import leaves the images that were there before it', async () => {
  const target = await createTarget();
  const { media, mediaFolder, theirs } = await storeOfOthers('shared');
  let count = 0;
  const full = {
    ...media,
    put: (name: string, bytes: Uint8Array) => {
      count += 1;
      return count === 3 ? Promise.reject(new Error('disk full')) : media.put(name, bytes);
    },
  };
  await expect(importData({ pool: target.pool, media: full, path: file })).rejects.toThrow(
    'disk full',
  );
  expect((await readdir(mediaFolder)).toSorted()).toEqual(theirs);
  expect(await target.db.select().from(condos)).toEqual([]);
});

it('uses images that exist with the same bytes, and stores the others alone', async () => {
  const target = await createTarget();
  const { media, mediaFolder, theirs } = await storeOfOthers('half');
  const stored: string[] = [];
  const counting = {
    ...media,
    put: (name: string, bytes: Uint8Array) => {
      stored.push(name);
      return media.put(name, bytes);
    },
  };
  await importData({ pool: target.pool, media: counting, path: file });
  expect(stored.filter((name) => theirs.includes(name))).toEqual([]);
  expect((await readdir(mediaFolder)).toSorted()).toEqual(
    (await readdir(api.mediaFolder)).toSorted(),
  );
});

it('overwrites no image that has other bytes', async () => {
  const target = await createTarget();
  const { media, mediaFolder, theirs } = await storeOfOthers('other');
  const [taken = ''] = theirs;
  await media.put(taken, new Uint8Array([1, 2, 3]));
  await expect(importData({ pool: target.pool, media, path: file })).rejects.toThrow(
    `another image named ${taken}`,
  );
  expect((await readdir(mediaFolder)).toSorted()).toEqual(theirs);
  expect([...(await readFile(join(mediaFolder, taken)))]).toEqual([1, 2, 3]);
  expect(await target.db.select().from(condos)).toEqual([]);
});

it('a second import into the same database is rejected, and takes no image of the first', async () => {
  const target = await createTarget();
  const mediaFolder = join(folder, 'twice');
  const media = mediaOf(mediaFolder);
  const second: Promise<unknown>[] = [];
  const slow = {
    ...media,
    put: async (name: string, bytes: Uint8Array) => {
      // A store in the network writes the same bytes twice.
      const again = { ...media, put: async () => undefined };
      if (second.length === 0)
        second.push(importData({ pool: target.pool, media: again, path: file }).catch(String));
      await Promise.allSettled(second);
      await media.put(name, bytes);
    },
  };
  const { pictures } = await importData({ pool: target.pool, media: slow, path: file });
  expect(await second[0]).toBe('UsageError: Another import into this database is running.');
  expect((await readdir(mediaFolder)).toSorted()).toEqual(pictures.map(({ name }) => name));
});

it('no transaction is open while the store is called', async () => {
  const target = await createTarget();
  const states: string[] = [];
  async function observe({ pool }: TestDatabase) {
    const { rows } = await pool.query<{ state: string }>(
      `select state from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    );
    states.push(...rows.map(({ state }) => state));
  }
  const { media } = source();
  const reading = {
    ...media,
    get: async (name: string) => {
      await observe(api.database);
      return media.get(name);
    },
  };
  const path = join(folder, 'observed.tar');
  await exportData({ ...source(), media: reading, path });
  const targetMedia = mediaOf(join(folder, 'observed'));
  const writing = {
    ...targetMedia,
    put: async (name: string, bytes: Uint8Array) => {
      await observe(target);
      await targetMedia.put(name, bytes);
    },
  };
  await importData({ pool: target.pool, media: writing, path });
  expect(states).toEqual([]);
});

it('carries the images of a deleted building, which is restored where it was imported', async () => {
  await api.call('DELETE', '/admin/condos/1');
  const path = join(folder, 'deleted.tar');
  await exportData({ ...source(), path });
  const moved = await forThisTest(createTestApi());
  const { pool } = moved.database;
  // The administrator of the test goes, and its history with it.
  await pool.query('truncate users, history_entries cascade');
  await importData({ pool, media: mediaOf(moved.mediaFolder), path });
  // What was imported ends no session: its administrator is another one.
  const { call } = await moved.administrator({ email: 'new@example.com' });
  const restored = await call('POST', '/admin/history/restore', { kind: 'condo', id: 1 });
  expect(restored.status).toBe(200);
  const [condo] = await moved.db.select().from(condos).where(eq(condos.id, 1));
  const image = must(must(condo, 'building').image_name, 'image');
  expect((await call('GET', `/media/${image}`)).status).toBe(200);
});
