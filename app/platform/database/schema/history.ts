import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { createdAt, instantColumn, ownedBy } from './columns';
import { users } from './records';

/*
 * The history (docs/decisions/0026), written by triggers in the transaction of the change
 * (history-triggers.server.ts). It has no foreign keys to the records, which may have been removed.
 */

const historyId = () => bigint({ mode: 'number' }).generatedAlwaysAsIdentity();

/** One entry per transaction that changed something. */
export const historyEntries = pgTable(
  'history_entries',
  {
    id: historyId().primaryKey(),
    at: createdAt(),
    actor_kind: text().notNull(),
    actor_id: integer(),
    /** The actor's name at that time. */
    actor_name: text(),
    action: text().notNull(),
    request_id: text(),
    /** The record of the action, with its name at that time; null for an import, which has several. */
    record_kind: text(),
    record_id: integer(),
    record_name: text(),
    import_id: integer(),
    search_text: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_key(coalesce("record_name", '') || E'\\x1f' || coalesce("actor_name", ''))`,
      ),
  },
  (table) => [
    index('history_entries_at_idx').on(table.at, table.id),
    index('history_entries_actor_idx').on(table.actor_id, table.at, table.id),
    index('history_entries_kind_idx').on(table.record_kind, table.at, table.id),
    index('history_entries_actor_kind_idx').on(
      table.actor_id,
      table.record_kind,
      table.at,
      table.id,
    ),
    index('history_entries_import_idx')
      .on(table.import_id)
      .where(sql`${table.import_id} is not null`),
    index('history_entries_search_idx').using('gin', sql`${table.search_text} gin_trgm_ops`),
  ],
);

/** The change of one record, or of all records that one statement created. */
export const historyChanges = pgTable(
  'history_changes',
  {
    entry_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => historyEntries.id, { onDelete: 'cascade' }),
    id: historyId(),
    record_kind: text().notNull(),
    record_id: integer(),
    /** Ids of records created together. Their values are in the present rows or the first later change. */
    record_ids: integer().array(),
    record_name: text(),
    /** The person concerned: the user, or the person of an association. */
    user_id: integer(),
    what: text().notNull(),
    old_values: jsonb(),
    new_values: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.entry_id, table.id] }),
    index('history_changes_record_idx').on(table.record_kind, table.record_id, table.entry_id),
    index('history_changes_user_idx')
      .on(table.user_id, table.entry_id)
      .where(sql`${table.user_id} is not null`),
    index('history_changes_records_idx')
      .using('gin', table.record_ids)
      .where(sql`${table.record_ids} is not null`),
    // For the history of a building, by its records' changes, and of a person, by their invitations.
    index('history_changes_condo_idx')
      .on(sql`(coalesce(${table.old_values}, ${table.new_values})->>'condo_id')`)
      .where(sql`coalesce(${table.old_values}, ${table.new_values})->>'condo_id' is not null`),
    index('history_changes_address_idx')
      .on(sql`lower(${table.record_name})`)
      .where(sql`${table.record_kind} in ('invitation', 'administrator_invitation')`),
  ],
);

/** One row: the time at which this database began to have a history. */
export const historyStart = pgTable(
  'history_start',
  {
    only_row: boolean().primaryKey().default(true),
    began_at: createdAt(),
  },
  (table) => [check('history_start_only_row_check', sql`${table.only_row}`)],
);

/** Failed sign-ins by account, network address and hour; what was typed is not stored. */
export const failedSignIns = pgTable(
  'failed_sign_ins',
  {
    /** Null if the address has no account. */
    user_id: ownedBy(() => users.id),
    address: text().notNull(),
    hour: instantColumn().notNull(),
    attempts: integer().notNull(),
  },
  (table) => [
    unique('failed_sign_ins_unique')
      .on(table.hour, table.user_id, table.address)
      .nullsNotDistinct(),
    index('failed_sign_ins_user_id_idx').on(table.user_id),
  ],
);
