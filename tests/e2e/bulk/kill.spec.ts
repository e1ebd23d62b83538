import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  endProcess,
  freePort,
  plainEnvironment,
  spawnProduction,
  waitUntilAnswers,
} from '../../support/production-process';
import { AdminApi } from '../support/admin-api';
import { ADMIN } from '../support/panel-server';

/** How often the server is killed; KILLS=50 for a long run. */
const KILLS = Number(process.env.KILLS ?? 3);
const ROWS = 5_000;

/** The production server, to be killed and started again on the same data. */
class MortalServer {
  readonly url: string;
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly folder: string,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  static async create(): Promise<MortalServer> {
    return new MortalServer(await freePort(), await mkdtemp(join(tmpdir(), 'condo-admin-kill-')));
  }

  async start(): Promise<void> {
    this.child = spawnProduction({
      port: this.port,
      stdio: 'ignore',
      env: {
        ...plainEnvironment(),
        DATA_DIR: join(this.folder, 'data'),
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
      },
    });
    await waitUntilAnswers(this.child, `${this.url}/api/capabilities`);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child) await endProcess(this.child, { signal });
  }

  async remove(): Promise<void> {
    await this.end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function submit(url: string, token: string, condo: number, key: string): Promise<unknown> {
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    condo_id: condo,
    apartment_number: `K${index}`,
  }));
  const form = new FormData();
  form.set('type', 'apartment');
  form.set('rows', JSON.stringify(rows));
  const response = await fetch(`${url}/api/admin/bulk-create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: form,
  });
  return response.json();
}

test('a server killed at any moment of an import leaves all rows or none, and a repeat completes it once', async () => {
  test.setTimeout(60_000 + KILLS * 60_000);
  const server = await MortalServer.create();
  try {
    await server.start();
    let api = await AdminApi.signIn(server.url);
    const warm = await api.createCondo({ name: 'Warm' });
    const start = performance.now();
    await submit(server.url, api.session.token, warm, 'warm');
    const usual = performance.now() - start;
    for (let round = 0; round < KILLS; round += 1) {
      const condo = await api.createCondo({ name: `Killed ${round}` });
      const sent = submit(server.url, api.session.token, condo, `key-${round}`).catch(() => null);
      // From the first byte to past the answer, spread over the rounds.
      const moment = ((round + 0.5) / KILLS) * usual * 1.1;
      await new Promise((resolve) => setTimeout(resolve, moment));
      await server.end('SIGKILL');
      await sent;
      await server.start();
      api = await AdminApi.signIn(server.url);
      const left = (await api.apartments(condo)).length;
      expect([0, ROWS]).toContain(left);
      const answer = await submit(server.url, api.session.token, condo, `key-${round}`);
      expect(answer).toEqual({ created: ROWS, errors: [] });
      expect(await api.apartments(condo)).toHaveLength(ROWS);
    }
  } finally {
    await server.remove();
  }
});
