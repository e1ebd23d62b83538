import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Log } from '~/platform/log';
import { folderPerTest } from '../../support/opened';
import { silentLog } from '../../support/silent-log';
import { readMail } from '../../support/smtp';
import { createMailer } from '~/platform/mail/smtp-mailer.server';

const MAIL = { to: 'anna@example.com', subject: 'Hello', text: 'Grüezi', html: '<p>Grüezi</p>' };

const data = folderPerTest();

function fileMailer(log: Log = silentLog) {
  const mailFrom = 'Condo <no-reply@condo.test>';
  return createMailer({ smtp: undefined, mailFrom, dataDir: data.path }, log);
}

it('writes each mail to a file of its own that the log names', async () => {
  const lines: [object, string][] = [];
  const mailer = fileMailer({ ...silentLog, info: (...line) => lines.push(line) });
  await Promise.all([mailer.send(MAIL), mailer.send(MAIL)]);
  const names = await readdir(join(data.path, 'mail'));
  expect(names).toHaveLength(2);
  for (const name of names) {
    const file = join(data.path, 'mail', name);
    expect(name).toMatch(/^\d{8}T\d{9}Z-[0-9a-f]{8}\.eml$/);
    expect(lines.map(([line]) => line)).toContainEqual({ file });
    expect(lines.some(([, message]) => message.includes(file))).toBe(true);
    expect((await stat(file)).mode & 0o077).toBe(0);
    const { mail } = await readMail(await readFile(file));
    expect(mail.to).toMatchObject([{ address: 'anna@example.com' }]);
    expect(mail.text?.trim()).toBe('Grüezi');
    expect(mail.html?.trim()).toBe('<p>Grüezi</p>');
  }
});

it('takes no address for a path or a header', async () => {
  const mailer = fileMailer();
  await mailer.send({ ...MAIL, to: '../../../etc/x@example.com', subject: 'A\r\nBcc: eve@e.test' });
  const [name = ''] = await readdir(join(data.path, 'mail'));
  const { mail } = await readMail(await readFile(join(data.path, 'mail', name)));
  expect(mail.headers.map((header) => header.key)).not.toContain('bcc');
  await expect(mailer.send({ ...MAIL, to: 'a@example.com\r\nBcc: eve@e.test' })).rejects.toThrow(
    'not valid',
  );
});

it('fails when the folder cannot be written, and works once it can', async () => {
  await writeFile(join(data.path, 'mail'), 'in the way');
  const mailer = fileMailer();
  await expect(mailer.send(MAIL)).rejects.toThrow(/EEXIST|ENOTDIR/);
  await rm(join(data.path, 'mail'));
  await mailer.send(MAIL);
  expect(await readdir(join(data.path, 'mail'))).toHaveLength(1);
});
