import { sql } from 'drizzle-orm';
import { removeOldHistory } from '~/history/server/ageing.repo';
import { historyPageSchema } from '~/history/answers';
import { z } from '~/fields/zod';
import type { TestApi } from './api';

const values = z.record(z.string(), z.unknown()).nullable();
const storedEntry = z.object({
  id: z.coerce.number(),
  actor: z.string(),
  action: z.string(),
  record: z.string().nullable(),
  name: z.string().nullable(),
  request_id: z.string().nullable(),
  import_id: z.number().nullable(),
  changes: z.array(
    z.object({
      what: z.string(),
      record: z.string().nullable(),
      name: z.string().nullable(),
      ids: z.array(z.number()).nullable(),
      old: values,
      new: values,
    }),
  ),
});
export type StoredEntry = z.infer<typeof storedEntry>;

/** The entries after `after`, oldest first, as the database holds them; records and actors as "kind id". */
export async function storedEntries(
  { db }: Pick<TestApi, 'db'>,
  after = 0,
): Promise<StoredEntry[]> {
  const { rows } = await db.execute(sql`
    select e.id, concat_ws(' ', e.actor_kind, e.actor_id, e.actor_name) as actor, e.action,
           concat_ws(' ', e.record_kind, e.record_id) as record, e.record_name as name, e.request_id, e.import_id,
           (select coalesce(json_agg(json_build_object(
                     'what', c.what, 'record', concat_ws(' ', c.record_kind, c.record_id), 'name', c.record_name,
                     'ids', c.record_ids, 'old', c.old_values, 'new', c.new_values) order by c.id), '[]')
              from history_changes c where c.entry_id = e.id) as changes
      from history_entries e where e.id > ${after} order by e.id`);
  return z.array(storedEntry).parse(rows);
}

/** The newest entries, or those of a query, as the panel reads them. */
export async function historyEntries({ read }: Pick<TestApi, 'read'>, query = '') {
  return (await read(historyPageSchema, 'GET', `/admin/history${query}`)).entries;
}

export async function newestEntryId({ db }: Pick<TestApi, 'db'>): Promise<number> {
  const { rows } = await db.execute(
    sql`select coalesce(max(id), 0)::int as id from history_entries`,
  );
  return z.tuple([z.object({ id: z.number() })]).parse(rows)[0].id;
}

/** All entries have aged out: images that no record uses are due at `now`. */
export function ageHistory({ db }: Pick<TestApi, 'db'>, now = new Date()): Promise<void> {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000);
  return removeOldHistory(db, tomorrow, now);
}
