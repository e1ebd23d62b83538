import { createServer, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { createSmtpMailer, type SmtpTimeouts } from '~/api/mail/smtp-mailer.server';
import { must } from '../../support/must';
import { IMPATIENT } from '../../support/invitation-desk';
import { listening } from '../../support/listening';
import { start } from '../../support/mail-servers';
import { forThisTest } from '../../support/opened';

const FROM = 'Condo Admin <no-reply@condo.test>';
const MAIL = {
  to: 'anna@example.com',
  subject: 'Your invitation to Seeblick',
  text: 'Grüezi\n.\nEnd',
  html: '<p>Grüezi</p>',
};

/** A server that sends what `talk` returns and nothing else. */
async function startOdd(talk: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => talk(socket.on('error', () => undefined)));
  const { port } = await forThisTest(listening(server));
  return `smtp://127.0.0.1:${port}`;
}

/** The error by which a server answers with this code. */
const refusing = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode });

const refusingText = (responseCode: number): SMTPServerOptions => ({
  onData(stream, _, callback) {
    stream.resume();
    stream.on('end', () => callback(refusing(responseCode, 'No')));
  },
});

/** A mailer that needs no TLS. */
function mailerFor(url: string, timeouts?: SmtpTimeouts) {
  return createSmtpMailer({ requireTls: false, url, from: FROM, ...(timeouts && { timeouts }) });
}

/** How a mail failed, as "MailDelayedError: why". */
const failure = (sending: Promise<void>) => sending.then(() => 'The mail went out', String);

describe('a mail', () => {
  it('arrives as text and HTML', async () => {
    const server = await start();
    await mailerFor(server.url).send(MAIL);
    const [received] = server.received;
    expect(server.received).toHaveLength(1);
    expect(received?.recipients).toEqual(['anna@example.com']);
    expect(received?.envelopeFrom).toBe('no-reply@condo.test');
    expect(received?.mail.from).toMatchObject({
      name: 'Condo Admin',
      address: 'no-reply@condo.test',
    });
    expect(received?.mail.to).toMatchObject([{ address: 'anna@example.com' }]);
    expect(received?.mail.subject).toBe(MAIL.subject);
    expect(received?.mail.text?.trim()).toBe(MAIL.text);
    expect(received?.mail.html?.trim()).toBe(MAIL.html);
  });

  it.each([
    'Seeblick\r\nBcc: eve@example.com',
    'Seeblick\nBcc: eve@example.com\n\nBody',
    'Seeblick\u2028Bcc: eve@example.com\0\u0085X: y',
    `${'x'.repeat(5000)}\r\nBcc: eve@example.com`,
  ])('cannot be given a header through its subject %#', async (subject) => {
    const server = await start();
    await mailerFor(server.url).send({ ...MAIL, subject });
    const [received] = server.received;
    expect(received?.recipients).toEqual(['anna@example.com']);
    const names = must(received, 'mail').mail.headers.map((header) => header.key);
    expect(names).not.toContain('bcc');
    expect(names).not.toContain('x');
    expect(received?.mail.subject).toMatch(/^(Seeblick Bcc|x{199}…)/);
    expect(received?.mail.text?.trim()).toBe(MAIL.text);
  });

  it.each([
    'anna@example.com\r\nBcc: eve@example.com',
    'anna@example.com, eve@example.com',
    'anna@example.com>\r\nRCPT TO:<eve@example.com',
    'Anna <anna@example.com>',
    '"a b"@example.com',
    'anna@example.com eve@example.com',
    'group:eve@example.com;',
  ])('cannot be given a recipient through its address %j', async (to) => {
    const server = await start();
    const error = await failure(mailerFor(server.url).send({ ...MAIL, to }));
    expect(error).toMatch(/^MailRejectedError: /);
    expect(server.connections()).toBe(0);
  });
});

