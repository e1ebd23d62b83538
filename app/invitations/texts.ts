import type { Invitation } from './fields';
import { formatDate } from '~/language/format';
import { msg, t, translate } from '~/language/texts';

const MAIL_TEXTS: ReadonlyMap<string, string> = new Map([
  ['none', msg`No email sent`],
  ['queued', msg`Email queued`],
  ['sent', msg`Email sent`],
  ['failed', msg`Email failed`],
]);

/** The state of the last e-mail, with the reason where it failed; null where the API sends none. */
export function mailText({
  mail_state,
  mail_detail,
}: Pick<Invitation, 'mail_state' | 'mail_detail'>): string | null {
  const text = MAIL_TEXTS.get(mail_state ?? '');
  if (text === undefined) return null;
  return mail_detail ? `${translate(text)}: ${translate(mail_detail)}` : translate(text);
}

/** The time until which the link is valid; null if the API does not send it. */
export function expiryText(
  { expires_at }: Pick<Invitation, 'expires_at'>,
  now: Date,
): string | null {
  if (expires_at === null) return null;
  const end = new Date(expires_at);
  if (Number.isNaN(end.getTime())) return null;
  return `${end > now ? t`Expires` : t`Expired`} ${formatDate(expires_at)}`;
}
