import type { ParseArgsOptionsConfig } from 'node:util';
import { readSettings, withSecretFiles } from '~/platform/settings.server';
import { isOwned } from '~/platform/media/bucket-owner.server';
import { createMediaStore } from '~/platform/media/s3-media-store.server';
import { openDatabase } from '~/platform/database/connect.server';
import { findInstallationId } from '~/platform/database/installation.repo';
import { convert, drill, makeBackup, withExport } from './backup';
import { exportData } from './export-data';
import { importData } from './import-data';
import type { Manifest } from './manifest';
import { printingLog, readArguments, UsageError, type Print } from '../command';

const USAGE = {
  export: `Usage: export-data FILE [--allow-missing]

Writes every record and image of the embedded API to FILE, a tar archive, and changes nothing; the panel may be running.
The archive holds personal data and password hashes.
  --allow-missing  continues when images that buildings or their history refer to are no longer stored`,
  import: `Usage: import-data FILE [--plain]

Fills an empty database and its image store with what export-data or backup of this release or an older one wrote.
  --plain  reads a file that is not encrypted, although BACKUP_KEY is set`,
  backup: `Usage: backup --to FOLDER|s3://BUCKET/PREFIX [--keep 14]
       backup drill FILE [--plain]
       backup convert FILE [--plain]

Writes an export under a name of its own, encrypted where BACKUP_KEY is set, reads it back, and then removes older ones.
The drill restores one into a throw-away database and compares counts and hashes; convert encrypts an older .sealed one as .age.
  --keep   how many backups of this installation stay, the new one included
  --plain  reads a file that is not encrypted, although BACKUP_KEY is set`,
};

const WHERE = `

DATABASE_URL or DATA_DIR name the database, S3_* or DATA_DIR the image store.`;

type Direction = keyof typeof USAGE | 'drill' | 'convert';

/** Runs a command. @throws UsageError, MigrationError, SettingsError, and errors of the embedded database */
export async function runTransfer(
  direction: Direction,
  args: readonly string[],
  given: NodeJS.ProcessEnv,
  print: Print,
): Promise<void> {
  const [first, ...rest] = args;
  if (direction === 'backup' && (first === 'drill' || first === 'convert'))
    return runTransfer(first, rest, given, print);
  const env = withSecretFiles(given);
  const { path, plain, allowMissing, keep } = readPath(direction, args);
  const stored = { path, plain, env };
  if (direction === 'drill') {
    print(`Drill passed: ${count(await drill(stored))} were restored from ${path}.`);
    return;
  }
  if (direction === 'convert') {
    print(`Encrypted ${path} as ${await convert(stored)}, and read it back. Remove the old file.`);
    return;
  }
  // The settings read secret files themselves: the password's file for each new connection.
  const settings = readSettings(given);
  const log = printingLog(print);
  const database = await openDatabase({ ...settings, log, existing: direction !== 'import' });
  try {
    const media = createMediaStore(settings);
    const { db, pool } = database;
    if (direction === 'export') {
      print(`Exported ${count(await exportData({ pool, media, path, allowMissing }))} to ${path}.`);
    } else if (direction === 'backup') {
      const backup = await makeBackup({ db, pool, media, to: path, keep, env });
      const text = `${backup.name} in ${path}, and read it back. Removed ${backup.removed} older.`;
      print(`Backed up ${count(backup.manifest)} to ${text}`);
      if (backup.problem) print(`The panel does not know its age: ${backup.problem}`);
    } else {
      if (settings.s3) await isOwned(settings.s3, (await findInstallationId(db)) ?? 'new');
      const { transactionPooler } = settings;
      const manifest = await withExport(stored, (source) =>
        importData({ pool, media, ...source, transactionPooler }),
      );
      print(`Imported ${count(manifest)}.`);
    }
  } finally {
    await database.close();
  }
}

function count({ tables, pictures, missing_pictures: missing, other_tables }: Manifest): string {
  const rows = tables.map((table) => `${table.rows} ${table.name}`).join(', ');
  const lost = missing.length > 0 ? ` (${missing.length} more were missing)` : '';
  const other = other_tables?.length ? `, without ${other_tables.join(', ')}` : '';
  return `${rows} and ${pictures.length} images${lost}${other}`;
}

const OPTIONS: Record<Direction, ParseArgsOptionsConfig> = {
  export: { 'allow-missing': { type: 'boolean' } },
  import: { plain: { type: 'boolean' } },
  drill: { plain: { type: 'boolean' } },
  convert: { plain: { type: 'boolean' } },
  backup: { to: { type: 'string' }, keep: { type: 'string' } },
};

function readPath(direction: Direction, args: readonly string[]) {
  const isOfBackup = direction === 'drill' || direction === 'convert';
  const usage = USAGE[isOfBackup ? 'backup' : direction] + WHERE;
  const options = OPTIONS[direction];
  const { values, positionals } = readArguments(
    { args: [...args], allowPositionals: true, options },
    usage,
  );
  const { 'allow-missing': allowMissing, plain, to = '', keep = '14' } = values;
  const [path = String(to), ...more] = positionals;
  const isRight = path !== '' && more.length === 0 && /^[1-9]\d{0,3}$/.test(String(keep));
  const flags = { allowMissing: allowMissing === true, plain: plain === true };
  if (isRight) return { path, ...flags, keep: Number(keep) };
  throw new UsageError(usage);
}
