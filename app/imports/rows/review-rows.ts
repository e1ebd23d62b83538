import { needsApartment, ROLES } from '~/users/roles';
import { ROW_NUMBER, type BulkReview, type Reading, type RowChange } from '~/imports/schema';
import { ANY_VERSION } from '~/imports/export';
import { mapNames } from '~/fields/fields';
import { readText, type UnknownRecord } from '~/fields/reading';
import {
  bulkTypeOf,
  invalidRow,
  type RowProblem,
  changesOf,
  toReviewValue,
  valuesOf,
  type EditedType,
} from '~/imports/row-error';
import { sentence, type AnySentence } from '~/language/sentence';
import { endsAfterBegin, isNamed } from '~/users/schema';
import { cellProblem } from './field-rules';
import type { ReadingJob, ReadRows } from './message';
import {
  addNames,
  isValid,
  toInvalidRow,
  type NamedRecord,
  type ReadRow,
  type ReferenceNames,
  type StoredRecord,
} from './row';
import { CondoReferences, rejectWith, type FindCondos } from './row-checks';
import { matchRows, type MatchSource } from './match-rows';

/** A record's id with its new values. */
export type ChangedRecord = Pick<RowChange, 'id' | 'values'>;

/** The records that a file is compared with, wherever they are stored. */
export interface ReviewSource extends MatchSource {
  condos: FindCondos;
  /** Adds errors to new rows, which are compared with the records as the file's changes will leave them. */
  check(
    rows: readonly ReadRow[],
    reading?: Reading,
    changes?: readonly ChangedRecord[],
  ): Promise<void>;
  count(): Promise<number>;
}

interface ReviewedRows {
  type: EditedType;
  source: ReviewSource;
  readRows: ReadRows;
  file: readonly Uint8Array[];
  /**
   * Choices of how to read the file. With `byKey` rows match their record by its key if the file has no
   * ids.
   */
  how: Omit<ReadingJob, 'type' | 'input' | 'review'>;
  signal: AbortSignal;
}

/**
 * Reviews an edited export (docs/behaviour/edited-exports.md), or rows that match stored records. Yields
 * the number of rows so far.
 * @throws SheetError for a file that cannot be read
 */
export async function* reviewRows({
  type,
  source,
  readRows,
  file,
  how,
  signal,
}: ReviewedRows): AsyncGenerator<number, BulkReview, void> {
  const byKey = how.byKey && type !== 'tenancy' ? type : null;
  const job = { ...how, type: bulkTypeOf(type), ...(byKey === null && { review: type }) };
  const review = new Review(type, byKey !== null);
  const { result } = review;
  const names: ReferenceNames = {};
  const addNew = async (...[rows, ...compared]: Parameters<ReviewSource['check']>) => {
    await source.check(rows, ...compared);
    addNames(names, rows.filter(isValid), result.new_rows.length);
    for (const row of rows) {
      if (isValid(row)) result.new_rows.push({ [ROW_NUMBER]: row.number, ...row.values });
      else result.invalid_rows.push(toInvalidRow(row));
    }
  };
  const created: unknown[] = [];
  let reading: Reading | undefined;
  let reject = rejectWith();
  let references = new CondoReferences();
  const unread = new Set<string>();
  let count = 0;
  for await (const message of readRows({ ...job, input: 'file' }, file, signal)) {
    if (message.type === 'head') {
      ({ reading } = message);
      reject = rejectWith(reading);
      if (byKey) references = new CondoReferences(reject);
    }
    if (message.type !== 'rows') continue;
    const { rows } = message;
    if (type === 'apartment') await references.check(source.condos, rows);
    const isPartial = reading?.by_key === true;
    const stored = byKey
      ? await matchRows(byKey, rows, source, { isPartial, reject })
      : await source.find(rows.flatMap(({ record }) => record?.id ?? []));
    const fresh: ReadRow[] = [];
    for (const row of rows) {
      if (byKey) for (const name in row.extra) unread.add(name);
      if (row.record) review.compare(row, row.record, stored.get(row.record.id));
      else if (byKey && !isPartial) fresh.push(row);
      else if (isValid(row)) created.push(row.values);
      else result.invalid_rows.push(toInvalidRow(row));
    }
    if (fresh.length > 0) await addNew(fresh, reading);
    count += rows.length;
    yield count;
  }
  review.rejectTwins();
  if (created.length > 0) {
    const read = reading?.columns.flatMap(({ heading, field }) =>
      field === null ? [] : [[heading, field] as const],
    );
    const columns = Object.fromEntries(read ?? []);
    const text = Buffer.from(JSON.stringify(created));
    const rows = { input: 'rows', type: bulkTypeOf(type), columns } as const;
    const changes = review.changes();
    for await (const message of readRows(rows, [text]))
      if (message.type === 'rows') await addNew(message.rows, undefined, changes);
  }
  const named = Object.keys(names).length > 0 && { names };
  const unreadHeadings = unread.size > 0 && { unread: [...unread] };
  return {
    ...result,
    ...named,
    ...unreadHeadings,
    missing: (await source.count()) - review.matched,
  };
}

