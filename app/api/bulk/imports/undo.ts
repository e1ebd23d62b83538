import { sql, type SQL } from 'drizzle-orm';
import type { BulkType } from '~/contract/bulk';
import type { BulkUndo } from '~/contract/bulk-imports';
import { readBulkType } from '~/contract/bulk-columns';
import { z } from '~/contract/zod';
import type { Db } from '../../db/connect.server';
import { longTransaction } from '../../db/time-limits.server';
import { ApiError, notFound } from '../../http/api-error';
import { IMPORT_STATEMENT_LIMIT_MS } from '../import-limits';
import { lockImportRecord, markUndone } from './import-records.repo';

/** At most this many kept records are named. */
const KEPT_LIMIT = 1_000;

/**
 * Removes what an import created. Records that other records now depend on are kept and named, so that nothing is
 * removed that the import did not create.
 * @throws ApiError 404, or 409 when it was undone before
 */
export function undoImport(
  db: Db,
  id: number,
  by: { userId: number; now: Date },
): Promise<BulkUndo> {
  return longTransaction(db, IMPORT_STATEMENT_LIMIT_MS, async (tx) => {
    const record = await lockImportRecord(tx, id);
    const type = record && readBulkType(record.type);
    if (!record || !type) throw notFound('Import');
    if (record.undoneAt) throw new ApiError(409, 'This import has already been undone');
    const ids = sql`${sql.param(record.ids)}::int[]`;
    const { lock, remove, kept } = UNDO[type];
    // Locked first: new references to a record wait from here on, earlier ones are seen by the next statement.
    await tx.execute(lock(ids));
    const removed = (await tx.execute(remove(ids))).rowCount ?? 0;
    const { rows } = await tx.execute(kept(ids));
    await markUndone(tx, id, { ...by, removed });
    return { removed, kept: keptRows.parse(rows) };
  });
}

const keptRows = z.array(z.object({ id: z.int(), name: z.string(), reason: z.string() }));

interface UndoStatements {
  lock: (ids: SQL) => SQL;
  remove: (ids: SQL) => SQL;
  kept: (ids: SQL) => SQL;
}

const UNDO: Readonly<Record<BulkType, UndoStatements>> = {
  condo: {
    lock: (ids) => sql`select id from condos where id = any(${ids}) order by id for update`,
    remove: (ids) => sql`
      delete from condos c
       where c.id = any(${ids})
         and c.image_name is null and c.flag_name is null and c.country_flag_name is null
         and not exists (select from apartments a where a.condo_id = c.id)
         and not exists (select from user_condo_associations u where u.condo_id = c.id)
         and not exists (select from invitations i where i.condo_id = c.id)`,
    kept: (ids) => sql`
      select id, name, 'It now has apartments, users, invitations or images' as reason
        from condos where id = any(${ids}) order by id limit ${KEPT_LIMIT}`,
  },
  apartment: {
    lock: (ids) => sql`select id from apartments where id = any(${ids}) order by id for update`,
    remove: (ids) => sql`
      delete from apartments a
       where a.id = any(${ids})
         and not exists (select from user_condo_associations u
                          where u.condo_id = a.condo_id and u.apartment_id = a.id)
         and not exists (select from invitations i
                          where i.condo_id = a.condo_id and i.apartment_id = a.id)`,
    kept: (ids) => sql`
      select a.id, a.apartment_number || ', ' || c.name as name,
             'It now has users or invitations' as reason
        from apartments a join condos c on c.id = a.condo_id
       where a.id = any(${ids}) order by a.id limit ${KEPT_LIMIT}`,
  },
  user_invite: {
    lock: (ids) => sql`select id from invitations where id = any(${ids}) order by id for update`,
    remove: (ids) => sql`
      delete from invitations where id = any(${ids}) and status = 'pending'`,
    kept: (ids) => sql`
      select id, email as name, 'The invitation was accepted' as reason
        from invitations where id = any(${ids}) order by id limit ${KEPT_LIMIT}`,
  },
};
