import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTransport } from 'nodemailer';
import { ifExists, makeFolders } from '~/platform/file-errors.server';
import type { Log } from '~/platform/log';
import { toMessage, type Mailer } from './mailer';

interface FileSettings {
  /** Folder of the mails. It is created if it does not exist. */
  folder: string;
  from: string;
  log: Log;
}

/** Mailer without a mail server: each mail becomes an .eml file, which mail programs can open. */
export function createFileMailer({ folder, from, log }: FileSettings): Mailer {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail, from));
      const name = `${fileTime(new Date())}-${randomBytes(4).toString('hex')}.eml`;
      const file = join(resolve(folder), name);
      // The mail contains a link that creates an account, so only this user may read the file.
      await makeFolders(folder, 0o700);
      await writeFile(`${file}.part`, message, { mode: 0o600, flag: 'wx' });
      await rename(`${file}.part`, file);
      log.info({ file }, `SMTP_URL is not set: the mail was written to ${file}`);
      return file;
    },
  };
}

/** A timestamp for file names that sort by time: 20261121T093000123Z. */
export function fileTime(time: Date): string {
  return time.toISOString().replace(/[-:.]/g, '');
}

/** The name of a mail's file, complete or partly written. */
const MAIL_FILE = /^(\d{8}T\d{9}Z)-[0-9a-f]{8}\.eml(?:\.part)?$/;

/** Removes mails that were written before a time. Other files in the folder stay. */
export async function removeOldMailFiles(folder: string, before: Date): Promise<void> {
  const limit = fileTime(before);
  for (const name of await namesIn(folder)) {
    const writtenAt = MAIL_FILE.exec(name)?.[1];
    if (writtenAt !== undefined && writtenAt < limit) await rm(join(folder, name), { force: true });
  }
}

/** Unfolds a mail's headers, since nodemailer folds a long recipient onto the next line (RFC 5322, 2.2.3). */
function unfolded(mail: string): string {
  const [head = ''] = mail.split(/\r?\n\r?\n/, 1);
  return head.replaceAll(/\r?\n[ \t]+/g, ' ');
}

/** The recipient's line, as nodemailer writes it. */
const RECIPIENT = /^To: .*?<?([^<>\s]+)>?\s*$/im;

export async function removeMailFilesTo(folder: string, email: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!MAIL_FILE.test(name)) continue;
    const file = join(folder, name);
    const text = await ifExists(readFile(file, 'utf8'));
    const recipient = text === undefined ? undefined : RECIPIENT.exec(unfolded(text))?.[1];
    if (recipient?.toLowerCase() === email.toLowerCase()) await rm(file, { force: true });
  }
}

/** The folder does not exist before the first mail. */
async function namesIn(folder: string): Promise<string[]> {
  return (await ifExists(readdir(folder), ['ENOENT'])) ?? [];
}
