import { inLanguage } from '~/lib/in-language.server';
import type { Log } from '~/lib/log';
import { ENGLISH } from '~/lib/texts';
import type { Db } from '../db/connect.server';
import type { Mailer, OutgoingMail } from '../mail/mailer';

export interface MailDeps {
  db: Db;
  mailer: Mailer;
  clock: () => Date;
  log: Log;
  /** Address of this service, without a slash at the end. */
  publicUrl: string;
  /** The language of mails whose record says none. */
  defaultLanguage?: string;
  /** Removes mails that are kept as files. */
  removeMailsTo?: (email: string) => Promise<void>;
}

/** The parts of a mail job that differ by kind; `id` is the record's. */
export interface MailJob {
  /** How often a mail is tried before it counts as failed. */
  attempts: number;
  /**
   * Writes the mail with a new link, whose hash alone is stored: the link itself is in the mail and nowhere else. Null:
   * the mail is no longer needed.
   */
  write: (deps: MailDeps, id: number) => Promise<WrittenMail | null>;
  /** Locks the record first, as every writer of it and its mail does; false when it is no longer there. */
  lock: (tx: Db, id: number) => Promise<boolean>;
  noteState: (tx: Db, id: number, state: MailState, now: Date) => Promise<void>;
}

/** The state of a mail as its record shows it. */
export interface MailState {
  state: 'queued' | 'failed';
  detail: string;
}

export interface WrittenMail {
  mail: OutgoingMail;
  /** Stores that it was sent, in the transaction that ends the claim. */
  noteSent: (tx: Db, now: Date) => Promise<void>;
}

/** Writes a mail in the language of its record. */
export function inLanguageOf<T>(
  { language }: { language: string | null },
  { defaultLanguage = ENGLISH.code }: MailDeps,
  write: () => T,
): T {
  return inLanguage(language ?? defaultLanguage, write);
}
