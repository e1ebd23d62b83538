import { ROW_NUMBER, type BulkReview } from '~/imports/schema';
import { ANY_VERSION } from '~/imports/export';
import { mapNames } from '~/fields/fields';
import { readText, type Fields } from '~/fields/reading';
import {
  invalidRow,
  type RowProblem,
  changesOf,
  toReviewValue,
  valuesOf,
  type EditedType,
} from '~/imports/row-error';
import { sentence, type AnySentence } from '~/language/sentence';
import { needsApartment, ROLES } from '~/users/fields';
import { endsAfterBegin } from '~/users/schema';
import { cellProblem } from './field-rules';
import type { ReadingMessage, ReadRows } from './message';
import {
  addNames,
  isValid,
  toInvalidRow,
  type NamedRecord,
  type ReadRow,
  type ReferenceNames,
} from './row';
import { CondoReferences, type FindCondos } from './row-checks';

export interface StoredRecord {
  record: Fields;
  /** Display name of the record. */
  name: string;
  /** As in an export. */
  version: string;
  /** Texts of the columns that an edited export cannot change, by heading. */
  fixed?: Readonly<Record<string, string>>;
}

/** The records that a file is compared with, wherever they are stored. */
export interface ReviewSource {
  condos: FindCondos;
  /** The records with these ids, by id. */
  find(ids: readonly number[]): Promise<ReadonlyMap<number, StoredRecord>>;
  /** Adds errors to new rows. */
  check(rows: readonly ReadRow[]): Promise<void>;
  count(): Promise<number>;
}

/**
 * Reviews an edited export (docs/behaviour/edited-exports.md); yields the number of rows so far.
 * @throws SheetError for a file that cannot be read
 */
export async function* reviewRows(
  messages: AsyncIterable<ReadingMessage>,
  { type, source, readRows }: { type: EditedType; source: ReviewSource; readRows: ReadRows },
): AsyncGenerator<number, BulkReview, void> {
  const review = new Review(type);
  const references = new CondoReferences();
  const created: unknown[] = [];
  let columns: Record<string, string> = {};
  let count = 0;
  for await (const message of messages) {
    if (message.type === 'head') {
      const read = message.reading.columns.flatMap(({ heading, field }) =>
        field === null ? [] : [[heading, field] as const],
      );
      columns = Object.fromEntries(read);
    }
    if (message.type !== 'rows') continue;
    const { rows } = message;
    if (type === 'apartment') await references.check(source.condos, rows);
    const stored = await source.find(rows.flatMap(({ record }) => record?.id ?? []));
    for (const row of rows) {
      if (row.record) review.compare(row, row.record, stored.get(row.record.id));
      else if (isValid(row)) created.push(row.values);
      else review.result.invalid_rows.push(toInvalidRow(row));
    }
    count += rows.length;
    yield count;
  }
  const { result } = review;
  const names: ReferenceNames = {};
  if (created.length > 0) {
    const text = Buffer.from(JSON.stringify(created));
    for await (const message of readRows({ input: 'rows', type, columns }, [text])) {
      if (message.type !== 'rows') continue;
      await source.check(message.rows);
      addNames(names, message.rows.filter(isValid), result.new_rows.length);
      for (const row of message.rows) {
        if (isValid(row)) result.new_rows.push({ [ROW_NUMBER]: row.number, ...row.values });
        else result.invalid_rows.push(toInvalidRow(row));
      }
    }
  }
  const named = Object.keys(names).length > 0 && { names };
  return { ...result, ...named, missing: (await source.count()) - review.matched };
}

/** The rule of a whole association that changes of it break, with the field; null for other records. */
export function brokenTenancyRule(
  { record, fixed }: StoredRecord,
  changes: Fields,
): ['role' | 'until', AnySentence] | null {
  if (!fixed) return null;
  const text = (name: string) =>
    readText(Object.hasOwn(changes, name) ? changes[name] : record[name]);
  const role = ROLES.find((one) => one === text('role'));
  if (!role) return ['role', sentence('required', { field: 'Role' })];
  if (needsApartment(role) && fixed.apartment_number === '') return ['role', 'apartment_required'];
  const isInOrder = endsAfterBegin({ since: text('since'), until: text('until') });
  return isInOrder ? null : ['until', 'until_before_since'];
}

/** The review of rows that name a record; unchanged rows are only counted. */
class Review {
  readonly result: Omit<BulkReview, 'missing' | 'names'> = {
    changed: [],
    conflicts: [],
    new_rows: [],
    invalid_rows: [],
    unchanged: 0,
  };
  /** Number of existing records that the file names. */
  matched = 0;
  /** The row that named an id first. */
  readonly #first = new Map<number, number>();

  constructor(private readonly type: EditedType) {}

  /** Compares a row with its record. An invalid cell is no error if the record has the same value. */
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
    if (first !== undefined) return reject(sentence('same_id', { row: first }));
    this.#first.set(id, row.number);
    if (!stored) return reject('id_unknown');
    this.matched += 1;
    const changes = changesOf(this.type, stored.record, values, asWritten);
    const moved = Object.entries(fixed).filter(([name, text]) => stored.fixed?.[name] !== text);
    const broken = brokenTenancyRule(stored, valuesOf(changes, 'new'));
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
