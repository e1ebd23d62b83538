import type { Cell } from '../formats/sheet-row';
import { keyOf, rowsWith, setId, type ReadRow } from './row';
import { rejectRow, type RejectRow } from './row-checks';

/** Finds the buildings with one of these ids or exactly one of these names, wherever they are stored. */
export type FindCondos = (
  ids: readonly number[],
  names: readonly string[],
) => Promise<Iterable<{ id: number; name: string | null }>>;

/** Looks up buildings by id or by exact name, each only once. */
export class CondoReferences {
  /** The ids of the buildings that a cell may name. */
  readonly #named = new Map<Cell, number[]>();

  constructor(private readonly reject: RejectRow = rejectRow) {}

  /** Adds errors to rows without their building and replaces names by ids. */
  async check(find: FindCondos, rows: readonly ReadRow[]): Promise<void> {
    const open = rowsWith(rows, 'condo_id').filter((row) => keyOf(row, 'condo_id') !== null);
    await this.#load(find, new Set(open.map((row) => keyOf(row, 'condo_id'))));
    for (const row of open) {
      const key = keyOf(row, 'condo_id');
      const ids = this.#named.get(key) ?? [];
      const [id] = ids;
      if (id === undefined) {
        const what = typeof key === 'number' ? 'id' : 'name';
        this.reject(row, 'condo_id', `there is no building with this ${what}`);
      } else if (ids.length > 1) {
        const why = `several buildings have this name (ids ${ids.join(', ')}): use the id` as const;
        this.reject(row, 'condo_id', why);
      } else setId(row, 'condo_id', id);
    }
  }

  async #load(find: FindCondos, keys: ReadonlySet<Cell>): Promise<void> {
    const wanted = new Set([...keys].filter((key) => !this.#named.has(key)));
    if (wanted.size === 0) return;
    for (const key of wanted) this.#named.set(key, []);
    const ids = [...wanted].filter((key) => typeof key === 'number');
    const names = [...wanted].filter((key) => typeof key === 'string');
    for (const { id, name } of await find(ids, names)) {
      if (wanted.has(id)) this.#named.set(id, [id]);
      if (wanted.has(name)) this.#named.get(name)?.push(id);
    }
  }
}
