import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { PROPOSAL_KINDS, type ProposedValues } from '~/proposals/schema';
import { bulkImports } from './bulk';
import { createdAt, instantColumn, ownedBy, recordId } from './columns';
import { users } from './records';

/** Change sets with a reason, which another person applies (docs/behaviour/proposals.md). */
export const proposals = pgTable(
  'proposals',
  {
    id: recordId(),
    kind: text({ enum: PROPOSAL_KINDS }).notNull(),
    reason: text().notNull(),
    /** Changes whenever rows are removed. */
    version: uuid().notNull().defaultRandom(),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Name of the API token that sent it. */
    token_name: text(),
    created_at: createdAt(),
    expires_at: instantColumn().notNull(),
    /** Null while it is open, and also after it has expired. */
    decision: text({ enum: ['applied', 'rejected'] }),
    decided_at: instantColumn(),
    decided_by: integer().references(() => users.id, { onDelete: 'set null' }),
    rejection: text(),
    import_id: integer().references(() => bulkImports.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('proposals_created_by_idx').on(table.created_by),
    index('proposals_created_at_idx').on(table.created_at),
    check('proposals_kind_check', sql`${table.kind} in ('condo', 'apartment', 'user')`),
    check('proposals_decision_check', sql`${table.decision} in ('applied', 'rejected')`),
  ],
);

/** The rows of a proposal. Rows about a person are deleted when that person is erased. */
export const proposalRows = pgTable(
  'proposal_rows',
  {
    proposal_id: ownedBy(() => proposals.id).notNull(),
    /** Position of the row, from 0. */
    place: integer().notNull(),
    /** The record to change, and the ETag of the version that the row is based on; null for a new record. */
    record_id: integer(),
    record_version: text(),
    values: jsonb().$type<ProposedValues>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.proposal_id, table.place] }),
    index('proposal_rows_record_id_idx').on(table.record_id),
  ],
);
