import type { User } from './fields';
import { shownEmail } from '~/fields/shown-email';
import { t } from '~/language/texts';

/** First and last name, whichever there are; empty when there are none. */
export function userName(user: Pick<User, 'first_name' | 'last_name'>): string {
  return [user.first_name, user.last_name]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ');
}

/** A user's name, else e-mail, else id, for titles. */
export function userTitle(user: Pick<User, 'id' | 'email' | 'first_name' | 'last_name'>): string {
  return userName(user) || shownEmail(user.email ?? '') || t`User ${user.id ?? ''}`.trim();
}

/** The addresses that a message to these people goes to, each once. Inactive people are not written to. */
export function emailsOf(users: readonly User[]): string[] {
  return [...new Set(users.flatMap(({ is_active, email }) => (is_active && email ? email : [])))];
}
