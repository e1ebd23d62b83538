/** The words of the history (docs/behaviour.md, "History"). */

/** The kind of record that an entry, or a change in it, is about. */
export const RECORD_KINDS = [
  'condo',
  'apartment',
  'user',
  'association',
  'invitation',
  'administrator_invitation',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/**
 * Who changed something: an administrator, a person by a mailed or printed link, a person who signed in, the product
 * itself, a command, the seed; or a client that changed the database without the product.
 */
export const ACTOR_KINDS = [
  'administrator',
  'link',
  'person',
  'system',
  'command',
  'seed',
  'database',
] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The kinds of events in the history. */
export const HISTORY_ACTIONS = [
  'created',
  'changed',
  'deleted',
  'imported',
  'undone',
  'restored',
  'invited',
  'resent',
  'accepted',
  'removed',
  'deactivated',
  'signed_in',
  'signed_out',
  'password_link',
  'password_set',
  'rights',
  'factors',
  'erased',
  'set_aside',
  'taken_back',
] as const;
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/** The times that a filter can name: before the year 1 there is no timestamp, and ISO 8601 has years of four digits. */
export const FIRST_INSTANT = '0001-01-01T00:00:00.000Z';
export const LAST_INSTANT = '9999-12-31T23:59:59.999Z';

/** Entries of a page. */
export const HISTORY_PAGE_SIZE = 50;
/** Changes that an entry of a page lists. */
export const HISTORY_CHANGES_SHOWN = 20;
/** Changed records that are counted. */
export const HISTORY_COUNT_LIMIT = 1_000;
