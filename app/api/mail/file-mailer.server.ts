import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Log } from '~/lib/log';
import { toMessage, type Mailer } from './mailer';

interface FileSettings {
  /** Created when it does not exist. */
  folder: string;
  from: string;
  log: Log;
}

/** Without a mail server: each mail becomes an .eml file, which mail programs open; the log names the file. */
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
      // The mail holds a link that creates an account: only this user may read the file.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.part`, message, { mode: 0o600, flag: 'wx' });
      await rename(`${file}.part`, file);
      log.info({ file }, `SMTP_URL is not set: the mail was written to ${file}`);
    },
  };
}

/** A timestamp for file names that sort by time: 20261121T093000123Z. */
export function fileTime(time: Date): string {
  return time.toISOString().replace(/[-:.]/g, '');
}
