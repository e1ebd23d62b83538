import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { createSmtpMailer, type SmtpTimeouts } from '~/platform/mail/smtp-mailer.server';
import { namesOf } from '~/fields/fields';
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

/** Replies of real servers about a quota or rate of the sender. */
const LIMITS = [
  '550 5.4.5 Daily user sending quota exceeded. d9443c01a7336-gsmtp',
  '550-5.4.5 Daily user sending limit exceeded. For more information on Gmail\n550-5.4.5 sending limits go to\n550 5.4.5  https://support.google.com/a/answer/166852 - gsmtp',
  '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message',
  '550 5.1.90 You have reached your daily amount of message recipients',
  '550 5.5.2 Not now',
  '550 4.4.5 Server busy',
  '550 5.7.233 Tenant exceeded its daily limit for external recipients',
  '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents more',
  '554 Message rate exceeded',
  '554 SubmissionRateExceeded',
  '550 RATE_EXCEEDED',
  '550 ratelimited',
  '552 overquota',
  '550-Too much mail, please try\n550 again tomorrow',
  '550-5.7.0 Please try\n550 5.7.0 again in an hour',
];

/** Replies about the mail, some of which have a word of those in an address or within another word. */
const REJECTIONS = [
  '550 No such person',
  '550 5.1.1 <quota@limit.example>: Recipient address rejected: User unknown',
  '550 5.1.1 quota1@example.com no such user (mail rate@try again)',
  '550 5.1.1 No such user here; check the address and try again',
  '550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the address. Learn more at\n550 5.1.1  https://mail.example/limit?p=quota - gsmtp',
  '554 5.7.1 Moderated corporate mail, unlimited quotations: denied',
  '550 5.45.2 No',
  '550 15.4.5 No',
  '550 5.1.901 No',
  '550 5.2.1 Mailbox disabled, see 5.4.5',
];

/** The error by which a server answers with this code. */
const rejecting = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode });

const rejectingText = (error: Error): SMTPServerOptions => ({
  onData(stream, _, callback) {
    stream.resume();
    stream.on('end', () => callback(error));
  },
});

/** A mailer that needs no TLS. */
function mailerFor(url: string, timeouts?: SmtpTimeouts) {
  return createSmtpMailer({ requireTls: false, url, from: FROM, ...(timeouts && { timeouts }) });
}

/** The steps of SMTP at which a server may answer with an error, each with the command before it. */
const STAGES = {
  'the greeting': /^$/,
  'MAIL FROM': /^MAIL/,
  'RCPT TO': /^RCPT/,
  DATA: /^DATA/,
  'the end of data': /^\.$/,
};
type Stage = keyof typeof STAGES;
/**
 * Stages at which an error concerns this mail. At an earlier stage it concerns our server or its
 * account.
 */
const ABOUT_THE_MAIL: readonly Stage[] = ['RCPT TO', 'DATA', 'the end of data'];

/** A server that accepts everything but answers `reply` at this stage. */
const replyingAt = (stage: Stage, reply: string) =>
  startOdd((socket) => {
    const answer = (line: string, usual: string) =>
      socket.write(`${STAGES[stage].test(line) ? reply : usual}\r\n`);
    let isText = false;
    answer('', '220 ready');
    createInterface(socket).on('line', (line) => {
      if (isText && line !== '.') return;
      isText = line.startsWith('DATA');
      answer(line, isText ? '354 go on' : '250 fine');
    });
  });

