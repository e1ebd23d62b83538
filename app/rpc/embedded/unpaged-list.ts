import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { Semaphore } from '~/platform/semaphore';
import type { Db } from '~/platform/database/connect.server';
import { oneRow, prepared } from '~/platform/database/sql';
import { versionOf, type ListTable } from '~/platform/database/table-changes.repo';
import { outsideTimeLimit } from '~/platform/database/time-limits.server';

/** The parts of the SELECT of a list without pages. PostgreSQL writes each row as the JSON of the wire. */
interface ListSource {
  /** The list's version is made of these tables. */
  tables: readonly ListTable[];
  columns: SQL;
  from: SQL;
  id: AnyColumn;
  filter: SQL;
  order: SQL;
}

/** A list of any length as JSON text, in pieces: rows with commas between them. */
export interface JsonList {
  first: string;
  /** Each piece is read when it is asked for. Null: there are no other rows. */
  rest: AsyncIterable<string> | null;
  /** The version of the list's tables; the rows are as new or newer. */
  version: string | null;
}

/** Enough for every building: the lists that people look at are one statement. */
const BATCH_ROWS = 2_000;
/** Long lists that are read at once in a process; at most half of the pool's connections. */
const AT_ONCE = 2;
/** A client that reads nothing for this long loses its permit. */
const SLOW_CLIENT_MS = 250;

/** A list with its statement. With a `name` each connection plans it once. */
export function unpagedList(source: ListSource, name?: string) {
  const build = (db: Db) => selectShort(db, source);
  return { source, short: name === undefined ? build : prepared((db) => build(db).prepare(name)) };
}

export type UnpagedList = ReturnType<typeof unpagedList>;

interface ListCall {
  values?: Record<string, unknown> | undefined;
  /** The request's signal: a caller that has left waits no longer. */
  signal: AbortSignal;
}

/**
 * Reads lists without pages: up to `batchRows` rows by one statement. For a longer list the next statement
 * fixes the rows and their order, and each batch is a further statement (docs/decisions/0007). Few long lists
 * are read at once; others wait without a connection, so that other calls have the rest of the pool.
 */
export function createListReader(db: Db, maxConnections: number, batchRows = BATCH_ROWS) {
  const permits = Math.max(1, Math.min(AT_ONCE, Math.floor(maxConnections / 2)));
  const line = new Semaphore({ permits });
  return async (list: UnpagedList, { values = {}, signal }: ListCall): Promise<JsonList> => {
    const given = { ...values, batchRows };
    const { rows, version, isLong } = toShort(await list.short(db).execute(given));
    if (!isLong) return { first: rows.join(','), rest: null, version };
    const permit = permitFor(line, signal);
    const start = oneRow(await permit.use(() => selectStart(db, list.source).execute(given)));
    const rest = readBatches({ db, source: list.source, permit }, start.rest);
    return { first: start.first ?? '', rest, version };
  };
}

async function* readBatches(
  { db, source, permit }: { db: Db; source: ListSource; permit: ReturnType<typeof permitFor> },
  batches: readonly string[],
): AsyncGenerator<string> {
  try {
    for (const ids of batches) {
      const { rows } = await permit.use(() =>
        db.execute<{ json: string | null }>(rowsOf(source, sql`${ids}::int[]`)),
      );
      const json = rows[0]?.json ?? null;
      if (json !== null) yield json;
    }
  } finally {
    permit.leave();
  }
}

/** A list's permit to read. It is kept from one statement to the next, unless the client is slow. */
function permitFor(line: Semaphore, signal: AbortSignal) {
  let release: (() => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    clearTimeout(timer);
    release?.();
    release = null;
  };
  const use = async <T>(read: () => Promise<T>): Promise<T> => {
    clearTimeout(timer);
    release ??= await outsideTimeLimit(() => line.acquire(signal));
    try {
      return await read();
    } finally {
      timer = setTimeout(leave, SLOW_CLIENT_MS);
    }
  };
  return { use, leave };
}

const batchRows = sql.placeholder('batchRows');

/** A row in addition to those of a list that is longer than `batchRows`, and has none here. */
const LONG = 'long';

/**
 * Selects the version, which exists without any row, then the rows of a short list. They are separate rows,
 * since the database sends nothing of a single value before it is complete.
 */
function selectShort(db: Db, { columns, from, filter, order, tables }: ListSource) {
  const statement = sql`
    with size as materialized (
      select count(*) > ${batchRows} as is_long
        from (select from ${from} where ${filter} limit ${batchRows} + 1) counted)
    select ${versionOf(tables)} as text
    union all
    select ${LONG} from size where is_long
    union all
    select row_to_json(t)::text
      from (select ${columns} from ${from} where ${filter} order by ${order}) t
     where not (select is_long from size)`;
  return db.select({ text: sql<string | null>`text` }).from(sql`(${statement}) found`);
}

function toShort(selected: Awaited<ReturnType<typeof selectShort>>) {
  const list: { rows: string[]; version: string | null; isLong: boolean } = {
    rows: [],
    version: null,
    isLong: false,
  };
  for (const { text } of selected) {
    // Rows are objects, the version is a number.
    if (text?.startsWith('{') === true) list.rows.push(text);
    else if (text === LONG) list.isLong = true;
    else list.version = text;
  }
  return list;
}

/** The first rows, and the ids of all others in batches, each as PostgreSQL writes an array. */
function selectStart(db: Db, source: ListSource) {
  const { from, id, filter, order } = source;
  const started = sql`
    with list as materialized (
      select array(select ${id} from ${from} where ${filter} order by ${order}) as ids)
    select (${rowsOf(source, sql`ids[1 : ${batchRows}]`)}) as first,
           array(select ids[n : n + ${batchRows} - 1]::text
                   from generate_series(${batchRows} + 1, cardinality(ids), ${batchRows}) n) as rest
      from list`;
  return db
    .select({ first: sql<string | null>`first`, rest: sql<string[]>`rest` })
    .from(sql`(${started}) started`);
}

/** Rows with these ids, in order, as JSON. `offset 0` looks each up; a join would read the table. */
function rowsOf({ columns, from, id }: ListSource, ids: SQL): SQL {
  return sql`
    select string_agg(json, ',' order by position) as json
      from unnest(${ids}) with ordinality wanted (id, position)
     cross join lateral (
       select row_to_json(wire)::text as json
         from (select ${columns} from ${from} where ${id} = wanted.id) wire
       offset 0) found`;
}
