import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '~/lib/file-errors.server';
import { fileTime } from './file-mailer.server';

/** As the file mailer names mails, whole and half-written ones. */
const MAIL_FILE = /^(\d{8}T\d{9}Z)-[0-9a-f]{8}\.eml(?:\.part)?$/;

/** Removes mails that were written before then; other files in the folder stay. */
export async function removeOldMailFiles(folder: string, before: Date): Promise<void> {
  const limit = fileTime(before);
  for (const name of await namesIn(folder)) {
    const writtenAt = MAIL_FILE.exec(name)?.[1];
    if (writtenAt !== undefined && writtenAt < limit) await rm(join(folder, name), { force: true });
  }
}

/** Of the head of a mail, each header in one line: a long recipient is on a line of its own (RFC 5322, 2.2.3). */
function unfolded(mail: string): string {
  const [head = ''] = mail.split(/\r?\n\r?\n/, 1);
  return head.replaceAll(/\r?\n[ \t]+/g, ' ');
}

/** As nodemailer writes the recipient. */
const RECIPIENT = /^To: .*?<?([^<>\s]+)>?\s*$/im;

/** Removes the mails to this address. */
export async function removeMailFilesTo(folder: string, email: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!MAIL_FILE.test(name)) continue;
    const file = join(folder, name);
    const text = await ifExists(readFile(file, 'utf8'));
    const recipient = text === undefined ? undefined : RECIPIENT.exec(unfolded(text))?.[1];
    if (recipient?.toLowerCase() === email.toLowerCase()) await rm(file, { force: true });
  }
}

/** The folder is made with the first mail. */
async function namesIn(folder: string): Promise<string[]> {
  return (await ifExists(readdir(folder), ['ENOENT'])) ?? [];
}
