import { expect, test } from '@playwright/test';
import { AdminApi } from '../support/admin-api';
import { ownServers } from '../support/own-server';
import type { ServerProcess } from '../support/server-process';
import { formOf } from '../../support/form-of';

/** How often the server is killed; KILLS=50 for a long run. */
const KILLS = Number(process.env.KILLS ?? 3);
const ROWS = 5_000;
/** The imports of a process that was killed count as dead at once, not five seconds after their last sign of life. */
const END_SILENCE = `update bulk_runs set updated_at = now() - interval '6 seconds' where outcome is null`;

async function submit(
  { url }: ServerProcess,
  api: AdminApi,
  condo: number,
  key: string,
): Promise<unknown> {
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    condo_id: condo,
    apartment_number: `K${index}`,
  }));
  const response = await fetch(`${url}/api/admin/bulk-create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.session.token}`, 'idempotency-key': key },
    body: formOf({ type: 'apartment', rows: JSON.stringify(rows) }),
  });
  return response.json();
}

const servers = ownServers();

test('a server killed at any moment of an import leaves all rows or none, and a repeat completes it once', async () => {
  test.setTimeout(60_000 + KILLS * 60_000);
  const dataDir = await servers.newDataDir();
  let server = await servers.start(dataDir);
  let api = await AdminApi.signIn(server.url);
  const warm = await api.createCondo({ name: 'Warm' });
  const start = performance.now();
  await submit(server, api, warm, 'warm');
  const usual = performance.now() - start;
  for (let round = 0; round < KILLS; round += 1) {
    const condo = await api.createCondo({ name: `Killed ${round}` });
    const sent = submit(server, api, condo, `key-${round}`).catch(() => null);
    // From the first byte to past the answer, spread over the rounds.
    const moment = ((round + 0.5) / KILLS) * usual * 1.1;
    await new Promise((resolve) => setTimeout(resolve, moment));
    await server.kill('SIGKILL');
    await sent;
    server = await servers.start(dataDir);
    api = await AdminApi.signIn(server.url);
    const left = (await api.apartments(condo)).length;
    expect([0, ROWS]).toContain(left);
    // The first repeat waits until the process that was killed counts as dead.
    if (round > 0) await server.query(END_SILENCE);
    const answer = await submit(server, api, condo, `key-${round}`);
    expect(answer).toEqual({ created: ROWS, errors: [] });
    expect(await api.apartments(condo)).toHaveLength(ROWS);
  }
});
