import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import { ROW_NUMBER, type bulkCreateResponseSchema, type RowChange } from '~/imports/schema';
import { bodySchemaOf } from '~/fields/field-schemas';
import { fieldProblem, invalidRow, REVIEW_FIELDS, type EditedType } from '~/imports/row-error';
import type { AnySentence } from '~/language/sentence';
import { z } from '~/fields/zod';
import type { ChangeTx } from '~/platform/database/record-change';
import { daysOf, overlap } from '~/platform/database/tenancies.repo';
import { findObstacles } from '~/history/server/obstacles';
import {
  givenValues,
  targetRecords,
  updateRecords,
  type TargetRecord,
} from '~/history/server/records.repo';
import { brokenTenancyRule, type StoredRecord } from '~/imports/rows/review-file';
import { findStoredRows } from './stored-rows.repo';
import { ruleOf } from '~/language/sentence-reading';

/** Then other calls have their turn. */
const CHANGES_AT_ONCE = 500;

type Errors = z.infer<typeof bulkCreateResponseSchema>['errors'];

/**
 * Applies reviewed rows, all or none, to records that still have the reviewed version; others are named in
 * `errors`. Returns the number of changed records.
 */
export async function applyChanges(
  tx: ChangeTx,
  type: EditedType,
  changes: readonly RowChange[],
  { now, errors }: { now: Date; errors: Errors },
): Promise<number> {
  const ids = changes.map(({ id }) => id);
  const stored = await findStoredRows(tx, type, ids, { locked: true });
  const schema = bodySchemaOf(REVIEW_FIELDS[type]).partial();
  const seen = new Set<number>();
  const records: TargetRecord[] = [];
  for (const [index, change] of changes.entries()) {
    if (index % CHANGES_AT_ONCE === 0) await nextTurn();
    const { id, values } = change;
    const record = stored.get(id);
    const problem: AnySentence | null = seen.has(id) ? 'row_twice' : versionProblem(record, change);
    seen.add(id);
    const checked = schema.safeParse(values);
    if (problem !== null) reject(errors, change, 'id', problem);
    else if (!checked.success) {
      const [issue] = checked.error.issues;
      reject(
        errors,
        change,
        String(issue?.path[0] ?? 'id'),
        (issue && ruleOf(issue)) ?? 'not_valid',
      );
    } else {
      const broken = record && brokenTenancyRule(record, checked.data);
      if (broken) reject(errors, change, ...broken);
      else records.push({ id, values: checked.data });
    }
  }
  if (errors.length === 0 && type === 'apartment') await rejectTaken(tx, changes, records, errors);
  const kind = type === 'tenancy' ? 'association' : type;
  if (errors.length === 0 && kind === 'association')
    await rejectOverlaps(tx, changes, records, errors);
  if (errors.length === 0) await updateRecords(tx, kind, givenValues(records), now);
  return records.length;
}

/** Rejects rows whose new number belongs to another apartment of their building after the change. */
async function rejectTaken(
  tx: ChangeTx,
  changes: readonly RowChange[],
  records: readonly TargetRecord[],
  errors: Errors,
): Promise<void> {
  const renumbered = changes.filter(
    ({ values }) => 'apartment_number' in values || 'condo_id' in values,
  );
  const moved = new Map(renumbered.map((change) => [change.id, change]));
  const target = givenValues(records.filter(({ id }) => moved.has(id)));
  for (const { id, reason } of await findObstacles(tx, 'apartment', target)) {
    const change = moved.get(id);
    if (change && reason === 'number_taken')
      reject(errors, change, 'apartment_number', 'its_number_taken_already');
  }
}

const ids = z.array(z.object({ id: z.int() }));

/** SQL: the association `x` overlaps one of these of the same person, home and role. */
const overlaps = (table: SQL, others = sql`true`) => sql`exists (
    select from ${table} o
     where o.id <> x.id and o.user_id = x.user_id and o.condo_id = x.condo_id and o.role = x.role
       and o.apartment_id is not distinct from x.apartment_id
       and ${overlap(daysOf('o'), daysOf('x'))} and ${others})`;

/** Rejects associations that overlap another one of the same person, home and role after the change. */
async function rejectOverlaps(
  tx: ChangeTx,
  changes: readonly RowChange[],
  records: readonly TargetRecord[],
  errors: Errors,
): Promise<void> {
  const { rows } = await tx.execute(sql`
    with target as materialized (
      select r.* from ${targetRecords('association', givenValues(records))})
    select x.id from target x
     where ${overlaps(sql`target`)}
        or ${overlaps(sql`user_condo_associations`, sql`o.id not in (select id from target)`)}`);
  const overlapping = new Set(ids.parse(rows).map(({ id }) => id));
  for (const change of changes)
    if (overlapping.has(change.id)) reject(errors, change, 'since', 'tenancy_overlaps');
}

function versionProblem(
  record: StoredRecord | undefined,
  { version }: RowChange,
): AnySentence | null {
  if (!record) return 'record_deleted';
  return record.version === version ? null : 'record_changed';
}

function reject(errors: Errors, change: RowChange, field: string, why: AnySentence): void {
  const { row_number: number, id, values } = change;
  const problem = fieldProblem(field, `id "${id}"`, why);
  errors.push(invalidRow({ [ROW_NUMBER]: number, id, ...values }, [problem]));
}
