import { expect, test } from '@playwright/test';
import { AdminApi } from '../support/admin-api';
import { ownServers } from '../support/own-server';
import type { ServerProcess } from '../support/server-process';
import { formOf } from '../../support/form-of';

/** Number of times that the server is killed; KILLS=50 for a long run. */
const KILLS = Number(process.env.KILLS ?? 3);
const ROWS = 5_000;
/**
 * Makes the imports of a killed process count as dead at once, not five seconds after their last sign
 * of life.
 */
const END_SILENCE = `update bulk_runs set updated_at = now() - interval '6 seconds' where outcome is null`;

async function send<T>(
  { url }: ServerProcess,
  { session }: AdminApi,
  path: string,
  fields: Parameters<typeof formOf>[0],
  key = path,
): Promise<T> {
  const response = await fetch(`${url}/api/admin/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, 'idempotency-key': key },
    body: formOf({ type: 'apartment', ...fields }),
  });
  // oxlint-disable-next-line typescript/no-unsafe-return -- the API's own tests check what it answers
  return response.json();
}

type Prepared = readonly [path: string, fields: Record<string, string>];
type Prepare = (server: ServerProcess, api: AdminApi, condo: number) => Promise<Prepared>;

function newRows(condo: number, count: number): Prepared {
  const rows = Array.from({ length: count }, (_, index) => ({
    condo_id: condo,
    apartment_number: `K${index}`,
    bedrooms: 4.5,
  }));
  return ['bulk-create', { rows: JSON.stringify(rows) }];
}

interface Review {
  changed: ReadonlyArray<{
    id: number;
    row_number: number;
    version: string;
    changes: ReadonlyArray<{ field: string; new: unknown }>;
  }>;
  new_rows: readonly object[];
}

/** A file by key: half of its rows are stored with another value, half are new. */
const reviewedRows: Prepare = async (server, api, condo) => {
  await send(server, api, ...newRows(condo, ROWS / 2), `first-${condo}`);
  await server.query(`update apartments set bedrooms = 2 where condo_id = ${condo}`);
  const lines = Array.from({ length: ROWS }, (_, index) => `${condo};K${index};4.5`);
  const file = new File([['condo_id;Nummer;Zimmer', ...lines].join('\n')], 'list.csv');
  const review = await send<Review>(server, api, 'bulk-review', { file, by_key: 'keep' });
  const changes = review.changed.map(({ changes: fields, ...row }) => ({
    ...row,
    values: Object.fromEntries(fields.map((one) => [one.field, one.new])),
  }));
  expect([changes.length, review.new_rows.length]).toEqual([ROWS / 2, ROWS / 2]);
  return [
    'bulk-apply',
    { changes: JSON.stringify(changes), rows: JSON.stringify(review.new_rows) },
  ];
};

const WAYS: ReadonlyArray<[string, Prepare, object]> = [
  ['an import', async (_server, _api, condo) => newRows(condo, ROWS), { created: ROWS }],
  ['a review by key', reviewedRows, { created: ROWS / 2, changed: ROWS / 2 }],
];

const servers = ownServers();

for (const [name, prepare, result] of WAYS)
  test(`a server killed at any moment of ${name} leaves all rows or none, and a repeat completes it once`, async () => {
    test.setTimeout(60_000 + KILLS * 60_000);
    const dataDir = await servers.newDataDir();
    let server = await servers.start(dataDir);
    let api = await AdminApi.signIn(server.url);
    const warm = await prepare(server, api, await api.createCondo({ name: 'Warm' }));
    const start = performance.now();
    await send(server, api, ...warm, 'warm');
    const usual = performance.now() - start;
    for (let round = 0; round < KILLS; round += 1) {
      const condo = await api.createCondo({ name: `Killed ${round}` });
      const prepared = await prepare(server, api, condo);
      const sent = send(server, api, ...prepared, `key-${round}`).catch(() => null);
      // From the first byte to past the answer, spread over the rounds.
      const moment = ((round + 0.5) / KILLS) * usual * 1.1;
      await new Promise((resolve) => setTimeout(resolve, moment));
      await server.kill('SIGKILL');
      await sent;
      server = await servers.start(dataDir);
      api = await AdminApi.signIn(server.url);
      const written = async () =>
        (await api.apartments(condo)).filter(({ bedrooms }) => bedrooms === 4.5).length;
      expect([0, ROWS]).toContain(await written());
      // The first repeat waits until the process that was killed counts as dead.
      if (round > 0) await server.query(END_SILENCE);
      const answer = await send(server, api, ...prepared, `key-${round}`);
      expect(answer).toMatchObject({ ...result, errors: [] });
      expect(await written()).toBe(ROWS);
      expect(await api.apartments(condo)).toHaveLength(ROWS);
    }
  });
