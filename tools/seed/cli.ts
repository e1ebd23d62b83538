import { readSettings, type Settings } from '~/platform/settings.server';
import { ensureAdministrator } from '~/accounts/server/first-administrator';
import { createPasswords } from '~/accounts/server/passwords';
import { createMediaStore } from '~/platform/media/s3-media-store.server';
import { openDatabase, type Database } from '~/platform/database/connect.server';
import { migrateDatabase } from '~/platform/database/migrate.server';
import { mapNames } from '~/fields/fields';
import { seedBulk, type BulkCounts } from './bulk';
import { isUnused, seedDemo } from './demo';
import { printingLog, readArguments, UsageError, type Command, type Print } from '../command';

const USAGE = `Usage: npm run seed -- --demo
       npm run seed -- --condos 10000 --apartments 200000 --users 200000

  --demo   demonstration data; only fills a database that holds nothing yet
  others   that many more rows of each kind, for measurements

DATABASE_URL or DATA_DIR say which database.`;

const OPTIONS = {
  demo: { type: 'boolean', default: false },
  condos: { type: 'string', default: '0' },
  apartments: { type: 'string', default: '0' },
  users: { type: 'string', default: '0' },
} as const;

/** Runs `npm run seed`. @throws UsageError for unknown arguments */
export const runSeed: Command = async (args, env, print) => {
  const { demo, counts } = readCounts(args);
  const settings = readSettings(env);
  const log = printingLog(print);
  const database = await openDatabase({ ...settings, log });
  try {
    await migrateDatabase(database.pool);
    if (demo) await fillWithDemo(database, settings, print);
    if (counts) {
      const started = Date.now();
      await seedBulk(database.db, counts);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      print(
        `Added ${counts.condos} buildings, ${counts.apartments} apartments, ${counts.users} users in ${seconds} s.`,
      );
    }
  } finally {
    await database.close();
  }
};

async function fillWithDemo({ db }: Database, settings: Settings, print: Print): Promise<void> {
  if (await isUnused(db)) {
    await seedDemo(db, createMediaStore(settings), new Date());
    print('Filled the database with demonstration data.');
  } else {
    print('The database is already in use: nothing was changed.');
  }
  await ensureAdministrator(
    { db, passwords: createPasswords(), log: printingLog(print), now: new Date(), print },
    settings,
  );
}

function readCounts(args: readonly string[]): { demo: boolean; counts: BulkCounts | null } {
  const { values } = readArguments({ args: [...args], options: OPTIONS }, USAGE);
  const { demo } = values;
  const counts = mapNames(['condos', 'apartments', 'users'], (name) => toCount(values[name]));
  const isBulk = Object.values(counts).some((count) => count > 0);
  if (!demo && !isBulk) throw new UsageError(USAGE);
  return { demo, counts: isBulk ? counts : null };
}

function toCount(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new UsageError(`${text} is not a number of rows`, USAGE);
  return Number(text);
}
