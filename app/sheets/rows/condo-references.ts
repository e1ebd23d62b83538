import type { Cell } from '../formats/sheet-row';
import { rejectRow, type HeadingOf } from './row-checks';
import type { RowBatch } from './row-batch';

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

  /** Adds errors to rows without their building and replaces names by ids; `keyIndex` is the index of condo_id in the keys. */
  async check(find: FindCondos, batch: RowBatch, keyIndex: number): Promise<void> {
    const open = batch.rowsWith('condo_id');
    await this.#load(
      find,
      open.map((rowIndex) => batch.keyValue(rowIndex, keyIndex)),
    );
    for (const rowIndex of open) {
      const key = batch.keyValue(rowIndex, keyIndex);
      if (typeof key === 'number') {
        if (!this.#ids.get(key)) {
          this.#rejectRow(batch, rowIndex, key, 'there is no building with this id');
        }
      } else if (typeof key === 'string') this.#resolve(batch, rowIndex, key, keyIndex);
    }
  }

  #resolve(batch: RowBatch, rowIndex: number, name: string, keyIndex: number): void {
    const ids = this.#names.get(name) ?? [];
    const [id] = ids;
    if (id === undefined)
      this.#rejectRow(batch, rowIndex, name, 'there is no building with this name');
    else if (ids.length > 1) {
      const why = `several buildings have this name (ids ${ids.join(', ')}): use the id`;
      this.#rejectRow(batch, rowIndex, name, why);
    } else batch.setId(rowIndex, 'condo_id', keyIndex, id);
  }

  #rejectRow(batch: RowBatch, rowIndex: number, value: Cell, why: string): void {
    rejectRow(batch, rowIndex, { name: 'condo_id', headingOf: this.headingOf }, value, why);
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