/**
 * Checks the rules of a whole association or person, after the changes. Returns the first violated one with
 * its field, or null. Other records have no such rules.
 */
export function violatedRule(
  type: EditedType,
  { record, fixed }: StoredRecord,
  changes: UnknownRecord,
): ['role' | 'until' | 'first_name', AnySentence] | null {
  if (!fixed) return null;
  const text = (name: string) =>
    readText(Object.hasOwn(changes, name) ? changes[name] : record[name]);
  if (type === 'user') {
    const first_name = text('first_name');
    const last_name = text('last_name');
    const isKnown = isNamed({ first_name, last_name, email: fixed.email });
    return isKnown ? null : ['first_name', 'person_unnamed'];
  }
  const role = ROLES.find((one) => one === text('role'));
  if (!role) return ['role', sentence('required', { field: 'Role' })];
  if (needsApartment(role) && fixed.apartment_number === '') return ['role', 'apartment_required'];
  const isInOrder = endsAfterBegin({ since: text('since'), until: text('until') });
  return isInOrder ? null : ['until', 'until_before_since'];
}

/** The review of rows that name a record. Unchanged rows are only counted. */
class Review {
  readonly result: Omit<BulkReview, 'missing' | 'names' | 'unread'> = {
    changed: [],
    conflicts: [],
    new_rows: [],
    invalid_rows: [],
    unchanged: 0,
  };
  /** Number of stored records that the file names. */
  matched = 0;
  /** The first row that names an id. */
  readonly #first = new Map<number, ReadRow>();
  /** Rows that match the same record by key as another row. It is unclear which of them is right. */
  readonly #twins = new Map<number, readonly [first: ReadRow, other: number]>();

  /** Records of changed rows and of conflicts, with the values that they will have. */
  changes(): ChangedRecord[] {
    const { changed, conflicts } = this.result;
    return [...changed, ...conflicts].map(({ id, changes }) => ({
      id,
      values: valuesOf(changes, 'new'),
    }));
  }

  constructor(
    private readonly type: EditedType,
    private readonly byKey: boolean,
  ) {}

  /** Rejects the first of several rows about one record as well. */
  rejectTwins(): void {
    const { changed, invalid_rows: invalid } = this.result;
    this.result.changed = changed.filter(({ id }) => {
      const [first, other] = this.#twins.get(id) ?? [];
      if (!first || other === undefined) return true;
      const problem = cellProblem('id', undefined, id, sentence('same_record', { row: other }));
      invalid.push(invalidRow({ [ROW_NUMBER]: first.number, id, ...first.values }, [problem]));
      return false;
    });
  }

  /** Compares a row with its record. An invalid cell is accepted if the record has the same value. */
  compare(
    row: ReadRow,
    { id, version, asWritten, fixed = {} }: NamedRecord,
    stored?: StoredRecord,
  ): void {
    const values = mapNames(Object.keys(row.values), (name) => toReviewValue(row.values[name]));
    const add = (problems: readonly RowProblem[]) => {
      const named = { [ROW_NUMBER]: row.number, id, ...row.values };
      this.result.invalid_rows.push(invalidRow(named, problems));
    };
    const reject = (why: AnySentence) => add([cellProblem('id', undefined, id, why)]);
    const first = this.#first.get(id);
    if (first) {
      if (this.byKey) this.#twins.set(id, [first, row.number]);
      return reject(sentence(this.byKey ? 'same_record' : 'same_id', { row: first.number }));
    }
    this.#first.set(id, row);
    if (!stored) return reject('id_unknown');
    this.matched += 1;
    const changes = changesOf(this.type, stored.record, values, asWritten);
    const moved = Object.entries(fixed).filter(([name, text]) => stored.fixed?.[name] !== text);
    const broken = violatedRule(this.type, stored, valuesOf(changes, 'new'));
    if (moved.length > 0)
      add(moved.map(([name, text]) => cellProblem(name, undefined, text, 'fixed_here')));
    else if (changes.length === 0) this.result.unchanged += 1;
    else if (!isValid(row)) add(row.problems);
    else if (broken) add([cellProblem(broken[0], undefined, values[broken[0]] ?? null, broken[1])]);
    else {
      const isCurrent = version === stored.version || version === ANY_VERSION;
      const list = isCurrent ? this.result.changed : this.result.conflicts;
      const { name, version: storedVersion } = stored;
      list.push({ [ROW_NUMBER]: row.number, id, name, version: storedVersion, changes });
    }
  }
}