describe('a mail server', () => {
  it('whose name is unknown delays the mail', async () => {
    const mailer = mailerFor('smtp://mail.invalid', IMPATIENT);
    expect(await failure(mailer.send(MAIL))).toMatch(/^MailDelayedError: /);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['stops after its greeting', (socket) => socket.write('220 slow\r\n')],
    [
      'sends a letter now and then',
      (socket) => {
        const timer = setInterval(() => socket.write('2'), 100);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    [
      'never ends its answer',
      (socket) => {
        socket.write('220 talker\r\n');
        const timer = setInterval(() => socket.write('250-and\r\n'), 100);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    ['hangs up', (socket) => socket.destroy()],
    ['is no mail server', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('that %s delays the mail before long', async (_, talk) => {
    const mailer = mailerFor(await startOdd(talk), IMPATIENT);
    const startedAt = Date.now();
    expect(await failure(mailer.send(MAIL))).toMatch(/^MailDelayedError: /);
    // Without a time limit it would be never.
    expect(Date.now() - startedAt).toBeLessThan(20_000);
  });

  it.each<[string, SMTPServerOptions, string]>([
    ['the text for good', refusingText(554), 'MailRejectedError: '],
    ['the text for now', refusingText(451), 'MailDelayedError: '],
    [
      'our sender, which the operator can fix by MAIL_FROM',
      { onMailFrom: (_, __, callback) => callback(refusing(553, 'Sender not owned by user')) },
      'MailDelayedError: The mail server did not accept the mail: 553 Sender not owned by user',
    ],
  ])('that rejects %s', async (_what, options, error) => {
    const server = await start(options);
    expect(await failure(mailerFor(server.url).send(MAIL))).toContain(error);
  });

  it('that rejects our sign-in delays the mail: the operator can fix that', async () => {
    const server = await start({
      authOptional: false,
      onAuth: (_, __, callback) => callback(new Error('Wrong password')),
    });
    const url = server.url.replace('smtp://', 'smtp://user:p%40ss@');
    const error = await failure(mailerFor(url).send(MAIL));
    expect(error).toMatch(/^MailDelayedError: .*rejected our sign-in/);
    expect(error).not.toContain('p@ss');
  });

  it('that wants a sign-in gets the user and password of SMTP_URL', async () => {
    const given: unknown[] = [];
    const server = await start({
      authOptional: false,
      onAuth({ username, password }, _, callback) {
        given.push(username, password);
        callback(null, { user: username ?? '' });
      },
    });
    const url = server.url.replace('smtp://', 'smtp://user%40host:p%40ss@');
    await mailerFor(url).send(MAIL);
    expect(given).toEqual(['user@host', 'p@ss']);
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['', 'not even the sign-in'],
    ['?requireTLS=false&ignoreTLS=true', 'whatever its address says'],
  ])('without STARTTLS%s gets nothing where TLS is required, %s', async (options) => {
    const given: unknown[] = [];
    const server = await start({
      onAuth({ password }, _, callback) {
        given.push(password);
        callback(null, { user: 'user' });
      },
    });
    const url = server.url.replace('smtp://', 'smtp://user:secret@') + options;
    const error = await failure(createSmtpMailer({ requireTls: true, url, from: FROM }).send(MAIL));
    expect(error).toMatch(/^MailDelayedError: .*No secure connection to the mail server/);
    expect({ given, received: server.received }).toEqual({ given: [], received: [] });
  });

  it('with STARTTLS gets the mail over TLS', async () => {
    const secure: boolean[] = [];
    const server = await start({
      disabledCommands: [],
      onMailFrom(_, session, callback) {
        secure.push(session.secure);
        callback();
      },
    });
    // The server's certificate is self-signed.
    const url = `${server.url}?tls.rejectUnauthorized=false`;
    await createSmtpMailer({ requireTls: true, url, from: FROM }).send(MAIL);
    expect(secure).toEqual([true]);
    expect(server.received).toHaveLength(1);
  });
});
