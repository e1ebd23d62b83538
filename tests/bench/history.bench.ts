import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  removeHistoryTriggers,
  updateHistoryTriggers,
} from '~/platform/database/history-triggers.server';
import { readCondo } from '~/condos/fields';
import { historyPageSchema } from '~/history/answers';
import { fieldsOf } from '~/fields/reading';
import { startFilledPanel, timed, type FilledPanel } from './panel';
import { alternate, median, report } from './report';
import { formOf } from '../support/form-of';

/** The sizes of the aims. */
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 2_000_000);
const FEW_ENTRIES = 1_000;
const RUNS = Number(process.env.BENCH_RUNS ?? 3);
/** Calls with and without the history, in blocks in turn: a drift of the machine hits both alike. */
const CHANGES = { blocks: 10, calls: 15 };
const PAGE_CALLS = 15;

/** Entries with the same time, as of a busy moment. */
const AT_ONE_TIME = 5;
const ACTORS = 20;
/** Every so many entries one has this in its name. */
const RARE_EVERY = 997;
const RARE = 'Nachtigall';
const FREQUENT = 'Haus';

let panel: FilledPanel;
beforeAll(async () => {
  panel = await startFilledPanel({ condos: 100 });
});
afterAll(() => panel.stop());

/** Milliseconds of the same work with the history and without, its triggers taken away: in turn. */
async function withAndWithout(
  { blocks, calls }: { blocks: number; calls: number },
  work: () => Promise<unknown>,
): Promise<[withHistory: readonly number[], without: readonly number[]]> {
  const client = await panel.database.pool.connect();
  const measure = async (into: number[]) => {
    // A changed table is planned again: not measured.
    if (calls > 1) await work();
    for (let call = 0; call < calls; call += 1) into.push(await timed(work));
  };
  const [withHistory, without]: [number[], number[]] = [[], []];
  try {
    for (let block = 0; block < blocks; block += 1) {
      await removeHistoryTriggers(client);
      await measure(without);
      await updateHistoryTriggers(client);
      await measure(withHistory);
    }
    return [withHistory, without];
  } finally {
    await updateHistoryTriggers(client);
    client.release();
  }
}

async function entryCount(): Promise<number> {
  const { rows } = await panel.database.pool.query<{ count: number }>(
    'select count(*)::int as count from history_entries',
  );
  return rows[0]?.count ?? 0;
}

let serial = 0;

test('a change with its history against one without', async () => {
  const before = await entryCount();
  const calls: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
    [
      'change a building',
      () => panel.call('PUT', '/condos/1', { name: `Changed ${(serial += 1)}`, city: 'Zürich' }),
    ],
    [
      'create an apartment',
      () =>
        panel.call('POST', '/apartments', { condo_id: 1, apartment_number: `N${(serial += 1)}` }),
    ],
  ];
  for (const [name, call] of calls) {
    const [ours, reference] = await withAndWithout(CHANGES, call);
    report({ name: `${name}: the whole call`, unit: 'ms', ours, reference, aim: 'at most 1.25' });
  }
  expect(await entryCount()).toBeGreaterThanOrEqual(before + 2 * CHANGES.blocks * CHANGES.calls);
});

test('an import with its history against one without', async () => {
  const create = async () => {
    serial += 1;
    const place = { address: 'A', city: 'B', state: 'C', zip_code: '1', country: 'D' };
    const name = `Import ${serial}`;
    const condo: unknown = JSON.parse(await panel.call('POST', '/condos', { name, ...place }));
    const { id } = readCondo(fieldsOf(condo));
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      condo_id: id,
      apartment_number: `U${index}`,
      floor_number: (index % 20) + 1,
      bedrooms: 3.5,
      sqmt: 50 + (index % 100) + 0.25,
      notes: `note ${index}`,
    }));
    const form = formOf({ type: 'apartment', rows: JSON.stringify(rows) });
    expect(await panel.call('POST', '/bulk-create', form)).toContain(`"created":${ROWS}`);
  };
  const [ours, reference] = await withAndWithout({ blocks: RUNS, calls: 1 }, create);
  const name = `import ${ROWS.toLocaleString('en-US')} apartments`;
  report({ name, unit: 'ms', ours, reference, aim: 'at most 1.5' });
});

