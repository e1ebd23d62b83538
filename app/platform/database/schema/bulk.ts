import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { BULK_TYPES } from '~/imports/schema';
import { createdAt, instantColumn, recordId } from './columns';
import { ofUser, users } from './records';

/** Import records. With them a repeated submit creates nothing, and an import can be undone. */
export const bulkImports = pgTable(
  'bulk_imports',
  {
    id: recordId(),
    type: text({ enum: BULK_TYPES }).notNull(),
    /** The caller's Idempotency-Key, unique per user; null if none was sent. */
    idempotency_key: text(),
    /** SHA-256 (base64url) of type and rows. The same key with other rows is rejected. */
    rows_hash: text().notNull(),
    file_name: text(),
    /** The reason given by the person who applied a review. */
    reason: text(),
    /** Author of the applied proposal, and the name of the author's token. */
    proposed_by: integer().references(() => users.id, { onDelete: 'set null' }),
    proposed_token: text(),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    created_count: integer().notNull(),
    /** Number of records that an edited export changed; null for any other import. */
    changed_count: integer(),
    /** Unused: the history records an import's changes. */
    record_ids: integer().array().notNull().default([]),
    changes: jsonb(),
    undone_at: instantColumn(),
    undone_by: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Number of records that "Undo this import" removed. */
    removed_count: integer(),
  },
  (table) => [
    uniqueIndex('bulk_imports_idempotency_key_unique')
      .on(table.created_by, table.idempotency_key)
      .where(sql`${table.idempotency_key} is not null`),
    index('bulk_imports_created_at_idx').on(table.created_at),
    check(
      'bulk_imports_type_check',
      sql`${table.type} in ('condo', 'apartment', 'user_invite', 'tenancy')`,
    ),
  ],
);

/** Running bulk imports, and for a while their results. Any process can read and cancel them. */
export const bulkRuns = pgTable(
  'bulk_runs',
  {
    user_id: ofUser(),
    idempotency_key: text().notNull(),
    hash: text().notNull(),
    /** Identifies the run. Its process updates the row every half second. */
    claim: uuid().notNull(),
    done: integer().notNull().default(0),
    /** Null while it runs. */
    outcome: jsonb(),
    cancel_requested: boolean().notNull().default(false),
    updated_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.idempotency_key] }),
    index('bulk_runs_claim_idx').on(table.claim),
    index('bulk_runs_updated_at_idx').on(table.updated_at),
  ],
);
