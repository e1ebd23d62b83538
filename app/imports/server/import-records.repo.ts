import { and, desc, eq, sql } from 'drizzle-orm';
import type { BulkType } from '~/imports/schema';
import type { RecordKind } from '~/history/schema';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import { bulkImports } from '~/platform/database/schema/bulk';
import { users } from '~/platform/database/schema/records';
import type { RunName } from './runs.repo';

/** Kinds of the records that an import of each type creates, in the order of their undo. */
export const RECORD_KINDS_OF_IMPORTS = {
  condo: ['condo'],
  apartment: ['apartment'],
  user_invite: ['invitation'],
  tenancy: ['association', 'user'],
} as const satisfies Record<BulkType, readonly [RecordKind, ...RecordKind[]]>;

export async function findImportByKey(db: Db, { userId, idempotencyKey }: RunName) {
  const [row] = await db
    .select({
      id: bulkImports.id,
      hash: bulkImports.rows_hash,
      created: bulkImports.created_count,
      changed: bulkImports.changed_count,
    })
    .from(bulkImports)
    .where(
      and(eq(bulkImports.created_by, userId), eq(bulkImports.idempotency_key, idempotencyKey)),
    );
  return row ?? null;
}

export type EarlierImport = NonNullable<Awaited<ReturnType<typeof findImportByKey>>>;

/** The result of a finished import for its caller, with the id of the import record if there is one. */
export function resultOf(ended: Omit<EarlierImport, 'hash' | 'id'> & { id: number | undefined }) {
  const { created, changed, id } = ended;
  return {
    created,
    ...(changed !== null && { changed }),
    ...(id !== undefined && { import_id: id }),
    errors: [],
  };
}

/** Inserts an import record, and links the history entry of this transaction to it. Returns its id. */
export async function insertImportRecord(
  db: ChangeTx,
  record: typeof bulkImports.$inferInsert,
): Promise<number | undefined> {
  const [row] = await db.insert(bulkImports).values(record).returning({ id: bulkImports.id });
  if (row) await linkToImport(db, row.id);
  return row?.id;
}

async function linkToImport(db: ChangeTx, id: number): Promise<void> {
  await db.execute(sql`select link_history_to_import(${id}::int)`);
}

const LIST_LIMIT = 50;

/** The newest import records, newest first. */
export async function listImportRecords(db: Db) {
  return db
    .select({
      id: bulkImports.id,
      type: bulkImports.type,
      file_name: bulkImports.file_name,
      reason: bulkImports.reason,
      created_by: users.email,
      created_at: bulkImports.created_at,
      created: bulkImports.created_count,
      changed: bulkImports.changed_count,
      undone_at: bulkImports.undone_at,
      removed: bulkImports.removed_count,
    })
    .from(bulkImports)
    .leftJoin(users, eq(users.id, bulkImports.created_by))
    .orderBy(desc(bulkImports.created_at), desc(bulkImports.id))
    .limit(LIST_LIMIT);
}

/** Finds an import record and locks it until the transaction ends. */
export async function lockImportRecord(db: Db, id: number) {
  const [row] = await db.select().from(bulkImports).where(eq(bulkImports.id, id)).for('update');
  return row ?? null;
}

export async function markUndone(
  db: ChangeTx,
  id: number,
  undo: { userId: number; removed: number; now: Date },
): Promise<void> {
  await db
    .update(bulkImports)
    .set({
      undone_at: undo.now,
      undone_by: undo.userId,
      // A second undo adds to the count: it removes records that the first one kept.
      removed_count: sql`coalesce(${bulkImports.removed_count}, 0) + ${undo.removed}`,
    })
    .where(eq(bulkImports.id, id));
  await linkToImport(db, id);
}
