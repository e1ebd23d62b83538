import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FindingKind } from '~/checks/schema';
import { administratorInvitations } from './account';
import { createdAt, instantColumn, ownedBy, recordId } from './columns';
import { invitations, userCondoAssociations, users } from './records';

/* Tables of the server's own work, such as queued mails, jobs and the versions of lists. */

/**
 * Mails to be sent (mail/mail-queue.repo.ts). Their text is written when they are sent, so no link is
 * stored.
 */
export const mailQueue = pgTable(
  'mail_queue',
  {
    id: recordId(),
    invitation_id: ownedBy(() => invitations.id).unique(),
    administrator_invitation_id: integer().unique(),
    /** User whose password is to be reset. */
    reset_user_id: ownedBy(() => users.id).unique(),
    /** Association of which its person is notified. */
    association_id: ownedBy(() => userCondoAssociations.id).unique(),
    /** Account that is notified of open proposals. */
    proposals_user_id: ownedBy(() => users.id).unique(),
    attempts: integer().notNull().default(0),
    next_attempt_at: createdAt(),
    /** The process that claimed the mail; null while none has. */
    claim: uuid(),
    created_at: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'mail_queue_administrator_invitation_fk',
      columns: [table.administrator_invitation_id],
      foreignColumns: [administratorInvitations.id],
    }).onDelete('cascade'),
    check(
      'mail_queue_one_subject_check',
      sql`num_nonnulls(${table.invitation_id}, ${table.administrator_invitation_id}, ${table.reset_user_id}, ${table.association_id}, ${table.proposals_user_id}) = 1`,
    ),
    index('mail_queue_next_attempt_idx').on(table.next_attempt_at),
  ],
);

/** Images in the store that no record uses (app/platform/media/orphaned-images.ts). */
export const orphanedImages = pgTable(
  'orphaned_images',
  {
    name: text().primaryKey(),
    /** Time from which it may be removed from the store. */
    due_at: instantColumn().notNull(),
  },
  (table) => [index('orphaned_images_due_at_idx').on(table.due_at)],
);

/**
 * A single row with an id, by which installations with the same settings differ
 * (media/image-place.server.ts).
 */
export const installation = pgTable(
  'installation',
  {
    only_row: boolean().primaryKey().default(true),
    id: uuid().notNull().defaultRandom(),
    /** Place of the images, as text; null before the first start of a release with this column. */
    image_place: text(),
  },
  (table) => [check('installation_only_row_check', sql`${table.only_row}`)],
);

/** Time of the last start of each job that runs in one process at a time (app/rpc/embedded/clean-up.ts). */
export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  started_at: instantColumn().notNull(),
});

/** Dismissed findings of the portfolio check. A finding counts again once its state differs. */
export const setAsideFindings = pgTable(
  'set_aside_findings',
  {
    id: recordId(),
    kind: text().$type<FindingKind>().notNull(),
    record_id: integer().notNull(),
    state: text().notNull(),
    reason: text().notNull(),
    set_aside_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
  },
  (table) => [unique('set_aside_findings_unique').on(table.kind, table.record_id)],
);

/**
 * A row for each change of a table that lists read. The table's triggers write it in the transaction of the
 * change, so that readers of the change see the row. Rows are only added and removed, so that no writer
 * waits for another (docs/decisions/0007).
 */
export const tableChanges = pgTable('table_changes', {
  table_name: text().notNull(),
  /** Random: the marks that a reader sees identify the state of a table together, and no state returns. */
  mark: bigint({ mode: 'bigint' })
    .notNull()
    .default(sql`hashtextextended(gen_random_uuid()::text, 0)`),
});
