import { sql } from 'drizzle-orm';
import { bulkUndoSchema, type BulkUndo } from '~/imports/schema';
import { NAME_FIELDS, readReviewType } from '~/imports/row-error';
import { englishOf } from '~/language/sentence';
import { z } from '~/fields/zod';
import { assertRecentSignIn, type Administrator } from '~/accounts/server/auth-middleware';
import type { Db } from '~/platform/database/connect.server';
import { historyChanges, historyEntries } from '~/platform/database/schema/history';
import { intArray } from '~/platform/database/sql';
import type { ChangeTx } from '~/platform/database/record-change';
import {
  findObstacles,
  OBSTACLES,
  sinceImport,
  type ImportedKind,
} from '~/history/server/obstacles';
import { lockRecords, tableOf, updateRecords, valuesBefore } from '~/history/server/records.repo';
import { revert } from '~/history/server/restore';
import { conflict, notFound } from '~/rpc/embedded/api-error';
import type { SignedIn } from '~/rpc/embedded/router';
import { lockImportRecord, markUndone, RECORD_KINDS_OF_IMPORTS } from './import-records.repo';

/** The undo of an import with more rows asks for the password again. */
const ROWS_WITHOUT_PASSWORD = 100;
const KEPT_LIMIT = 1_000;

export interface UndoOptions {
  actor: Administrator;
  session: SignedIn;
  now: Date;
  day: string;
  /**
   * True to remove records that were changed since as well, which is possible after an undo that kept them.
   */
  includeChanged: boolean;
}

/**
 * Undoes an import: removes the records that it created and restores the values that it changed. Records
 * that block this are kept and named.
 * @throws ApiError 409 if it was undone before or is not in the history, 404, 403 for a long one after an
 * old sign-in
 */
export function undoImport(
  db: Db,
  id: number,
  { includeChanged, actor, session, now, day }: UndoOptions,
): Promise<BulkUndo> {
  return revert(db, { actor, action: 'undone' }, async (tx) => {
    const record = await lockImportRecord(tx, id);
    if (!record) throw notFound('Import');
    const { type, created_count: created, changed_count: changed, undone_at: undoneAt } = record;
    if (undoneAt && !includeChanged) throw conflict('import_undone');
    if (created + (changed ?? 0) > ROWS_WITHOUT_PASSWORD) assertRecentSignIn(session, now);
    let removed = 0;
    let restored = 0;
    const kept: Kept[] = [];
    const removedWithAssociation = new Set<number>();
    for (const kind of RECORD_KINDS_OF_IMPORTS[type]) {
      const imported = await findImportEntry(tx, id, kind);
      if (!imported) throw conflict('import_too_old');
      // Lock first: later additions to a record wait, and the next statement sees earlier ones.
      await lockRecords(tx, kind, [...imported.created, ...(undoneAt ? [] : imported.changed)]);
      const removal = await removeCreated(tx, imported, includeChanged);
      // Old values are restored only once. A second undo removes created records that the first one kept.
      const written = undoneAt ? NOTHING : await writeBack(tx, imported, { now, day });
      // A person who is removed with their associations was not a separate row.
      removed += removal.removed.filter(
        ({ id: one }) => kind !== 'user' || !removedWithAssociation.has(one),
      ).length;
      for (const { user_id } of removal.removed)
        if (user_id !== null) removedWithAssociation.add(user_id);
      restored += written.restored;
      kept.push(...removal.kept, ...written.kept);
    }
    await markUndone(tx, id, { userId: actor.userId, now, removed });
    return {
      removed,
      ...(changed !== null && { restored }),
      kept: kept.slice(0, KEPT_LIMIT).map((one) => {
        const why = { code: one.reason, params: {} };
        return Object.assign(one, { reason: englishOf(why) }, why);
      }),
    };
  });
}

const importEntry = z.object({
  entry: z.coerce.number(),
  created: z.array(z.int()),
  changed: z.array(z.int()),
});
/** The changes of an import to the records of its kind, by their ids. */
type ImportEntry = z.infer<typeof importEntry> & { kind: ImportedKind };

