import type { Invitation } from './fields';
import { formatDate } from '~/language/format';
import { englishOf } from '~/language/sentence';
import { msg, t, translate } from '~/language/texts';

export const MAIL_TEXTS = {
  none: msg`No email sent`,
  queued: msg`Email queued`,
  sent: msg`Email sent`,
  failed: msg`Email failed`,
};
const TEXTS_BY_STATE: ReadonlyMap<string, string> = new Map(Object.entries(MAIL_TEXTS));

type Mailed = Pick<Invitation, 'mail_state' | 'mail_detail'> &
  Partial<Pick<Invitation, 'email' | 'expires_at'>>;

/** The state of the last e-mail, with its reason if there is one; null if the API sends none. */
export function mailText({ mail_state, mail_detail, ...to }: Mailed): string | null {
  const text = TEXTS_BY_STATE.get(mail_state ?? '');
  if (text === undefined) return null;
  // A printed letter would have an end.
  const needsLetter = mail_state === 'none' && to.email === null && to.expires_at === null;
  const detail = mail_detail ?? (needsLetter ? englishOf('no_address') : null);
  return detail ? `${translate(text)}: ${translate(detail)}` : translate(text);
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
