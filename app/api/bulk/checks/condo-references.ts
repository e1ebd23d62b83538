import { sql } from 'drizzle-orm';
import { z } from '~/contract/zod';
import type { Cell } from '~/sheets/formats/sheet-row';
import type { Db } from '../../db/connect.server';
import type { RowBatch } from '~/sheets/rows/row-batch';
import { rejectRow, type HeadingOf } from './check';

const idRows = z.array(z.object({ id: z.int() }));
const nameRows = z.array(z.object({ name: z.string(), ids: z.array(z.int()) }));

/** Looks up buildings by id or by exact name, each only once. */
export class CondoReferences {
  readonly #ids = new Map<number, boolean>();
  readonly #names = new Map<string, readonly number[]>();

  constructor(private readonly headingOf: HeadingOf) {}

  /** Adds errors to rows without their building and replaces names by ids; `keyIndex` is the index of condo_id in the keys. */
  async check(db: Db, batch: RowBatch, keyIndex: number): Promise<void> {
    const open = batch.rowsWith('condo_id');
    await this.#load(
      db,
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

  async #load(db: Db, keys: readonly Cell[]): Promise<void> {
    const ids = new Set<number>();
    const names = new Set<string>();
    for (const key of keys) {
      if (typeof key === 'number' && !this.#ids.has(key)) ids.add(key);
      if (typeof key === 'string' && !this.#names.has(key)) names.add(key);
    }
    if (ids.size > 0) {
      const found = await db.execute(
        sql`select id from condos where id = any(${sql.param([...ids])}::int[])`,
      );
      for (const id of ids) this.#ids.set(id, false);
      for (const { id } of idRows.parse(found.rows)) this.#ids.set(id, true);
    }
    if (names.size > 0) {
      const found = await db.execute(sql`
        select name, array_agg(id order by id) as ids from condos
         where name = any(${sql.param([...names])}::text[]) group by name`);
      for (const name of names) this.#names.set(name, []);
      for (const { name, ids: named } of nameRows.parse(found.rows)) this.#names.set(name, named);
    }
  }
}
