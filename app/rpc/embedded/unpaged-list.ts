import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { Semaphore } from '~/platform/semaphore';
import type { Db } from '~/platform/database/connect.server';
import { oneRow, prepared } from '~/platform/database/sql';
import { versionOf, type ListTable } from '~/platform/database/table-changes.repo';
import { outsideTimeLimit } from '~/platform/database/time-limits.server';

/** The parts of the SELECT of an unpaged list. PostgreSQL writes each row as JSON of the wire. */
interface ListSource {
  /** Tables from which the list's version is made. */
  tables: readonly ListTable[];
  columns: SQL;
  from: SQL;
  id: AnyColumn;
  filter: SQL;
  order: SQL;
}

/** A list of any length as JSON text, in pieces that contain rows with commas between them. */
export interface JsonList {
  first: string;
  /** Further pieces, each read on demand; null if there are none. */
  rest: AsyncIterable<string> | null;
  /** The version of the list's tables. The rows may be newer. */
  version: string | null;
}

/** Enough for every list of buildings, so that the lists people look at need one statement. */
const BATCH_ROWS = 2_000;
/** Number of long lists that a process reads at once; at most half of the pool's connections. */
const AT_ONCE = 2;
/** A client that reads nothing for this long loses its permit. */
const SLOW_CLIENT_MS = 250;

/** A list with its statement. A `name` lets each connection plan it once. */
export function unpagedList(source: ListSource, name?: string) {
  const build = (db: Db) => selectShort(db, source);
  return { source, short: name === undefined ? build : prepared((db) => build(db).prepare(name)) };
}

export type UnpagedList = ReturnType<typeof unpagedList>;

interface ListCall {
  values?: Record<string, unknown> | undefined;
  /** Signal of the request. A caller that has disconnected stops waiting. */
  signal: AbortSignal;
}

/**
 * Reads unpaged lists: up to `batchRows` rows by one statement. For a longer list the next statement fixes
 * the rows and their order, and each batch is a further statement (docs/decisions/0007). Few long lists are
 * read at once. Others wait without a connection, so that other calls can use the rest of the pool.
 */
export function createListReader(db: Db, maxConnections: number, batchRows = BATCH_ROWS) {
  const permits = Math.max(1, Math.min(AT_ONCE, Math.floor(maxConnections / 2)));
  const semaphore = new Semaphore({ permits });
  return async (list: UnpagedList, { values = {}, signal }: ListCall): Promise<JsonList> => {
    const parameters = { ...values, batchRows };
    const { rows, version, isLong } = toShort(await list.short(db).execute(parameters));
    if (!isLong) return { first: rows.join(','), rest: null, version };
    const permit = permitFor(semaphore, signal);
    const start = oneRow(await permit.use(() => selectStart(db, list.source).execute(parameters)));
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

/** A list's permit to read. It is kept between statements, unless the client is slow. */
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

/** Marker row: the list is longer than `batchRows`, so this statement returns none of its rows. */
const LONG = 'long';

/**
 * Selects the version, which exists even without rows, then the rows of a short list. They are separate
 * rows, since the database sends nothing of a single value before it is complete.
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
  return db.select({ text: sql<string | null>`text` }).from(sql`(${statement}) lines`);
}

function toShort(selected: Awaited<ReturnType<typeof selectShort>>) {
  const list: { rows: string[]; version: string | null; isLong: boolean } = {
    rows: [],
    version: null,
    isLong: false,
  };
  for (const { text } of selected) {
    // Rows are objects; the version is a number.
    if (text?.startsWith('{') === true) list.rows.push(text);
    else if (text === LONG) list.isLong = true;
    else list.version = text;
  }
  return list;
}

/** Selects the first rows, and the ids of all others in batches, in PostgreSQL's notation of arrays. */
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

/**
 * Selects rows with these ids as JSON, in their order. `offset 0` makes the database look each up; a join
 * would read the whole table.
 */
function rowsOf({ columns, from, id }: ListSource, ids: SQL): SQL {
  return sql`
    select string_agg(json, ',' order by position) as json
      from unnest(${ids}) with ordinality requested (id, position)
     cross join lateral (
       select row_to_json(wire)::text as json
         from (select ${columns} from ${from} where ${id} = requested.id) wire
       offset 0) rows`;
}