/** Returns how a mail failed, such as "MailDelayedError: why". */
const failure = (sending: Promise<unknown>) => sending.then(() => 'The mail went out', String);

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
    // Without a time limit it would be never.
    expect(await failure(mailer.send(MAIL))).toMatch(/^MailDelayedError: /);
  });

  it.each<[string, SMTPServerOptions, string]>([
    ['the text for good', rejectingText(rejecting(554, 'No')), 'MailRejectedError: '],
    ['the text for now', rejectingText(rejecting(451, 'No')), 'MailDelayedError: '],
    [
      'our sender, which the operator can fix by MAIL_FROM',
      { onMailFrom: (_, __, callback) => callback(rejecting(553, 'Sender not owned by user')) },
      'MailDelayedError: The mail server did not accept the mail: 553 Sender not owned by user',
    ],
  ])('that rejects %s', async (_what, options, error) => {
    const server = await start(options);
    expect(await failure(mailerFor(server.url).send(MAIL))).toContain(error);
  });

  const STAGE_NAMES = namesOf(STAGES);

  it.each(STAGE_NAMES)('that speaks of a quota or rate at %s delays the mail', async (stage) => {
    for (const reply of LIMITS) {
      const url = await replyingAt(stage, reply.replaceAll('\n', '\r\n'));
      const error = await failure(mailerFor(url).send(MAIL));
      expect(`${reply}: ${error}`).toContain(': MailDelayedError: ');
      expect(error).toContain(reply.slice(0, 12));
    }
  });

  it.each(ABOUT_THE_MAIL)('that speaks of anything else at %s rejects it', async (stage) => {
    for (const reply of REJECTIONS) {
      const url = await replyingAt(stage, reply.replaceAll('\n', '\r\n'));
      const error = await failure(mailerFor(url).send(MAIL));
      expect(`${reply}: ${error}`).toContain(': MailRejectedError: ');
    }
  });

  it('delays the mail by its code or a word of its own, whatever else it says and whoever is meant', async () => {
    const server = { reply: '' };
    const url = await startOdd((socket) => {
      socket.write('220 ready\r\n');
      createInterface(socket).on('line', (line) =>
        socket.write(`${line.startsWith('RCPT') ? server.reply : '250 fine'}\r\n`),
      );
    });
    const between = fc.constantFrom('', ' sending ', ' (', '"', '. ', ': ', '-');
    const other = fc.constantFrom(
      'corporate',
      'quotation',
      'unlimited',
      'delimiter',
      'No',
      '<a@b>',
    );
    const others = fc.array(other, { maxLength: 4 }).map((words) => words.join(' '));
    const word = fc.constantFrom('quota', 'Rate', 'LIMIT', 'try again', 'limits', 'OverQuota');
    const replies = fc.oneof(
      fc.tuple(fc.constantFrom('5.4.5', '4.4.5', '5.5.2', '5.1.90'), others, fc.constant(true)),
      fc.tuple(fc.constantFrom('5.7.1', '5.2.0', ''), others, fc.constant(false)),
      fc
        .tuple(fc.constantFrom('5.7.1', ''), others, between, word, between, others)
        .map(([code, ...parts]) => [code, parts.join(' '), true] as const),
    );
    // Addresses of people and of help pages say nothing.
    const to = fc.constantFrom('quota@rate.example', 'try.again@limit.example', 'anna@example.com');
    const quoted = fc.constantFrom('', ' https://mail.example/limits?rate=quota');
    await fc.assert(
      fc.asyncProperty(replies, to, quoted, async ([code, text, isLimit], address, help) => {
        server.reply = `550 ${code} <${address}>: ${text}${help}`;
        const error = await failure(mailerFor(url).send({ ...MAIL, to: address }));
        const expected = isLimit ? 'MailDelayedError' : 'MailRejectedError';
        expect(`${server.reply} → ${error}`).toContain(` → ${expected}: `);
      }),
      { numRuns: 150 },
    );
  });

  it.each<[string, (error: Error) => SMTPServerOptions]>([
    ['RCPT TO', (error) => ({ onRcptTo: (_, __, callback) => callback(error) })],
    ['the end of data', rejectingText],
    ['MAIL FROM', (error) => ({ onMailFrom: (_, __, callback) => callback(error) })],
    ['the greeting', (error) => ({ onConnect: (_, callback) => callback(error) })],
  ])('that has sent enough for today, by smtp-server at %s, delays the mail', async (_, at) => {
    const server = await start(at(rejecting(550, '5.4.5 Daily user sending quota exceeded')));
    const error = await failure(mailerFor(server.url).send(MAIL));
    expect(error).toMatch(/^MailDelayedError: .*: 550 5.4.5 Daily user sending quota exceeded$/);
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
