import type { SentenceText } from '~/contract/sentence';
import type { Cell } from '../formats/sheet-row';
import { keyOf, rowsWith, setId, type ReadRow } from './row';
import { rejectRow, type HeadingOf } from './row-checks';

/** Finds buildings, wherever they are stored. */
export interface FindCondos {
  /** Those of the ids that there are. */
  ids(ids: readonly number[]): Promise<Iterable<number>>;
  /** The ids of the buildings with exactly these names. */
  idsByName(names: readonly string[]): Promise<Iterable<readonly [string, readonly number[]]>>;
}

/** Looks up buildings by id or by exact name, each only once. */
export class CondoReferences {
  readonly #ids = new Map<number, boolean>();
  readonly #names = new Map<string, readonly number[]>();

  constructor(private readonly headingOf: HeadingOf) {}

  /** Adds errors to rows without their building and replaces names by ids. */
  async check(find: FindCondos, rows: readonly ReadRow[]): Promise<void> {
    const open = rowsWith(rows, 'condo_id');
    await this.#load(
      find,
      open.map((row) => keyOf(row, 'condo_id')),
    );
    for (const row of open) {
      const key = keyOf(row, 'condo_id');
      if (typeof key === 'number') {
        if (!this.#ids.get(key)) this.#reject(row, key, 'there is no building with this id');
      } else if (typeof key === 'string') this.#resolve(row, key);
    }
  }

  #resolve(row: ReadRow, name: string): void {
    const ids = this.#names.get(name) ?? [];
    const [id] = ids;
    if (id === undefined) this.#reject(row, name, 'there is no building with this name');
    else if (ids.length > 1) {
      const why: SentenceText = `several buildings have this name (ids ${ids.join(', ')}): use the id`;
      this.#reject(row, name, why);
    } else setId(row, 'condo_id', id);
  }

  #reject(row: ReadRow, value: Cell, why: SentenceText): void {
    rejectRow(row, { name: 'condo_id', headingOf: this.headingOf }, value, why);
  }

  async #load(find: FindCondos, keys: readonly Cell[]): Promise<void> {
    const ids = new Set<number>();
    const names = new Set<string>();
    for (const key of keys) {
      if (typeof key === 'number' && !this.#ids.has(key)) ids.add(key);
      if (typeof key === 'string' && !this.#names.has(key)) names.add(key);
    }
    if (ids.size > 0) {
      for (const id of ids) this.#ids.set(id, false);
      for (const id of await find.ids([...ids])) this.#ids.set(id, true);
    }
    if (names.size > 0) {
      for (const name of names) this.#names.set(name, []);
      for (const [name, named] of await find.idsByName([...names])) this.#names.set(name, named);
    }
  }
}
