import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importData } from '../../../tools/transfer/import-data';
import { MigrationError } from '~/platform/database/schema-version.server';
import { acceptPreviewSchema } from '~/invitations/acceptance';
import { remindersSchema } from '~/invitations/schema';
import { historyPageSchema } from '~/history/answers';
import { bulkApplyResponseSchema, bulkReviewSchema } from '~/imports/schema';
import { z } from '~/fields/zod';
import { createApi } from '~/rpc/embedded/app.server';
import { createPasswords } from '~/accounts/server/passwords';
import { bundledMigrations } from '~/platform/database/migrate.server';
import { createFileMediaStore } from '~/platform/media/file-media-store';
import { readExport } from '../../../tools/transfer/read-manifest';
import { createArchive, readArchive, readWhole } from '../../../tools/transfer/archive';
import { apiDeps, callsOf, logIn, tokenIn } from '../../support/api';
import {
  createTestDatabase,
  createUnmigratedDatabase,
  type TestDatabase,
} from '../../support/database';
import { formOf } from '../../support/form-of';
import { forThisTest, perFile, temporaryFolder } from '../../support/opened';
import { toChange, withId } from '../../support/review-calls';

/** Made by the releases of these commits, with their own export; see the README beside them. */
const FIXTURES = join(import.meta.dirname, '../../fixtures/transfer');
const FILE = join(FIXTURES, 'export-098e833.tar');
const LATER_FILE = join(FIXTURES, 'export-4929513.tar');
const PASSWORD = 'the chief of all buildings';
const LINK = '-bwB2dlVrcS7EqZWynWgAKWiA4butyWzqXTU7F83dcA';

const folder = temporaryFolder();

const media = (name = 'media') => createFileMediaStore(join(folder, name));

