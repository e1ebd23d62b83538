import { dayIn } from '~/fields/calendar-day';
import type { Log } from '~/platform/log';
import type { Settings } from '~/platform/settings.server';
import type { Db } from '~/platform/database/connect.server';
import type { MediaStore } from '~/platform/media/media-store';

export type ApiSettings = Pick<Settings, 'publicUrl' | 'maxConnections'> &
  Partial<
    Pick<
      Settings,
      | 'publicOrigin'
      | 'historyDays'
      | 'requireSecondFactor'
      | 'secondFactorKey'
      | 'relyingParty'
      | 'provider'
      | 'timeZone'
      | 'defaultLanguage'
    >
  >;

/** Hashing of passwords. It is slow on purpose. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Verifies a password. A null hash (an unknown account) takes as long as a wrong password. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/** The API's dependencies, which tests and the process entry pass in. */
export interface ApiDeps {
  db: Db;
  media: MediaStore;
  passwords: Passwords;
  clock: () => Date;
  log: Log;
  settings: ApiSettings;
  /** Removes the files of mails to this address, if this process writes mails to files. */
  removeMailsTo: (email: string) => Promise<void>;
  notifyMailWorker: () => void;
  notifyImageCleaner: () => void;
}

/** The current day in TIME_ZONE, the time zone of the buildings. */
export function todayOf({ clock, settings }: Pick<ApiDeps, 'clock' | 'settings'>): string {
  return dayIn(settings.timeZone ?? 'Europe/Zurich', clock());
}
