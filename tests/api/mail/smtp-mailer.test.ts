import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MailDelayedError, MailRejectedError } from '~/api/mail/mailer';
import { createSmtpMailer, type SmtpTimeouts } from '~/api/mail/smtp-mailer.server';
import { startSmtpServer, type TestSmtpServer } from '../../support/smtp';
import { must } from '../../support/must';
import { listening } from '../../support/listening';

const FROM = 'Condo Admin <no-reply@condo.test>';
const SHORT: SmtpTimeouts = { connectMs: 300, idleMs: 300, totalMs: 1_000 };
const MAIL = {
  to: 'anna@example.com',
  subject: 'Your invitation to Seeblick',
  text: 'Grüezi\n.\nEnd',
  html: '<p>Grüezi</p>',
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(options?: Parameters<typeof startSmtpServer>[0]): Promise<TestSmtpServer> {
  const server = await startSmtpServer(options);
  closing.push(() => server.close());
  return server;
}

/** A server that sends what `talk` returns and nothing else. */
async function startOdd(talk: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => talk(socket.on('error', () => undefined)));
  const { port, close } = await listening(server);
  closing.push(close);
  return `smtp://127.0.0.1:${port}`;
}

/** A mailer that needs no TLS. */
function mailerFor(url: string, timeouts?: SmtpTimeouts) {
  return createSmtpMailer({ requireTls: false, url, from: FROM, ...(timeouts && { timeouts }) });
}

async function failure(promise: Promise<void>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The mail went out');
}

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
    await mailerFor(server.url).send({
      ...MAIL,
      subject,
    });
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
    const mailer = mailerFor(server.url);
    expect(await failure(mailer.send({ ...MAIL, to }))).toBeInstanceOf(MailRejectedError);
    expect(server.connections()).toBe(0);
  });
});

describe('a mail server', () => {
  it('that is down delays the mail', async () => {
    const server = await start();
    await server.close();
    const error = await failure(mailerFor(server.url).send(MAIL));
    expect(error).toBeInstanceOf(MailDelayedError);
    expect(error).toMatchObject({ message: 'The mail server cannot be reached' });
  });

  it('whose name is unknown delays the mail', async () => {
    const mailer = mailerFor('smtp://mail.invalid', SHORT);
    expect(await failure(mailer.send(MAIL))).toBeInstanceOf(MailDelayedError);
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
    const mailer = mailerFor(await startOdd(talk), SHORT);
    const startedAt = Date.now();
    const error = await failure(mailer.send(MAIL));
    expect(error).toBeInstanceOf(MailDelayedError);
    // Without a time limit it would be never.
    expect(Date.now() - startedAt).toBeLessThan(20_000);
  });

  it('that accepts the text slowly delays the mail', async () => {
    const server = await start({ onData: (stream) => stream.resume() });
    const error = await failure(mailerFor(server.url, SHORT).send(MAIL));
    expect(error).toMatchObject({ name: 'MailDelayedError' });
    expect(error).toMatchObject({ message: 'The mail server took too long' });
  });

  it.each([
    [550, 'No such person', 'MailRejectedError', 'The mail server rejected the mail: 550 No such'],
    [
      450,
      'Mailbox busy',
      'MailDelayedError',
      'The mail server did not accept the mail: 450 Mailbox',
    ],
  ])('that answers %i to the recipient', async (responseCode, text, name, message) => {
    const server = await start({
      onRcptTo: (_, __, callback) => callback(Object.assign(new Error(text), { responseCode })),
    });
    const error = await failure(mailerFor(server.url).send(MAIL));
    expect(error).toMatchObject({ name });
    expect(String(error)).toContain(message);
    expect(server.received).toEqual([]);
  });

  it.each([
    [554, 'MailRejectedError'],
    [451, 'MailDelayedError'],
  ])('that answers %i to the text', async (responseCode, name) => {
    const server = await start({
      onData(stream, _, callback) {
        stream.resume();
        stream.on('end', () => callback(Object.assign(new Error('No'), { responseCode })));
      },
    });
    const error = await failure(mailerFor(server.url).send(MAIL));
    expect(error).toMatchObject({ name });
  });

  it('that rejects our sign-in delays the mail: the operator can fix that', async () => {
    const server = await start({
      authOptional: false,
      onAuth: (_, __, callback) => callback(new Error('Wrong password')),
    });
    const url = server.url.replace('smtp://', 'smtp://user:p%40ss@');
    const error = await failure(mailerFor(url).send(MAIL));
    expect(error).toBeInstanceOf(MailDelayedError);
    expect(String(error)).toContain('rejected our sign-in');
    expect(String(error)).not.toContain('p@ss');
  });

  it('that rejects our sender delays the mail: the operator can fix MAIL_FROM', async () => {
    const server = await start({
      onMailFrom: (_, __, callback) =>
        callback(Object.assign(new Error('Sender not owned by user'), { responseCode: 553 })),
    });
    const error = await failure(mailerFor(server.url).send(MAIL));
    expect(error).toBeInstanceOf(MailDelayedError);
    expect(String(error)).toContain('did not accept the mail: 553 Sender not owned by user');
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
    expect(error).toBeInstanceOf(MailDelayedError);
    expect(String(error)).toContain('No secure connection to the mail server');
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