/** Adds this many entries with a change each, as if someone had changed a building or a person every five seconds. */
async function fillHistory({ database }: FilledPanel, count: number): Promise<void> {
  const client = await database.pool.connect();
  await client.query('truncate history_entries cascade');
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
      where i.schemaname = 'public' and i.tablename in ('history_entries', 'history_changes')
        and i.indexname not like '%_pk%'`,
  );
  // Filled without indexes and without checks, and indexed at the end: minutes become seconds.
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(`set session_replication_role = replica`);
  await client.query(`set maintenance_work_mem = '512MB'`);
  await client.query(
    `insert into history_entries (at, actor_kind, actor_id, actor_name, action, request_id, record_kind, record_id, record_name)
     select now() - make_interval(secs => 5 * (${count} - n + n % ${AT_ONE_TIME})), 'administrator',
            1000 + n % ${ACTORS}, 'Admin ' || n % ${ACTORS} || ' (admin' || n % ${ACTORS} || '@example.com)', 'changed',
            'request ' || n, case when n % 4 = 0 then 'user' else 'condo' end, n % 5000 + 1,
            '${FREQUENT} ' || n % 5000 || case when n % ${RARE_EVERY} = 0 then ' ${RARE}' else '' end
       from generate_series(1, ${count}) n`,
  );
  await client.query(
    `insert into history_changes (entry_id, record_kind, record_id, record_name, user_id, what, old_values, new_values)
     select id, record_kind, record_id, record_name, case when record_kind = 'user' then record_id end, 'changed',
            jsonb_build_object('name', 'Before ' || id), jsonb_build_object('name', record_name)
       from history_entries`,
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query(`reset session_replication_role`);
  await client.query('vacuum analyze history_entries, history_changes');
  client.release(true);
}

/** An entry in the middle, and its time. */
async function middleOf({ database }: FilledPanel) {
  const { rows } = await database.pool.query<{ id: string; at: Date }>(
    `select id, at from history_entries
      where id >= (select (min(id) + max(id)) / 2 from history_entries) order by id limit 1`,
  );
  return { id: rows[0]?.id ?? '', at: rows[0]?.at.toISOString() ?? '' };
}

test('the pages of a long history against those of a short one', async () => {
  const few = await startFilledPanel({ condos: 10 });
  const many = panel;
  await fillHistory(few, FEW_ENTRIES);
  const took = await timed(() => fillHistory(many, ENTRIES));
  console.log(`filled with ${ENTRIES} entries in ${(took / 1000).toFixed(0)} s`);

  const [fewMiddle, manyMiddle] = [await middleOf(few), await middleOf(many)];
  const pages: ReadonlyArray<readonly [string, (of: typeof fewMiddle) => string]> = [
    ['first page', () => ''],
    ['a page half-way down', ({ id }) => `?before=${id}`],
    ['a kind', () => '?kind=user'],
    ['a kind, half-way down', ({ id }) => `?kind=user&before=${id}`],
    ['a person', () => '?person=1003'],
    ['a person, half-way down', ({ id }) => `?person=1003&before=${id}`],
    ['up to a time', ({ at }) => `?to=${at}`],
    ['a rare word', () => `?text=${RARE}`],
    ['a rare word, half-way down', ({ id }) => `?text=${RARE}&before=${id}`],
    ['a frequent word', () => `?text=${FREQUENT}`],
    ['a frequent word, half-way down', ({ id }) => `?text=${FREQUENT}&before=${id}`],
    ['a word that is nowhere', () => '?text=nirgends'],
    ['a building of its own', () => '?kind=condo&record=17'],
  ];
  for (const [name, query] of pages) {
    const read = async (of: FilledPanel, at: typeof fewMiddle) => {
      const calls: number[] = [];
      const path = `/history${query(at)}`;
      while (calls.length < PAGE_CALLS) calls.push(await timed(() => of.call('GET', path)));
      return median(calls);
    };
    const [ours, reference] = await alternate(
      RUNS,
      () => read(many, manyMiddle),
      () => read(few, fewMiddle),
    );
    const title = `${ENTRIES.toLocaleString('en-US')} entries: ${name}`;
    report({ name: title, unit: 'ms', ours, reference, aim: 'at most 2' });
  }
  const page = historyPageSchema.parse(JSON.parse(await many.call('GET', '/history')));
  expect(page.entries).toHaveLength(50);
  await few.stop();
});
