import { setImmediate as yieldToOtherCalls } from 'node:timers/promises';
import { ROW_NUMBER, type bulkCreateResponseSchema, type RowChange } from '~/imports/schema';
import { bodySchemaOf } from '~/fields/field-schemas';
import { fieldProblem, invalidRow, REVIEW_FIELDS, type EditedType } from '~/imports/row-error';
import type { RecordKind } from '~/history/schema';
import type { AnySentence } from '~/language/sentence';
import type { z } from '~/fields/zod';
import type { ChangeTx } from '~/platform/database/record-change';
import { findObstacles } from '~/history/server/obstacles';
import {
  givenValues,
  lockRecords,
  updateRecords,
  type TargetRecord,
} from '~/history/server/records.repo';
import { violatedRule } from '~/imports/rows/review-rows';
import type { StoredRecord } from '~/imports/rows/row';
import { findStoredRows } from './stored-rows.repo';
import { ruleOf } from '~/language/sentence-reading';

/** Number of invalid rows that are named. Further ones are only counted. */
export const ERROR_LIMIT = 1_000;

/** Changes after which other calls get a turn. */
const CHANGES_AT_ONCE = 500;

type Errors = z.infer<typeof bulkCreateResponseSchema>['errors'];

/**
 * Applies reviewed rows, all or none, if every record still has the reviewed version. Other records are
 * named in `errors`. Returns the number of changed records.
 */
export async function applyChanges(
  tx: ChangeTx,
  type: EditedType,
  changes: readonly RowChange[],
  { now, day, errors }: { now: Date; day: string; errors: Errors },
): Promise<number> {
  const ids = changes.map(({ id }) => id);
  if (type === 'tenancy') await lockRecords(tx, 'association', ids);
  const stored = await findStoredRows(tx, type, ids, { locked: true });
  const schema = bodySchemaOf(REVIEW_FIELDS[type]).partial();
  const seen = new Set<number>();
  const records: TargetRecord[] = [];
  for (const [index, change] of changes.entries()) {
    if (index % CHANGES_AT_ONCE === 0) await yieldToOtherCalls();
    const { id, values } = change;
    const record = stored.get(id);
    const problem: AnySentence | null = seen.has(id) ? 'row_twice' : versionProblem(record, change);
    seen.add(id);
    const checked = schema.safeParse(values);
    if (problem !== null) reject(errors, change, 'id', problem);
    else if (!checked.success) {
      const [issue] = checked.error.issues;
      const field = String(issue?.path[0] ?? 'id');
      reject(errors, change, field, (issue && ruleOf(issue)) ?? 'not_valid');
    } else {
      const broken = record && violatedRule(type, record, checked.data);
      if (broken) reject(errors, change, ...broken);
      else records.push({ id, values: checked.data });
    }
  }
  const kind = type === 'tenancy' ? 'association' : type;
  if (errors.length === 0) await rejectTaken(tx, kind, { changes, records, day, errors });
  if (errors.length === 0) await updateRecords(tx, kind, givenValues(records), now);
  return records.length;
}

interface Applied {
  changes: readonly RowChange[];
  records: readonly TargetRecord[];
  day: string;
  errors: Errors;
}

/** Fields whose new values may belong to another record, with the error for each. */
const TAKEN = {
  apartment: { fields: ['apartment_number', 'condo_id'], why: 'its_number_taken_already' },
  association: { fields: ['since', 'until', 'role'], why: 'tenancy_overlaps' },
} as const;

/**
 * Rejects rows whose number another apartment of the building will have, whose time overlaps an association
 * of the same person, home and role, or whose person has a closed account.
 */
async function rejectTaken(
  tx: ChangeTx,
  kind: RecordKind,
  { changes, records, day, errors }: Applied,
): Promise<void> {
  if (kind !== 'apartment' && kind !== 'association') return;
  const { fields, why } = TAKEN[kind];
  const compared = changes.filter(({ values }) => fields.some((field) => field in values));
  const moved = new Map(compared.map((change) => [change.id, change]));
  const target = givenValues(records.filter(({ id }) => moved.has(id)));
  for (const { id, reason } of await findObstacles(tx, kind, target, day)) {
    const change = moved.get(id);
    if (!change) continue;
    if (reason === 'number_taken' || reason === 'associated')
      reject(errors, change, fields[0], why);
    if (reason === 'inactive' || reason === 'erased')
      reject(errors, change, 'until', `person_${reason}`);
  }
}

function versionProblem(record: StoredRecord | undefined, { version }: RowChange) {
  if (!record) return 'record_deleted';
  return record.version === version ? null : 'record_changed';
}

function reject(errors: Errors, change: RowChange, field: string, why: AnySentence): void {
  if (errors.length >= ERROR_LIMIT) return;
  const { row_number: number, id, values } = change;
  const problem = fieldProblem(field, `id "${id}"`, why);
  errors.push(invalidRow({ [ROW_NUMBER]: number, id, ...values }, [problem]));
}
