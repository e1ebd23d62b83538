import { inspect, parseArgs } from 'node:util';
import { exitCodeOf } from '~/lib/exit-codes';
import { readSettings } from '~/lib/settings.server';
import { isOwned } from '~/api/media/bucket-owner.server';
import { createMediaStore } from '~/api/media/create-media-store.server';
import { openDatabase } from '~/api/db/connect.server';
import { findInstallationId } from '~/api/db/installation.repo';
import { exportData } from './export-data';
import { importData } from './import-data';
import type { Manifest } from './manifest';
import { TransferError } from './transfer-error';

const USAGE = {
  export: `Usage: export-data FILE [--allow-missing]

Writes every record and image of the embedded API to FILE, a tar archive, and changes nothing; the panel may be running.
The archive holds personal data and password hashes.
  --allow-missing  continues when images that buildings or their history refer to are no longer stored`,
  import: `Usage: import-data FILE

Fills an empty database and its image store with what export-data of this release or an older one wrote.`,
};

const WHERE = `

DATABASE_URL or DATA_DIR name the database, S3_* or DATA_DIR the image store.`;

type Direction = keyof typeof USAGE;

/** A command as a process: its arguments, messages for people in the terminal, and the exit code. */
export async function transferCommand(direction: Direction): Promise<void> {
  try {
    await runTransfer(direction, process.argv.slice(2), process.env, toTerminal);
  } catch (error) {
    const code = exitCodeOf(error);
    const expected = error instanceof TransferError || code !== undefined;
    const text = expected && error instanceof Error ? error.message : inspect(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = code ?? 1;
  }
}

function toTerminal(text: string): void {
  // Unlike a write to stdout, it does not end the process when nobody reads any more.
  console.log(text);
}

/** @throws TransferError, MigrationError, SettingsError, DatabaseUnavailableError and those of the data directory */
export async function runTransfer(
  direction: Direction,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (text: string) => void,
): Promise<void> {
  const { path, allowMissing } = readArguments(direction, args);
  const settings = readSettings(env);
  const say = (data: object, message: string) => print(`${message} ${JSON.stringify(data)}`);
  const log = { info: () => undefined, warn: say, error: say };
  const database = await openDatabase({ ...settings, log, existing: direction === 'export' });
  try {
    const media = createMediaStore(settings);
    const { db, pool } = database;
    if (direction === 'export') {
      print(`Exported ${count(await exportData({ pool, media, path, allowMissing }))} to ${path}.`);
    } else {
      if (settings.s3) await isOwned(settings.s3, (await findInstallationId(db)) ?? 'new');
      const { transactionPooler } = settings;
      print(`Imported ${count(await importData({ pool, media, path, transactionPooler }))}.`);
    }
  } finally {
    await database.close();
  }
}

function count({ tables, pictures, missing_pictures: missing }: Manifest): string {
  const rows = tables.map((table) => `${table.rows} ${table.name}`).join(', ');
  const lost = missing.length > 0 ? ` (${missing.length} more were missing)` : '';
  return `${rows} and ${pictures.length} images${lost}`;
}

function readArguments(direction: Direction, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options:
        direction === 'export' ? { 'allow-missing': { type: 'boolean', default: false } } : {},
    });
    const [path, ...more] = positionals;
    if (path && more.length === 0) {
      return { path, allowMissing: 'allow-missing' in values && values['allow-missing'] === true };
    }
  } catch (error) {
    throw new TransferError(
      `${error instanceof Error ? error.message : String(error)}\n\n${USAGE[direction]}${WHERE}`,
    );
  }
  throw new TransferError(USAGE[direction] + WHERE);
}
