import { setImmediate as nextTurn } from 'node:timers/promises';
import { ROW_NUMBER, type bulkCreateResponseSchema, type RowChange } from '~/imports/schema';
import { bodySchemaOf } from '~/fields/field-schemas';
import { fieldProblem, invalidRow, REVIEW_FIELDS, type ReviewType } from '~/imports/row-error';
import type { SentenceText } from '~/language/sentence';
import type { z } from '~/fields/zod';
import type { ChangeTx } from '~/platform/database/record-change';
import { findObstacles } from '~/history/server/obstacles';
import { givenValues, updateRecords, type TargetRecord } from '~/history/server/records.repo';
import type { StoredRecord } from '~/imports/rows/review-file';
import { findStoredRows } from './stored-rows.repo';

/** Then other calls have their turn. */
const CHANGES_AT_ONCE = 500;

type Errors = z.infer<typeof bulkCreateResponseSchema>['errors'];

/**
 * Applies reviewed rows, all or none, to records that still have the reviewed version; others are named in
 * `errors`. Returns the number of changed records.
 */
export async function applyChanges(
  tx: ChangeTx,
  type: ReviewType,
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
    const problem: SentenceText | null = seen.has(id)
      ? 'the row is there twice'
      : versionProblem(record, change);
    seen.add(id);
    const checked = schema.safeParse(values);
    if (problem !== null || !record) reject(errors, change, 'id', problem ?? '');
    else if (!checked.success) {
      const [issue] = checked.error.issues;
      reject(errors, change, String(issue?.path[0] ?? 'id'), issue?.message ?? 'is not valid');
    } else records.push({ id, values: checked.data });
  }
  if (errors.length === 0 && type === 'apartment') await rejectTaken(tx, changes, records, errors);
  if (errors.length === 0) await updateRecords(tx, type, givenValues(records), now);
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
      reject(errors, change, 'apartment_number', NUMBER_TAKEN);
  }
}

const NUMBER_TAKEN: SentenceText = 'its building already has an apartment with this number';

function versionProblem(
  record: StoredRecord | undefined,
  { version }: RowChange,
): SentenceText | null {
  if (!record) return 'the record was deleted. Review the file again';
  return record.version === version
    ? null
    : 'it was changed since the review. Review the file again';
}

function reject(errors: Errors, change: RowChange, field: string, message: string): void {
  const { row_number: number, id, values } = change;
  const problem = fieldProblem(field, `id "${id}"`, message);
  errors.push(invalidRow({ [ROW_NUMBER]: number, id, ...values }, [problem]));
}