/** The schema as PostgreSQL describes it, without what depends on the order in which columns came to be. */
async function schemaOf({ pool }: TestDatabase): Promise<unknown> {
  const parts = [
    `select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
            || coalesce(column_default, '') || coalesce(generation_expression, '')
       from information_schema.columns where table_schema = 'public'`,
    `select indexdef from pg_indexes where schemaname = 'public'`,
    `select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
       from pg_constraint where connamespace = 'public'::regnamespace`,
    `select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
    `select 'migration ' || hash from drizzle.__drizzle_migrations`,
  ];
  const { rows } = await pool.query<{ line: string }>(
    `select line from (${parts.join(' union all ')}) t (line) order by line`,
  );
  return rows.map(({ line }) => line);
}

/** Imports an export into a new database, and signs in there. */
async function importOlder(path: string, images: string) {
  const database = await createUnmigratedDatabase();
  await importData({ pool: database.pool, media: media(images), path });
  const api = createApi({
    ...apiDeps(database.db),
    media: media(images),
    passwords: createPasswords(),
    clock: () => new Date('2026-11-22T05:00:00Z'),
  });
  const credentials = { username: 'chief@example.com', password: PASSWORD };
  const { call } = callsOf(api, await tokenIn(logIn(api, credentials)));
  const read = async (from: string): Promise<unknown> => (await call('GET', from)).json();
  return { database, call, read, close: () => database.close() };
}

describe('an export of commit 098e833', () => {
  const old = perFile(() => importOlder(FILE, 'media'));

  it('brings the newest schema', async () => {
    const fresh = await forThisTest(createTestDatabase());
    expect(await schemaOf(old.database)).toEqual(await schemaOf(fresh));
  });

  it('brings the buildings with their images', async () => {
    expect(await old.read('/admin/condos?search=zurichberg')).toMatchObject([{ id: 1 }]);
    expect(await old.read('/admin/condos/1')).toMatchObject({
      name: 'Zürichberg',
      address: 'Seestraße 1',
      website: 'https://zuerichberg.example',
      description: 'Lift\nund "Garten"',
      date_built: '1932-05-01',
      number_of_units: 12,
      created_at: '2026-11-22T04:34:13.375Z',
    });
    const image = 'http://panel.test/api/media/491b5c4bbc156b1404f9c42299c9cd9e.webp';
    expect(await old.read('/admin/condos/2')).toMatchObject({
      name: 'Ælfgård',
      zip_code: '0120',
      website: null,
      image_url: image,
      flag_url: null,
    });
    const response = await old.call('GET', new URL(image).pathname.replace('/api', ''));
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect((await response.arrayBuffer()).byteLength).toBe(136);
    expect(await readdir(join(folder, 'media'))).toHaveLength(4);
  });

  it('brings the apartments, and gives no id again', async () => {
    expect(await old.read('/admin/apartments')).toMatchObject([
      { id: 4, condo_id: 2, apartment_number: '2', floor_number: 2, has_parking: false },
      { id: 5, condo_id: 2, apartment_number: '3', bedrooms: 3.5 },
      { id: 3, condo_id: 2, apartment_number: '10', sqmt: 99.99 },
      {
        id: 1,
        condo_id: 1,
        apartment_number: '1A',
        bedrooms: 2.5,
        sqmt: 75.25,
        parking_spot_number: 'P1,P2',
        has_parking: true,
        notes: 'Süd',
      },
      { id: 2, condo_id: 1, apartment_number: '2', parking_spot_number: 'None' },
    ]);
    const added = { condo_id: 1, apartment_number: 'new' };
    const created = await old.call('POST', '/admin/apartments', added);
    expect(await created.json()).toMatchObject({ id: 7 });
  });

  it('brings the people with their associations', async () => {
    const anna = { email: 'anna@example.com', first_name: 'Anna', last_name: 'Müßig' };
    const chiara = { email: 'chief@example.com', first_name: 'Chiara' };
    expect(await old.read('/admin/users?search=mussig')).toMatchObject({ data: [anna] });
    expect(await old.read('/admin/users')).toMatchObject({ data: [chiara, anna] });
    expect(await old.read('/admin/users/2')).toMatchObject({
      condo_associations: [{ condo_id: 1, apartment_number: '1A', role: 'owner' }],
    });
  });

  it('brings the invitations, and links that were mailed still open', async () => {
    expect(await old.read('/admin/invitations?status=pending')).toMatchObject([
      { email: 'unsent@example.com', role: 'renter', mail: { state: 'queued' } },
      { email: 'boris@example.com', role: 'building_manager', mail: { state: 'sent' } },
    ]);
    const preview = acceptPreviewSchema.parse(await old.read(`/invitations/accept?token=${LINK}`));
    expect(preview).toMatchObject({ email: 'boris@example.com', condo_name: 'Ælfgård' });
  });

  it('brings the import history', async () => {
    expect(await old.read('/admin/bulk-imports')).toMatchObject([
      { type: 'apartment', created: 2 },
    ]);
  });
});

describe('an export of commit 4929513', () => {
  const old = perFile(() => importOlder(LATER_FILE, 'later-media'));

  it('brings the newest schema', async () => {
    const fresh = await forThisTest(createTestDatabase());
    expect(await schemaOf(old.database)).toEqual(await schemaOf(fresh));
  });

  it('brings what changed, and the history of it', async () => {
    const numbers = await old.read('/admin/apartments');
    expect(numbers).toMatchObject(
      ['2', '10', '1B', '2', 'K1'].map((apartment_number) => ({ apartment_number })),
    );
    const { entries } = historyPageSchema.parse(await old.read('/admin/history'));
    const actions = entries.map(({ action }) => action).toReversed();
    expect(actions.slice(0, 4)).toEqual(['signed_in', 'changed', 'deleted', 'imported']);
    expect(actions.slice(4, 7)).toEqual(['undone', 'imported', 'invited']);
    expect(await old.read('/admin/administrators/invitations')).toMatchObject([
      { email: 'second@example.com' },
    ]);
  });

  it('brings imports that are undone, and one that still can be', async () => {
    expect(await old.read('/admin/bulk-imports')).toMatchObject([
      { id: 3, created: 1, undone_at: null },
      { id: 2, created: 2, removed: 2 },
      { id: 1, created: 2, undone_at: null },
    ]);
    const undone = await old.call('POST', '/admin/bulk-imports/3/undo');
    expect(await undone.json()).toEqual({ removed: 1, kept: [] });
    expect(JSON.stringify(await old.read('/admin/apartments'))).not.toContain('K1');
  });

  it('has its records changed many at once, and back', async () => {
    const before = await old.read('/admin/condos/1');
    const file = new File(['name;zip_code\nzürichberg;8044\n'], 'list.csv');
    const form = formOf({ type: 'condo', file, by_key: 'keep' });
    const review = await old.call('POST', '/admin/bulk-review', form);
    const { changed } = bulkReviewSchema.parse(await review.json());
    expect(changed).toMatchObject([{ id: 1, changes: [{ field: 'zip_code', new: '8044' }] }]);
    const changes = JSON.stringify(changed.map(toChange));
    const sent = formOf({ type: 'condo', changes, rows: '[]' });
    const answer = await old.call('POST', '/admin/bulk-apply', sent);
    const { import_id } = bulkApplyResponseSchema.parse(await answer.json());
    const undone = await old.call('POST', `/admin/bulk-imports/${import_id}/undo`);
    expect(await undone.json()).toMatchObject({ restored: 1, kept: [] });
    expect(await old.read('/admin/condos/1')).toEqual(before);

    const twin = { first_name: 'Anna', last_name: 'Müßig', email: null };
    const added = await old.call('POST', '/admin/users', twin);
    const { id } = withId.parse(await added.json());
    expect((await old.call('POST', '/admin/users/2/merge', { user_id: id })).status).toBe(204);
    expect(await old.read(`/admin/users/${id}`)).toMatchObject({ merged_into: 2 });
    const back = await old.call('POST', '/admin/history/restore', { kind: 'user', id });
    expect(back.status).toBe(200);
    const reminders = await old.read('/admin/invitations/reminders');
    expect(remindersSchema.safeParse(reminders).success).toBe(true);
    expect(await old.read('/admin/saved-views')).toEqual([]);
  });
});

/** The fixture with another manifest. */
async function withManifest(name: string, change: (manifest: object) => object): Promise<string> {
  const path = join(folder, name);
  const to = await createArchive(path);
  for await (const file of readArchive(FILE)) {
    let bytes = await readWhole(file);
    if (file.name === 'manifest.json') {
      const manifest = z.looseObject({}).parse(JSON.parse(bytes.toString()));
      bytes = Buffer.from(JSON.stringify(change(manifest)));
    }
    await to.add(file.name, bytes.length, [bytes]);
  }
  await to.finish();
  return path;
}

describe('what this release does not know is rejected by name', () => {
  const hashes = bundledMigrations().map(({ hash }) => hash);
  const count = hashes.length;

  it.each([
    [
      'the schema of a newer release',
      { migrations: [...hashes, 'new'], schema: `schema version ${count + 1} (2100-01-01)` },
      `The export is of a newer release: it has schema version ${count + 1} (2100-01-01). This release has schema version ${count}`,
    ],
    [
      'a schema that no release made',
      { migrations: hashes.with(2, 'other') },
      `The export has schema version ${count}, which no release made. This release has schema version ${count}`,
    ],
  ])('%s', async (name, change, message) => {
    const path = await withManifest(`${name}.tar`, (manifest) => ({ ...manifest, ...change }));
    const { pool } = await forThisTest(createUnmigratedDatabase());
    const importing = importData({ pool, media: media('unused'), path });
    await expect(importing).rejects.toThrow(message);
    await expect(importing).rejects.toBeInstanceOf(MigrationError);
    const { rows } = await pool.query("select from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([]);
  });

  it('a database whose schema is newer than the export', async () => {
    const { pool } = await forThisTest(createTestDatabase());
    await expect(importData({ pool, media: media('unused'), path: FILE })).rejects.toThrow(
      `The database has schema version ${count}, and the export is of an older release (4). Import it into a new database`,
    );
    expect(await readdir(folder)).not.toContain('unused');
  });
});

it('an export whose files are in another order is rejected: its tables could not be filled one after another', async () => {
  const path = join(folder, 'packed-again.tar');
  const files: [string, Buffer][] = [];
  for await (const file of readArchive(FILE)) files.unshift([file.name, await readWhole(file)]);
  const archive = await createArchive(path);
  for (const [name, bytes] of files) await archive.add(name, bytes.length, [bytes]);
  await archive.finish();
  await expect(readExport(path)).rejects.toThrow(
    `The files of ${path} are in another order: it was packed again.`,
  );
});

it('an import that fails leaves not even a table', async () => {
  const { pool } = await forThisTest(createUnmigratedDatabase());
  const path = await withManifest('rows.tar', (manifest) => {
    const { tables } = z.object({ tables: z.array(z.looseObject({})) }).parse(manifest);
    return { ...manifest, tables: tables.with(7, { ...tables.at(-1), rows: 9 }) };
  });
  await expect(importData({ pool, media: media('failed'), path })).rejects.toThrow(
    'bulk_imports: 1 rows instead of 9.',
  );
  const { rows } = await pool.query(
    "select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  expect(rows).toEqual([]);
  expect(await readdir(join(folder, 'failed'))).toEqual([]);
  await importData({ pool, media: media('failed'), path: FILE });
  expect(
    await readFile(join(folder, 'failed', '491b5c4bbc156b1404f9c42299c9cd9e.webp')),
  ).toHaveLength(136);
});
