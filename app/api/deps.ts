import type { Log } from '~/lib/log';
import type { RelyingParty } from '~/lib/relying-party.server';
import type { ProviderSettings } from '~/lib/settings.server';
import type { Db } from './db/connect.server';
import type { MediaStore } from './media/media-store';

/** The settings that the API itself uses. */
export interface ApiSettings {
  /** Address of this service in e-mails and file links, without a slash at the end. */
  publicUrl: string;
  /** Connections in the pool of `db`, at most. */
  maxConnections: number;
  /** How long entries of the history are kept; undefined: for ever. */
  historyDays?: number | undefined;
  /** Administrators without a second factor can do nothing but set one up. */
  requireSecondFactor?: boolean;
  /** Encrypts the secrets of authenticator apps; undefined: they are stored as they are. */
  secondFactorKey?: string | undefined;
  /** The host that passkeys are made for; undefined: they are not offered. */
  relyingParty?: RelyingParty | undefined;
  /** The OpenID provider to sign in with; undefined: passwords alone. */
  provider?: ProviderSettings | undefined;
}

/** Hashing of passwords; slow on purpose. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for a null hash (an unknown account) as for a wrong password. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/** The API's dependencies; tests and the process entry pass them in. */
export interface ApiDeps {
  db: Db;
  media: MediaStore;
  passwords: Passwords;
  clock: () => Date;
  log: Log;
  settings: ApiSettings;
  /** Removes the mails to this address that were written to files, where that is what this process does with mails. */
  removeMailsTo: (email: string) => Promise<void>;
  /** Called when a mail was queued; the queue's worker sends it. */
  notifyMailWorker: () => void;
  /** Called when images were marked as orphaned and due; the cleaner removes them. */
  notifyImageCleaner: () => void;
}
