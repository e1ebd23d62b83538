import { expect, test } from 'vitest';
import {
  removeHistoryTriggers,
  updateHistoryTriggers,
} from '~/platform/database/history-triggers.server';
import { historyPageSchema } from '~/history/answers';
import { dropTrigramIndexes } from '../../tools/seed/bulk';
import { forThisTest, perFile } from '../support/opened';
import { must } from '../support/must';
import { importApartments, newApartments, startFilledPanel, type FilledPanel } from './panel';
import { median } from '../support/quantile';
import { alternate, report, timed } from './report';

/** Sizes to which the aims apply. */
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 2_000_000);
const FEW_ENTRIES = 1_000;
const RUNS = Number(process.env.BENCH_RUNS ?? 3);
/** Blocks of calls with and without the history take turns, so that a drift of the machine affects both. */
const BLOCKS = 10;
const CALLS_OF_BLOCK = 15;
const PAGE_CALLS = 15;

const panel = perFile(() => startFilledPanel({ condos: 100 }));

/** Milliseconds of each of several calls. */
async function timesOf(calls: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  while (times.length < calls) times.push(await timed(work));
  return times;
}

/** Reports the time of some work with the history and without its triggers, in turns. */
async function reportWithAndWithout(
  name: string,
  blocks: number,
  calls: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const client = await panel.database.pool.connect();
  const measureAfter = async (changeTriggers: typeof updateHistoryTriggers) => {
    await changeTriggers(client);
    // PostgreSQL plans again after a change of the table. That is not measured.
    if (calls > 1) await work();
    return timesOf(calls, work);
  };
  try {
    const states = [removeHistoryTriggers, updateHistoryTriggers] as const;
    const [without, withHistory] = await alternate(blocks, states, measureAfter, 0);
    report({ name, unit: 'ms', ours: withHistory.flat(), reference: without.flat() });
  } finally {
    await updateHistoryTriggers(client);
    client.release();
  }
}

const entryCount = () => panel.database.pool.query('select from history_entries');

test('a change with its history against one without', async () => {
  const { rowCount: before } = await entryCount();
  let serial = 0;
  const calls = {
    'change a building': () =>
      panel.call('PUT', '/condos/1', { name: `Changed ${(serial += 1)}`, city: 'Zürich' }),
    'create an apartment': () =>
      panel.call('POST', '/apartments', { condo_id: 1, apartment_number: `N${(serial += 1)}` }),
  };
  for (const [name, call] of Object.entries(calls))
    await reportWithAndWithout(`${name}: the whole call`, BLOCKS, CALLS_OF_BLOCK, call);
  const { rowCount } = await entryCount();
  expect(rowCount).toBeGreaterThanOrEqual((before ?? 0) + 2 * BLOCKS * CALLS_OF_BLOCK);
});

test('an import with its history against one without', async () => {
  const name = `import ${ROWS.toLocaleString('en-US')} apartments`;
  const create = async () => importApartments(panel, await newApartments(panel, ROWS));
  await expect(reportWithAndWithout(name, RUNS, 1, create)).resolves.toBeUndefined();
});

/**
 * Adds entries with one change each, as if 20 people changed a building or a person every five seconds, five
 * at the same time. One name in 997 has "Nachtigall" in it.
 */
async function fillHistory({ database }: FilledPanel, count: number): Promise<void> {
  // Without indexes and checks, filling takes seconds instead of minutes.
  const indexes = await dropTrigramIndexes(database.db);
  const client = await database.pool.connect();
  await client.query('truncate history_entries cascade');
  await client.query(`set session_replication_role = replica`);
  await client.query(`set maintenance_work_mem = '512MB'`);
  await client.query(
    `insert into history_entries (at, actor_kind, actor_id, actor_name, action, request_id, record_kind, record_id, record_name)
     select now() - make_interval(secs => 5 * (${count} - n + n % 5)), 'administrator',
            1000 + n % 20, 'Admin ' || n % 20 || ' (admin' || n % 20 || '@example.com)', 'changed',
            'request ' || n, case when n % 4 = 0 then 'user' else 'condo' end, n % 5000 + 1,
            'Haus ' || n % 5000 || case when n % 997 = 0 then ' Nachtigall' else '' end
       from generate_series(1, ${count}) n`,
  );
  await client.query(
    `insert into history_changes (entry_id, record_kind, record_id, record_name, user_id, what, old_values, new_values)
     select id, record_kind, record_id, record_name, case when record_kind = 'user' then record_id end, 'changed',
            jsonb_build_object('name', 'Before ' || id), jsonb_build_object('name', record_name)
       from history_entries`,
  );
  for (const definition of indexes) await client.query(definition);
  await client.query('vacuum analyze history_entries, history_changes');
  // Close the connection, as the pool's other users must not get its settings.
  client.release(true);
}

/** The entry in the middle of the history. */
async function middleOf({ database }: FilledPanel) {
  const { rows } = await database.pool.query<{ id: string; at: Date }>(
    `select id, at from history_entries
      where id >= (select (min(id) + max(id)) / 2 from history_entries) order by id limit 1`,
  );
  return must(rows[0], 'entry');
}

type Middle = Awaited<ReturnType<typeof middleOf>>;
const PAGES: Readonly<Record<string, (middle: Middle) => string>> = {
  'first page': () => '',
  'a page half-way down': ({ id }) => `before=${id}`,
  'a kind': () => 'kind=user',
  'a kind, half-way down': ({ id }) => `kind=user&before=${id}`,
  'a person': () => 'person=1003',
  'a person, half-way down': ({ id }) => `person=1003&before=${id}`,
  'up to a time': ({ at }) => `to=${at.toISOString()}`,
  'a rare word': () => 'text=Nachtigall',
  'a rare word, half-way down': ({ id }) => `text=Nachtigall&before=${id}`,
  'a frequent word': () => 'text=Haus',
  'a frequent word, half-way down': ({ id }) => `text=Haus&before=${id}`,
  'a word that is nowhere': () => 'text=nirgends',
  'one building': () => 'kind=condo&record=17',
};

test('the pages of a long history against those of a short one', async () => {
  const few = await forThisTest(startFilledPanel({ condos: 10 }));
  await fillHistory(few, FEW_ENTRIES);
  await fillHistory(panel, ENTRIES);
  const [short, long] = [await middleOf(few), await middleOf(panel)];
  for (const [name, queryOf] of Object.entries(PAGES)) {
    const readLong = () => panel.call('GET', `/history?${queryOf(long)}`);
    const readShort = () => few.call('GET', `/history?${queryOf(short)}`);
    const [ours, reference] = await alternate(RUNS, [readLong, readShort], async (read) =>
      median(await timesOf(PAGE_CALLS, read)),
    );
    const title = `${ENTRIES.toLocaleString('en-US')} entries: ${name}`;
    report({ name: title, unit: 'ms', ours, reference });
  }
  const page = historyPageSchema.parse(JSON.parse(await panel.call('GET', '/history')));
  expect(page.entries).toHaveLength(50);
});
