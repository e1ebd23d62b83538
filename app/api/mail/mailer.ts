/** A finished message to one person. */
export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Brings one mail out of the house. */
export interface Mailer {
  /** @throws MailRejectedError when trying again is of no use; any other error may pass. */
  send(mail: OutgoingMail): Promise<void>;
}

/** The mail server refused this mail for good. The message is for administrators. */
export class MailRejectedError extends Error {
  override readonly name = 'MailRejectedError';
}

/** The mail could not be handed over this time. The message is for administrators. */
export class MailDelayedError extends Error {
  override readonly name = 'MailDelayedError';
}

const LINE_LIMIT_CHARS = 200;

/** Text from outside on one line of bounded length: for subjects, log lines and states. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const chars = Array.from(line);
  return chars.length <= LINE_LIMIT_CHARS
    ? line
    : `${chars.slice(0, LINE_LIMIT_CHARS - 1).join('')}…`;
}

/**
 * The recipient as nodemailer takes it without parsing. The contract's addresses hold none of these characters; here
 * stands the last check that no address can add a recipient or a header.
 */
export function toRecipient(address: string): { name: string; address: string } {
  if (/[\s\p{Cc}<>(),;:\\"[\]]/u.test(address)) {
    throw new MailRejectedError('The e-mail address is not valid');
  }
  return { name: '', address };
}
