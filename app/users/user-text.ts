import type { User } from './fields';
import { shownEmail } from '~/fields/shown-email';
import { t } from '~/language/texts';

/** First and last name, as far as they exist; empty without both. */
export function userName(user: Pick<User, 'first_name' | 'last_name'>): string {
  return [user.first_name, user.last_name]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ');
}

/** A user's name, otherwise the e-mail, otherwise the id, for titles. */
export function userTitle(user: Pick<User, 'id' | 'email' | 'first_name' | 'last_name'>): string {
  return userName(user) || shownEmail(user.email ?? '') || t`User ${user.id ?? ''}`.trim();
}

/** Addresses for a message to these people, each once. Inactive people are left out. */
export function emailsOf(users: readonly User[]): string[] {
  return [...new Set(users.flatMap(({ is_active, email }) => (is_active && email ? email : [])))];
}
