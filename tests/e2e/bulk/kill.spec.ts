import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { AdminApi } from '../support/admin-api';
import { ADMIN } from '../support/panel-server';

/** How often the server is killed; KILLS=50 for a long run. */
const KILLS = Number(process.env.KILLS ?? 3);
const ROWS = 20_000;
const ROOT = join(import.meta.dirname, '..', '..', '..');
const ENTRY = process.env.E2E_SERVER_ENTRY ?? join(ROOT, '.output', 'server', 'index.mjs');

/** The production server, to be killed and started again on the same data. */
class MortalServer {
  private child: ChildProcess | undefined;

  constructor(
    readonly url: string,
    private readonly folder: string,
  ) {}

  static async create(): Promise<MortalServer> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    await new Promise((resolve) => listener.close(resolve));
    if (address === null || typeof address === 'string') throw new Error('No free port');
    const folder = await mkdtemp(join(tmpdir(), 'condo-admin-kill-'));
    return new MortalServer(`http://127.0.0.1:${address.port}`, folder);
  }

  async start(): Promise<void> {
    const { PATH, HOME, TMPDIR } = process.env;
    this.child = spawn(process.execPath, [ENTRY], {
      cwd: ROOT,
      stdio: 'ignore',
      env: {
        PATH,
        HOME,
        TMPDIR,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: new URL(this.url).port,
        DATA_DIR: join(this.folder, 'data'),
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
      },
    });
    await expect(async () => {
      expect((await fetch(`${this.url}/api/capabilities`)).status).toBe(200);
    }).toPass({ timeout: 60_000, intervals: [100] });
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
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
