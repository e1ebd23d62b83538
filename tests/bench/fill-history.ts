import type pg from 'pg';

/** Entries with the same time, as of a busy moment. */
const AT_ONE_TIME = 5;
const ACTORS = 20;
/** Every so many entries one has this in its name. */
const RARE_EVERY = 997;
export const RARE = 'Nachtigall';
export const FREQUENT = 'Haus';

/** Adds this many entries with a change each, as if someone had changed a building or a person every five seconds. */
export async function fillHistory(client: pg.ClientBase, count: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
      where i.schemaname = 'public' and i.tablename in ('history_entries', 'history_changes')
        and i.indexname not like '%_pk%'`,
  );
  // Filled without indexes and without checks, and indexed at the end: minutes become seconds.
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(`set session_replication_role = replica`);
  await client.query(`set maintenance_work_mem = '512MB'`);
  const bounds = await client.query<{ first: number }>(
    `with added as (
       insert into history_entries (at, actor_kind, actor_id, actor_name, action, request_id, record_kind, record_id, record_name)
       select now() - make_interval(secs => 5 * (${count} - n + n % ${AT_ONE_TIME})), 'administrator',
              1000 + n % ${ACTORS}, 'Admin ' || n % ${ACTORS} || ' (admin' || n % ${ACTORS} || '@example.com)', 'changed',
              'request ' || n, case when n % 4 = 0 then 'user' else 'condo' end, n % 5000 + 1,
              '${FREQUENT} ' || n % 5000 || case when n % ${RARE_EVERY} = 0 then ' ${RARE}' else '' end
         from generate_series(1, ${count}) n
       returning id)
     select min(id)::int as first from added`,
  );
  await client.query(
    `insert into history_changes (entry_id, record_kind, record_id, record_name, user_id, what, old_values, new_values)
     select id, record_kind, record_id, record_name, case when record_kind = 'user' then record_id end, 'changed',
            jsonb_build_object('name', 'Before ' || id), jsonb_build_object('name', record_name)
       from history_entries where id >= $1`,
    [bounds.rows[0]?.first],
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query(`reset session_replication_role`);
  await client.query('vacuum analyze history_entries, history_changes');
}
