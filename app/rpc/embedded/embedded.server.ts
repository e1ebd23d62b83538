import { together } from '~/platform/background-task';
import type { Log } from '~/platform/log';
import { logger } from '~/platform/logger.server';
import { getSettings, type Settings } from '~/platform/settings.server';
import { failToStart } from '~/platform/start-failure.server';
import { createApi } from './app.server';
import { ensureAdministrator } from '~/accounts/server/first-administrator';
import { warnOfOtherRelyingParties } from '~/accounts/server/passkeys';
import { createPasswords } from '~/accounts/server/passwords';
import { openDatabase, type Database } from '~/platform/database/connect.server';
import { getInstallationId } from '~/platform/database/installation.repo';
import { migrateDatabase } from '~/platform/database/migrate.server';
import { watchSchema } from '~/platform/database/watch-schema.server';
import { startCleanUp } from './clean-up';
import { unavailable } from './error-handler';
import type { Caller } from './router';
import { startMailWorker } from './mail-worker';
import { readOperations, type Operations } from '~/platform/jobs/operations.repo';
import { removeMailFilesTo } from '~/platform/mail/file-mailer.server';
import { removingOwnImages } from '~/platform/media/bucket-owner.server';
import { createMediaStore } from '~/platform/media/s3-media-store.server';
import { claimImagePlace } from '~/platform/media/image-place.server';
import { startImageCleaner } from '~/platform/media/orphaned-images';
import { createMailer, mailFolder } from '~/platform/mail/smtp-mailer.server';

export type EmbeddedApi = Awaited<ReturnType<typeof startEmbeddedApi>>;

declare global {
  /** One database per process, even if a development server reloads this module. */
  var condoAdminDatabase: Promise<Database> | undefined;
  var condoAdminBackground: { stop(): Promise<void> } | undefined;
  /** One API per process: the server's entry and its plugin are bundled separately. */
  var condoAdminApi: Promise<EmbeddedApi> | undefined;
}

/** Opens the database, migrates it and makes sure that someone can sign in. */
async function prepareDatabase(settings: Settings, log: Log): Promise<Database> {
  const database = await openDatabase({ ...settings, application: true, log });
  try {
    await migrateDatabase(database.pool, undefined, log);
    await claimImagePlace(settings, database.db, log);
    await ensureAdministrator(
      { db: database.db, passwords: createPasswords(), log, now: clock(), print },
      settings,
    );
    await warnOfOtherRelyingParties(database.db, settings.relyingParty, log);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Printed without the log, whose lines are for programs. */
function print(text: string): void {
  process.stdout.write(text);
}

const clock = () => new Date();

/**
 * Starts the embedded API of these settings.
 * @throws if the database cannot be reached, started or migrated
 */
export async function startEmbeddedApi(settings: Settings, log: Log) {
  const opening = (globalThis.condoAdminDatabase ??= prepareDatabase(settings, log));
  const { db, pool, close } = await opening.catch((error: unknown) => {
    globalThis.condoAdminDatabase = undefined;
    throw error;
  });
  await globalThis.condoAdminBackground?.stop();
  const deps = { db, clock, log };
  const { publicUrl, defaultLanguage } = settings;
  const mailer = createMailer(settings, log);
  const mailWorker = startMailWorker({ ...deps, mailer, publicUrl, defaultLanguage });
  const media = createMediaStore(settings);
  const cleaner = startImageCleaner({
    ...deps,
    media: settings.s3 ? removingOwnImages(media, settings.s3, await getInstallationId(db)) : media,
  });
  const cleanUp = startCleanUp({ ...deps, mailFolder: mailFolder(settings), settings });
  const background = together([mailWorker, cleaner, cleanUp]);
  globalThis.condoAdminBackground = background;
  const api = createApi({
    ...deps,
    media,
    passwords: createPasswords(),
    settings,
    removeMailsTo: (email) => removeMailFilesTo(mailFolder(settings), email),
    notifyMailWorker: () => mailWorker.notify(),
    notifyImageCleaner: () => cleaner.notify(),
  });
  const schema = watchSchema(pool, (otherSchema) => {
    log.error(
      otherSchema,
      'The database is of another release: all calls are answered 503 from now on',
    );
    void background.stop();
  });
  let reading: Promise<Operations> | undefined;
  return {
    async fetch(request: Request, caller?: Caller): Promise<Response> {
      if (await schema.isOther()) return unavailable('other_release');
      cleanUp.notify();
      return api.fetch(request, caller);
    },
    /** Asks the database whether calls can be answered. */
    state: () => schema.probe(),
    connections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    /** Read once for all requests that arrive at the same time. */
    operations: () =>
      (reading ??= readOperations(db).finally(() => {
        reading = undefined;
      })),
    /** Resolves when there is no background work: no mail is being sent, and no image is being removed. */
    settled: () => background.settled(),
    async close() {
      await globalThis.condoAdminBackground?.stop();
      globalThis.condoAdminDatabase = undefined;
      await close();
    },
  };
}

/** Development only: the API of this copy of the module, which is reloaded. */
let running: Promise<EmbeddedApi> | undefined;

/**
 * The embedded API of this process. The first caller starts it, normally start-api.nitro.ts at the server's
 * start. If its database cannot be used, the process ends.
 */
export function getEmbeddedApi(): Promise<EmbeddedApi> {
  // A development server reloads changed modules. Each copy must serve its own code.
  if (import.meta.env.DEV) return (running ??= startOrEnd());
  return (globalThis.condoAdminApi ??= startOrEnd());
}

async function startOrEnd(): Promise<EmbeddedApi> {
  try {
    return await startEmbeddedApi(getSettings(), logger);
  } catch (error) {
    return failToStart(error);
  }
}

/** Ends what getEmbeddedApi has started, if anything. */
export async function closeEmbeddedApi(): Promise<void> {
  const api = await (running ?? globalThis.condoAdminApi);
  running = undefined;
  globalThis.condoAdminApi = undefined;
  await api?.close();
}
