import { createTransport } from 'nodemailer';
import { fieldsOf, readText } from '~/fields/reading';
import type { SmtpSettings, Settings } from '~/platform/settings.server';
import { MailDelayedError, MailRejectedError, oneLine, toMessage, type Mailer } from './mailer';
import { join } from 'node:path';
import type { Log } from '~/platform/log';
import { createFileMailer } from './file-mailer.server';

interface SmtpMailerOptions extends SmtpSettings {
  from: string;
  timeouts?: SmtpTimeouts;
}

export interface SmtpTimeouts {
  /** Limit for connecting and for the server's greeting. */
  connectMs: number;
  /** Limit without a response of the server. */
  idleMs: number;
  /** Limit for the whole mail, even if a slow server keeps responding. */
  totalMs: number;
}

const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, idleMs: 20_000, totalMs: 60_000 };

/** Sends mails by SMTP, with one connection per mail. */
export function createSmtpMailer({
  url,
  requireTls,
  from,
  timeouts = TIMEOUTS,
}: SmtpMailerOptions): Mailer {
  const transport = createTransport({
    url: withTls(url, requireTls),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(timeouts.totalMs);
      const message = toMessage(mail, from);
      try {
        await transport.sendMail({ ...message, signal });
        return null;
      } catch (error) {
        throw toMailError(error);
      }
    },
  };
}

/**
 * Sets requireTLS in the URL, whose options override all others. Without it an attacker could remove
 * STARTTLS from the greeting unnoticed.
 */
function withTls(url: string, requireTls: boolean): string {
  const address = new URL(url);
  address.searchParams.set('requireTLS', String(requireTls));
  return address.href;
}

const REASONS = new Map([
  ['ETIMEDOUT', 'The mail server took too long'],
  ['EABORT', 'The mail server took too long'],
  ['ECONNECTION', 'The mail server cannot be reached'],
  ['ESOCKET', 'The mail server cannot be reached'],
  ['EDNS', 'The mail server cannot be found'],
  ['ETLS', 'No secure connection to the mail server'],
  ['EAUTH', 'The mail server rejected our sign-in'],
]);

/** Permanent errors of the message or the recipient. A 5xx for the sign-in or the sender is retried. */
const MESSAGE_REJECTIONS = new Set(['EENVELOPE', 'EMESSAGE']);

/** Enhanced codes (RFC 3463) for a sender's exceeded quota, which some providers send with a 5xx. */
const LIMIT_CODE = /^\d{3}[ -]\d\.(?:4\.5|5\.2|1\.90)(?![.\d])/m;
/** Codes for an address that does not exist, even if the text after the code suggests a retry. */
const NO_SUCH_ADDRESS = /^\d{3}[ -]5\.1\.(?:1|2|3|6|10)(?![.\d])/m;
const LIMIT_WORDS = /quota(?!t)|(?<!un|de)limit|\brates?\b|(?:\b|re)try again/i;

/** True for a 5xx response about a quota or rate, which may recover. Words in addresses are ignored. */
function isAboutLimits(response: string): boolean {
  if (LIMIT_CODE.test(response)) return true;
  const words = response
    .replaceAll(/^\d{3}[ -](?:\d\.\d+\.\d+)?/gm, '')
    .split(/\s+/)
    .filter((word) => !/@|:\/\//.test(word))
    // Splits words such as SubmissionQuotaExceeded and RATE_EXCEEDED.
    .map((word) => word.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' '));
  return LIMIT_WORDS.test(words.join(' ')) && !NO_SUCH_ADDRESS.test(response);
}

function toMailError(error: unknown): Error {
  const fields = fieldsOf(error);
  const code = String(fields.code);
  const response = readText(fields.response) ?? '';
  const isRetried = fields.command === 'MAIL FROM' || isAboutLimits(response);
  if (!isRetried && MESSAGE_REJECTIONS.has(code) && /^5\d\d/.test(response)) {
    return new MailRejectedError(`The mail server rejected the mail: ${oneLine(response)}`, {
      cause: error,
    });
  }
  const reason = REASONS.get(code) ?? 'The mail server did not accept the mail';
  const said = response === '' ? '' : `: ${oneLine(response)}`;
  return new MailDelayedError(reason + said, { cause: error });
}

/** Makes the SMTP mailer if SMTP_URL is set, otherwise one that writes files to DATA_DIR/mail. */
export function createMailer(
  { smtp, mailFrom, dataDir }: Pick<Settings, 'smtp' | 'mailFrom' | 'dataDir'>,
  log: Log,
): Mailer {
  if (smtp) return createSmtpMailer({ ...smtp, from: mailFrom });
  return createFileMailer({ folder: mailFolder({ dataDir }), from: mailFrom, log });
}

/** Folder of the mails that a process without a mail server writes. */
export function mailFolder({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return join(dataDir, 'mail');
}
