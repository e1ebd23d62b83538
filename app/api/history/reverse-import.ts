import { sentenceOf } from '~/contract/sentence';
import { sql } from 'drizzle-orm';
import type { BulkUndo } from '~/contract/bulk-imports';
import { NAME_FIELDS, readReviewType, type ReviewType } from '~/contract/row-review';
import { z } from '~/contract/zod';
import { historyChanges, historyEntries } from '../db/history-schema';
import type { ChangeTx } from '../db/record-change';
import { findObstacles, OBSTACLES, sinceImport, type ImportedKind } from './obstacles';
import { lockRecords, tableOf, updateRecords, valuesBefore } from './records.repo';

const importEntry = z.object({
  entry: z.coerce.number(),
  created: z.array(z.int()),
  changed: z.array(z.int()),
});
/** The changes of an import to the records of its kind, by their ids. */
export type ImportEntry = z.infer<typeof importEntry> & { kind: ImportedKind };

const KEPT_LIMIT = 1_000;

/** The entry of an import; null where it has aged out, or the import is older than the history. */
export async function findImportEntry(
  tx: ChangeTx,
  importId: number,
  kind: ImportEntry['kind'],
): Promise<ImportEntry | null> {
  const ofImport = sql`from ${historyChanges} c where c.entry_id = e.id and c.record_kind = ${kind}`;
  const { rows } = await tx.execute(sql`
    select e.id as entry,
           array(select unnest(coalesce(c.record_ids, array[c.record_id])) ${ofImport} and c.what = 'created') as created,
           array(select c.record_id ${ofImport} and c.what = 'changed') as changed
      from ${historyEntries} e where e.import_id = ${importId} and e.action = 'imported'`);
  return rows[0] === undefined ? null : { ...importEntry.parse(rows[0]), kind };
}

/**
 * Removes what an import created and writes back what it changed, except where something stands in the way: those records
 * are kept and named. `includeChanged` also removes what was changed since, but nothing that people depend on.
 */
export async function reverseImport(
  tx: ChangeTx,
  imported: ImportEntry,
  { includeChanged, now }: { includeChanged: boolean; now: Date },
): Promise<{ removed: number; restored: number; kept: BulkUndo['kept'] }> {
  const { kind, created, changed } = imported;
  // Locked first: what is added to a record from here on waits, what came before is seen by the next statement.
  await lockRecords(tx, kind, [...created, ...changed]);
  const { removed, kept } = await removeCreated(tx, imported, includeChanged);
  const written = await writeBack(tx, imported, now);
  return {
    removed,
    restored: written.restored,
    kept: [...kept, ...written.kept].slice(0, KEPT_LIMIT).map(({ id, name, reason, removable }) => {
      const { code, params } = sentenceOf(reason);
      return { id, name, reason, removable, code, params };
    }),
  };
}

const keptRows = z.array(
  z.object({ id: z.int(), name: z.string(), reason: z.string(), removable: z.boolean() }),
);

async function removeCreated(
  tx: ChangeTx,
  { kind, created }: ImportEntry,
  includeChanged: boolean,
) {
  const state = sinceImport(kind, created);
  const isRemoved = includeChanged ? sql`removable` : sql`reason is null`;
  const { rowCount } = await tx.execute(sql`
    delete from ${sql.identifier(tableOf(kind).table)}
     where id = any(array(select id from (${state}) s where ${isRemoved}))`);
  const { rows } = await tx.execute(sql`
    select id, name, reason, removable from (${state}) s order by id limit ${KEPT_LIMIT}`);
  return { removed: rowCount ?? 0, kept: keptRows.parse(rows) };
}

async function writeBack(tx: ChangeTx, { kind, entry, changed }: ImportEntry, now: Date) {
  const type = readReviewType(kind);
  if (!type || changed.length === 0) return { restored: 0, kept: [] };
  const states = await findStates(tx, type, entry);
  const reasons = new Map(states.map(({ id, reason }) => [id, reason]));
  for (;;) {
    const open = states.filter(({ id }) => reasons.get(id) === null);
    const wanted = valuesBefore({ entry, changes: open.map(({ change }) => change) });
    // One that keeps its number may be in the way of the next.
    const obstacles = await findObstacles(tx, type, wanted);
    for (const { id, reason } of obstacles) reasons.set(id, OBSTACLES[reason].undo ?? reason);
    if (obstacles.length > 0) continue;
    await updateRecords(tx, type, wanted, now);
    const kept = states.flatMap(({ id, name }) => {
      const reason = reasons.get(id);
      return reason ? [{ id, name, reason, removable: false }] : [];
    });
    return { restored: open.length, kept };
  }
}

const changedRecord = z.object({
  change: z.coerce.number(),
  id: z.int(),
  name: z.string(),
  reason: z.string().nullable(),
});

/** The records that an entry changed, each with what happened since to the changed fields; null: nothing. */
async function findStates(tx: ChangeTx, type: ReviewType, entry: number) {
  const { rows } = await tx.execute(sql`
    select c.id as change, c.record_id as id, coalesce(to_jsonb(t)->>${NAME_FIELDS[type]}, '#' || c.record_id) as name,
           case when t.id is null then 'It was deleted after the import'
                when not to_jsonb(t) @> c.new_values then 'It was changed after the import' end as reason
      from ${historyChanges} c left join ${sql.identifier(tableOf(type).table)} t on t.id = c.record_id
     where c.entry_id = ${entry} and c.record_kind = ${type} and c.what = 'changed'
     order by c.record_id`);
  return rows.map((row) => changedRecord.parse(row));
}