/** Finds the entry of an import; null if it was removed, or the import is older than the history. */
async function findImportEntry(tx: ChangeTx, importId: number, kind: ImportedKind) {
  const ofImport = sql`from ${historyChanges} c where c.entry_id = e.id and c.record_kind = ${kind}`;
  const { rows } = await tx.execute(sql`
    select e.id as entry,
           array(select unnest(coalesce(c.record_ids, array[c.record_id])) ${ofImport} and c.what = 'created') as created,
           array(select c.record_id ${ofImport} and c.what = 'changed') as changed
      from ${historyEntries} e where e.import_id = ${importId} and e.action = 'imported'`);
  if (rows[0] === undefined) return null;
  const { entry, created, changed } = importEntry.parse(rows[0]);
  // A person created in one batch may have got a phone number in the next. This counts as created only.
  const isNew = new Set(created);
  return { entry, created, changed: changed.filter((one) => !isNew.has(one)), kind };
}

const keptRow = bulkUndoSchema.shape.kept.element.omit({ code: true, params: true });
type Kept = z.infer<typeof keptRow>;

const removedRow = z.object({ id: z.int(), user_id: z.int().nullable() });

async function removeCreated(
  tx: ChangeTx,
  { kind, created }: ImportEntry,
  includeChanged: boolean,
) {
  const state = sinceImport(kind, created);
  const isRemoved = includeChanged ? sql`removable` : sql`reason is null`;
  const person = kind === 'association' ? sql`user_id` : sql`null::int`;
  const { rows: removed } = await tx.execute(sql`
    delete from ${tableOf(kind)}
     where id = any(array(select id from (${state}) s where ${isRemoved}))
    returning id, ${person} as user_id`);
  const { rows } = await tx.execute(sql`
    select id, name, reason, removable from (${state}) s order by id limit ${KEPT_LIMIT}`);
  return { removed: removedRow.array().parse(removed), kept: keptRow.array().parse(rows) };
}

const NOTHING = { restored: 0, kept: [] satisfies Kept[] };

async function writeBack(
  tx: ChangeTx,
  { kind, entry, changed }: ImportEntry,
  { now, day }: Pick<UndoOptions, 'now' | 'day'>,
) {
  if (changed.length === 0) return NOTHING;
  const states = await findStates(tx, { kind, entry, changed });
  const reasons = new Map(states.map(({ id, reason }) => [id, reason]));
  for (;;) {
    const remaining = states.filter(({ id }) => reasons.get(id) === null);
    const target = valuesBefore({ entry, changes: remaining.map(({ change }) => change) });
    // A record that keeps its number may block the next one, so the check repeats until no obstacle is
    // left.
    const obstacles = await findObstacles(tx, kind, target, day);
    for (const { id, reason } of obstacles)
      reasons.set(id, OBSTACLES[reason].undo ?? OBSTACLES[reason].restore);
    if (obstacles.length > 0) continue;
    await updateRecords(tx, kind, target, now);
    const kept = states.flatMap(({ id, name }) => {
      const reason = reasons.get(id);
      return reason ? [{ id, name, reason, removable: false }] : [];
    });
    return { restored: remaining.length, kept };
  }
}

const changedRecord = z.object({
  change: z.coerce.number(),
  id: z.int(),
  name: z.string(),
  reason: z.string().nullable(),
});

/** The records that an entry changed, each with the first later change of the same fields, or null. */
async function findStates(tx: ChangeTx, { kind, entry, changed }: Omit<ImportEntry, 'created'>) {
  const type = readReviewType(kind);
  const name = type ? sql`to_jsonb(t)->>${NAME_FIELDS[type]}` : sql`c.record_name`;
  const { rows } = await tx.execute(sql`
    select c.id as change, c.record_id as id, coalesce(${name}, '#' || c.record_id) as name,
           case when t.id is null then 'deleted_since'
                when not to_jsonb(t) @> c.new_values then 'changed_since' end as reason
      from ${historyChanges} c left join ${tableOf(kind)} t on t.id = c.record_id
     where c.entry_id = ${entry} and c.record_kind = ${kind} and c.what = 'changed'
       and c.record_id = any(${intArray(changed)})
     order by c.record_id`);
  return rows.map((row) => changedRecord.parse(row));
}
