import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { seedBulk } from '../../../tools/seed/bulk';
import { drill } from '../../../tools/transfer/backup';
import { readArchive, readWhole } from '../../../tools/transfer/archive';
import { exportData } from '../../../tools/transfer/export-data';
import { migrateDatabase } from '~/platform/database/migrate.server';
import { createFileMediaStore } from '~/platform/media/file-media-store';
import { createUnmigratedDatabase } from '../../support/database';
import { forThisTest, temporaryFolder } from '../../support/opened';

const folder = temporaryFolder();
// PostgreSQL, which does not run as root, has to get in.
beforeAll(() => chmod(folder, 0o711));

/** Keys that collations order differently: capitals, punctuation, accents. */
const TOKENS = ['a', 'B', '_b', '-c', 'Z', 'z', 'Ä', 'é', 'ab', 'a-b', 'A_b', '0', '~'];

/**
 * Returns the order in which a database of this collation is exported. A drill then restores the export
 * in a database of another one.
 */
async function exportedOrder(locale: string): Promise<string[]> {
  const { db, pool } = await forThisTest(createUnmigratedDatabase(locale));
  await migrateDatabase(pool);
  await seedBulk(db, { condos: 2, apartments: 4, users: 3 });
  await pool.query(
    `insert into invitation_links (token_hash, expires_at) select unnest($1::text[]), '2026-01-01Z'`,
    [TOKENS],
  );
  await pool.query('insert into erased_identities select unnest($1::text[])', [TOKENS]);
  const path = join(folder, `${locale.replaceAll(/\W/g, '-')}.tar`);
  const media = createFileMediaStore(join(folder, 'media'));
  await exportData({ pool, media, path });
  await drill({ path, plain: false, env: {} });
  let rows = '';
  for await (const file of readArchive(path))
    if (file.name === 'tables/erased_identities.ndjson') rows = String(await readWhole(file));
  return TOKENS.toSorted((one, other) => rows.indexOf(`"${one}"`) - rows.indexOf(`"${other}"`));
}

const BYTES_ORDER = TOKENS.toSorted((one, other) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)),
);

it.each([
  "locale 'C'",
  "locale 'C.UTF-8'",
  "locale_provider icu icu_locale 'und' locale 'C.UTF-8'",
  "locale_provider icu icu_locale 'de-CH-u-kf-upper' locale 'C.UTF-8'",
])(
  'a drill of a database with %s passes, and its rows are in the order of their bytes',
  async (locale) => {
    expect(await exportedOrder(locale)).toEqual(BYTES_ORDER);
  },
  180_000,
);
