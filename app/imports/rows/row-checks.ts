import { readText } from '~/fields/reading';
import { equalKey } from '~/fields/search-text';
import type { ReviewType } from '~/imports/row-error';
import type { Reading } from '~/imports/schema';
import { sentence, type AnySentence } from '~/language/sentence';
import type { Cell } from '../formats/sheet-row';
import { cellProblem } from './field-rules';
import {
  isValid,
  KEY_FIELDS,
  keyValue,
  readingsOf,
  rowsWith,
  setId,
  type KeyField,
  type ReadRow,
} from './row';

/* Checks of whole rows that need no database. Others are in server/checks.ts and panel-review.server.ts. */

/** Adds an error about the value of one field to a row. */
export type RejectRow = (row: ReadRow, field: KeyField, why: AnySentence) => void;

/** Makes a `Reject` whose errors name a field by its heading in the file, if the file has one. */
export function rejectWith(reading?: Reading): RejectRow {
  const headings = new Map(reading?.columns.map(({ field, heading }) => [field, heading]));
  return (row, field, why) => {
    row.problems.push(cellProblem(field, headings.get(field), keyValue(row, field), why));
  };
}

/** Remembers which valid row of the file had a key first. An invalid row makes no later row a duplicate. */
export class SeenRows {
  readonly #numbers = new Map<string, number>();

  /** The number of the row that had the key first; undefined if it is this row. */
  firstWith(key: string, row: ReadRow): number | undefined {
    const first = this.#numbers.get(key);
    if (first === undefined && isValid(row)) this.#numbers.set(key, row.number);
    return first;
  }
}

/** Joins several values into one text. The separator is NUL, which field-rules.ts rejects in values. */
export function compositeKey(...parts: readonly Cell[]): string {
  return parts.join('\0');
}

/** Converts to lower case in the same way as the database's lower(). */
export function foldCase(value: Cell): string {
  return String(value ?? '').toLowerCase();
}

interface FoundCondo {
  id: number;
  name: string | null;
}

/** Finds the buildings with one of these ids or names. Names are compared by equalKey(). */
export type FindCondos = (
  ids: readonly number[],
  names: readonly string[],
) => Promise<Iterable<FoundCondo>>;

/** Looks up buildings by id or by name, each only once. */
export class CondoReferences {
  /** Buildings by id (a number) or by the equal key of their name (a text). */
  readonly #condos = new Map<Cell, FoundCondo[]>();

  constructor(private readonly reject: RejectRow = rejectWith()) {}

  /** Adds errors to rows without their building and replaces names by ids. */
  async check(find: FindCondos, rows: readonly ReadRow[]): Promise<void> {
    const references = rowsWith(rows, 'condo_id').flatMap((row) => {
      const { id, name } = readingsOf(row, 'condo_id');
      return id === null && name === null ? [] : [{ row, id, name }];
    });
    await this.#load(find, new Set(references.flatMap(({ id, name }) => [id, nameKey(name)])));
    for (const { row, id, name } of references) {
      const [byId] = this.#condos.get(id) ?? [];
      const equal = this.#condos.get(nameKey(name)) ?? [];
      // Among equal names, prefer the one with the same spelling.
      const same = equal.filter((one) => one.name === name);
      const named = same.length > 0 ? same : equal;
      const [condo = byId] = named;
      const add = (why: AnySentence) => this.reject(row, 'condo_id', why);
      if (!condo) add(id === null ? 'no_building_with_name' : 'no_building_with_id');
      else if (named.length > 1) {
        const ids = named.map((one) => one.id).join(', ');
        add(sentence('several_buildings', { ids }));
      } else if (byId && byId.id !== condo.id) {
        add(
          sentence('ambiguous_building', {
            name: condo.name,
            id: condo.id,
            other: byId.name,
            otherId: byId.id,
            example: condo.id,
          }),
        );
      } else if (name !== null && named.length === 0) {
        const other = condo.name;
        add(sentence('building_id_unsaid', { name, id: condo.id, other, example: condo.id }));
      } else setId(row, 'condo_id', condo.id, condo.name);
    }
  }

  async #load(find: FindCondos, keys: ReadonlySet<Cell>): Promise<void> {
    const newKeys = new Set([...keys].filter((key) => key !== null && !this.#condos.has(key)));
    if (newKeys.size === 0) return;
    for (const key of newKeys) this.#condos.set(key, []);
    const ids = [...newKeys].filter((key) => typeof key === 'number');
    const names = [...newKeys].filter((key) => typeof key === 'string');
    for (const condo of await find(ids, names)) {
      if (newKeys.has(condo.id)) this.#condos.set(condo.id, [condo]);
      const key = nameKey(condo.name);
      if (newKeys.has(key)) this.#condos.get(key)?.push(condo);
    }
  }
}

/** The key of a reference: an id itself, or the equal key of a name. */
function nameKey(cell: Cell): Cell {
  return typeof cell === 'string' ? equalKey(cell) : cell;
}

const RULES = {
  condo: {
    field: 'name',
    stored: (id: number) => sentence('building_exists', { id }),
    inFile: (row: number) => sentence('same_building', { row }),
  },
  apartment: {
    field: 'apartment_number',
    stored: (_id: number, building: Cell) => sentence('apartment_exists', { building }),
    inFile: (row: number, building: Cell) => sentence('same_apartment', { row, building }),
  },
} as const satisfies Record<ReviewType, object>;

export function rowsWithKey(type: ReviewType, rows: readonly ReadRow[]): ReadRow[] {
  return rowsWith(rows, ...KEY_FIELDS[type]);
}

/** The key that two rows, or a row and a record, have in common if they are duplicates. */
export function duplicateKey(type: ReviewType, values: Readonly<Record<string, unknown>>): string {
  return compositeKey(...KEY_FIELDS[type].map((field) => equalKey(readText(values[field]) ?? '')));
}

/** Finds duplicate buildings (name, address, zip) and apartments (number, building) of one import. */
export class DuplicateCheck {
  readonly #seen = new SeenRows();

  constructor(
    private readonly type: ReviewType,
    private readonly reject: RejectRow = rejectWith(),
  ) {}

  /** Adds errors to duplicates among these rows; `stored` has the ids of records with the same key. */
  check(rows: readonly ReadRow[], stored: ReadonlyMap<ReadRow, number>): void {
    const { field, ...why } = RULES[this.type];
    for (const row of rows) {
      const first = this.#seen.firstWith(duplicateKey(this.type, row.keys), row);
      const id = stored.get(row);
      const condo = keyValue(row, 'condo_id');
      if (id !== undefined) this.reject(row, field, why.stored(id, condo));
      else if (first !== undefined) this.reject(row, field, why.inFile(first, condo));
    }
  }
}
