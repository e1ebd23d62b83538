import { and, eq, gte, lt, ne, sql, type SQL } from 'drizzle-orm';
import { HISTORY_CHANGES_SHOWN, HISTORY_COUNT_LIMIT } from '~/history/schema';
import { historyEntrySchema, type HistoryFilter } from '~/history/answers';
import { z } from '~/fields/zod';
import type { Db } from '~/platform/database/connect.server';
import { bulkImports } from '~/platform/database/schema/bulk';
import { personName } from '~/platform/database/schema/columns';
import { isoInstant } from '~/platform/database/schema/field-columns';
import { historyChanges, historyEntries, historyStart } from '~/platform/database/schema/history';
import { users } from '~/platform/database/schema/records';
import { matchesSearch, oneRow } from '~/platform/database/sql';
import { findMerged, historyOf, type RecordHistory } from './record-history';
import { isStillRemoved, isRemoval } from './records.repo';

const storedValues = z.record(z.string(), z.unknown()).nullable();

const storedChange = historyEntrySchema.shape.changes.element
  .omit({ fields: true })
  .extend({ old_values: storedValues, new_values: storedValues });
export type StoredChange = z.infer<typeof storedChange>;

const storedEntry = historyEntrySchema
  .omit({ changes: true })
  .extend({ changes: z.array(storedChange) });
export type StoredEntry = z.infer<typeof storedEntry>;

/** `isHiding` is true for a caller who sees no e-mail addresses. Searches then ignore addresses too. */
export interface SeenPart {
  isHiding?: boolean;
}

export interface PageRequest {
  filter: HistoryFilter & SeenPart;
  /** Id of the previous page's last entry. */
  before?: number | undefined;
  limit: number;
  changesShown?: number;
}

/**
 * Finds entries, newest first. A page continues after an entry, so that each page costs the same, and
 * entries written meanwhile cause no gaps or repetitions. For a record, an entry has only the changes of
 * this record and of records that belong to it.
 */
export async function findEntries(
  db: Db,
  { filter, before, limit, changesShown = HISTORY_CHANGES_SHOWN }: PageRequest,
): Promise<StoredEntry[]> {
  const { kind, record } = filter;
  const { ctes, isEntry, isChange, count } =
    kind === undefined || record === undefined
      ? EVERYTHING
      : historyOf(kind, kind === 'user' ? await findMerged(db, record) : [record]);
  const { rows } = await db.execute<{ entry: unknown }>(sql`
    with ${ctes} page as (
      select * from ${historyEntries}
       where ${and(...entryFilters(filter), pageStart(before), isEntry) ?? sql`true`}
       order by at desc, id desc limit ${limit})
    select json_build_object(
             'id', page.id, 'at', ${isoInstant(sql`page.at`)},
             'actor', json_build_object('kind', page.actor_kind, 'id', page.actor_id, 'name', page.actor_name),
             'action', page.action, 'request_id', page.request_id, 'import_id', page.import_id,
             'reason', (select i.reason from ${bulkImports} i where i.id = page.import_id and page.action = 'imported'),
             'proposal', (
               select json_build_object('author_id', users.id, 'author', ${personName(users)}, 'author_email', case when users.erased_at is null then users.email end,
                                        'token', i.proposed_token)
                 from ${bulkImports} i join ${users} on users.id = i.proposed_by
                where i.id = page.import_id and page.action = 'imported'),
             'record', case when page.record_kind is not null then
               json_build_object('kind', page.record_kind, 'id', page.record_id, 'name', page.record_name) end,
             'change_count', (
               select coalesce(sum(n.count), 0)
                 from (select ${count} as count from ${historyChanges}
                        where entry_id = page.id and ${isChange} limit ${HISTORY_COUNT_LIMIT + 1}) n),
             'is_restorable', exists (
               select from ${historyChanges} c
                where c.entry_id = page.id and (page.action in ('undone', 'merged')
                      or (c.record_kind = page.record_kind and c.record_id = page.record_id))
                  and (page.action <> 'merged' or c.record_kind = 'user')
                  and ${isRemoval(sql`c`)} and ${isStillRemoved(sql`c`)}),
             'changes', (
               select coalesce(json_agg(json_build_object(
                        'change', c.id, 'is_restorable', page.action <> 'merged' and ${isRemoval(sql`c`)} and ${isStillRemoved(sql`c`)},
                        'what', c.what, 'kind', c.record_kind, 'id', coalesce(c.record_id, case when c.record_kind = ${kind ?? null}::text then ${record ?? null}::int end),
                        'name', c.record_name, 'count', c.count,
                        'old_values', ${readable(sql`c.old_values`)}, 'new_values', ${readable(sql`c.new_values`)}) order by c.id), '[]')
                 from (select *, ${count} as count from ${historyChanges} where entry_id = page.id and ${isChange}
                        order by id limit ${changesShown}) c)) as entry
      from page order by page.at desc, page.id desc`);
  return rows.map(({ entry }) => storedEntry.parse(entry));
}

/** The whole history: all changes of all entries. */
const EVERYTHING: RecordHistory = {
  ctes: sql``,
  isEntry: undefined,
  isChange: sql`true`,
  count: sql`coalesce(cardinality(record_ids), 1)`,
};

/** The searched text without e-mail addresses. U+001F separates its names. */
const NAMES = sql`regexp_replace(${historyEntries.search_text}, '[^\\s\\x1f]+@[^\\s\\x1f]+', ' ', 'g')`;

function entryFilters(filter: PageRequest['filter']) {
  const { person, kind, record, from, to, text, sign_ins, isHiding } = filter;
  return [
    person === undefined ? undefined : eq(historyEntries.actor_id, person),
    kind === undefined || record !== undefined ? undefined : eq(historyEntries.record_kind, kind),
    from === undefined ? undefined : gte(historyEntries.at, new Date(from)),
    to === undefined ? undefined : lt(historyEntries.at, new Date(to)),
    matchesSearch([historyEntries.search_text], text),
    isHiding === true ? matchesSearch([NAMES], text) : undefined,
    sign_ins === 'false' ? ne(historyEntries.action, 'signed_in') : undefined,
  ];
}

/**
 * Condition for the page after an entry. If that entry has aged out, so have all older ones, and the page
 * is empty.
 */
function pageStart(before: number | undefined): SQL | undefined {
  if (before === undefined) return undefined;
  return sql`(at, id) < (select at, id from ${historyEntries} where id = ${before})`;
}

export async function findHistoryStart(db: Db): Promise<Date> {
  return oneRow(await db.select({ at: historyStart.began_at }).from(historyStart)).at;
}

/** Columns with the id of another record, and the kind of that record. */
const REFERENCES = sql`(values ('condo_id', 'condo'), ('apartment_id', 'apartment'), ('user_id', 'user'), ('merged_into', 'user')) as k (name, kind)`;

/** SQL that makes values readable: references become names, or ids of removed records. */
export function readable(values: SQL): SQL {
  return sql`(${values} || (
    select coalesce(jsonb_object_agg(k.name, coalesce(history_name(k.kind, (${values}->>k.name)::int), '#' || (${values}->>k.name))), '{}')
      from ${REFERENCES} where jsonb_typeof(${values}->k.name) = 'number'))`;
}
