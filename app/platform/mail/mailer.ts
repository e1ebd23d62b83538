/** A finished message to one person. */
export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /**
   * Sends a mail. Returns its file, or null if a server accepted it.
   * @throws MailRejectedError if no retry can help
   */
  send(mail: OutgoingMail): Promise<string | null>;
}

/** The mail server rejected this mail permanently. The message is for administrators. */
export class MailRejectedError extends Error {
  override readonly name = 'MailRejectedError';
}

/** The mail could not be delivered this time. The message is for administrators. */
export class MailDelayedError extends Error {
  override readonly name = 'MailDelayedError';
}

const LINE_LIMIT_CHARS = 200;

/** Untrusted text as one line of limited length, for subjects, log lines and states. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const chars = Array.from(line);
  return chars.length <= LINE_LIMIT_CHARS
    ? line
    : `${chars.slice(0, LINE_LIMIT_CHARS - 1).join('')}…`;
}

/** Builds a recipient that nodemailer does not parse, so that an address cannot add a recipient or header. */
function toRecipient(address: string): { name: string; address: string } {
  if (/[\s\p{Cc}<>(),;:\\"[\]]/u.test(address)) {
    throw new MailRejectedError('The e-mail address is not valid');
  }
  return { name: '', address };
}

/** Builds the message for nodemailer. @throws MailRejectedError for an invalid address */
export function toMessage({ to, subject, text, html }: OutgoingMail, from: string) {
  const headers = { 'Auto-Submitted': 'auto-generated' };
  return { from, to: toRecipient(to), subject: oneLine(subject), text, html, headers };
}
