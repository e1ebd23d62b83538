import { namesOf } from '~/fields/fields';

/** Kinds of records that an entry or a change is about, with their names on screens and in the export. */
export const RECORD_KIND_LABELS = {
  condo: 'Building',
  apartment: 'Apartment',
  user: 'User',
  association: 'Association',
  invitation: 'Invitation',
  administrator_invitation: 'Administrator invitation',
} as const;
export type RecordKind = keyof typeof RECORD_KIND_LABELS;
export const RECORD_KINDS = namesOf(RECORD_KIND_LABELS);

/**
 * Actors of a change. A "link" acted by a mailed or printed link, "database" wrote to the database
 * directly.
 */
export const ACTOR_KIND_LABELS = {
  administrator: 'Administrator',
  link: 'By a link',
  person: 'User',
  system: 'System',
  command: 'Command',
  seed: 'Seed',
  database: 'Database',
} as const;
export type ActorKind = keyof typeof ACTOR_KIND_LABELS;
export const ACTOR_KINDS = namesOf(ACTOR_KIND_LABELS);

export const HISTORY_ACTION_LABELS = {
  created: 'Created',
  changed: 'Changed',
  deleted: 'Deleted',
  imported: 'Imported',
  undone: 'Import undone',
  restored: 'Restored',
  invited: 'Invited',
  resent: 'Sent again',
  letter: 'Letter printed',
  accepted: 'Accepted',
  removed: 'Removed',
  deactivated: 'Deactivated',
  signed_in: 'Signed in',
  signed_out: 'Signed out everywhere',
  password_link: 'Password link printed',
  password_set: 'Password set',
  rights: 'Rights changed',
  factors: 'Sign-in factors changed',
  identity_linked: 'Sign-in account linked',
  identity_unlinked: 'Sign-in account unlinked',
  token_created: 'API token created',
  token_revoked: 'API token revoked',
  erased: 'Erased',
  merged: 'Merged',
  set_aside: 'Finding dismissed',
  taken_back: 'Finding reopened',
} as const;
export type HistoryAction = keyof typeof HISTORY_ACTION_LABELS;
export const HISTORY_ACTIONS = namesOf(HISTORY_ACTION_LABELS);

/** Limits of a time filter. Timestamps begin in the year 1, and ISO 8601 years have four digits. */
export const FIRST_INSTANT = '0001-01-01T00:00:00.000Z';
export const LAST_INSTANT = '9999-12-31T23:59:59.999Z';

export const HISTORY_PAGE_SIZE = 50;
export const HISTORY_CHANGES_SHOWN = 20;
export const HISTORY_COUNT_LIMIT = 1_000;
