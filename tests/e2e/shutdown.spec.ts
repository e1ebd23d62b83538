import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { AdminApi } from './support/admin-api';
import { ownServers } from './support/own-server';
import type { ServerProcess } from './support/server-process';

const SETTINGS = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  PUBLIC_URL: 'http://panel.test',
  SHUTDOWN_DELAY_SECONDS: '1',
};

// The tests share a data folder, and a server while it runs.
test.describe.configure({ mode: 'serial' });

const servers = ownServers();
let dataDir: string;
let server: ServerProcess;

test.beforeAll(async () => {
  dataDir = await servers.newDataDir();
  server = await start();
});

const start = () => servers.start(dataDir, SETTINGS);

test('after kill -9 the next application starts at once with all that was acknowledged', async () => {
  const id = await (await AdminApi.signIn(server.url)).createCondo({ name: 'Kept too' });
  await server.kill('SIGKILL');
  server = await start();
  expect(await (await AdminApi.signIn(server.url)).condo(id)).toMatchObject({ name: 'Kept too' });
});

const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** A POST whose body the test ends. */
function slowPost(url: string, token: string, head: string) {
  const outgoing = request(`${url}/api/admin/condos`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
  });
  outgoing.write(head);
  const status = new Promise<number | undefined>((resolve, reject) => {
    outgoing.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
  return { status, finish: (tail: string) => outgoing.end(tail) };
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} lets an upload and an import finish, then exits with 0`, async () => {
    if (server.child.exitCode !== null) server = await start();
    const { session } = await AdminApi.signIn(server.url);
    const fields = ['address', 'city', 'state', 'zip_code', 'country'];
    const upload = slowPost(server.url, session.token, field('name', 'Late'));
    const form = new FormData();
    form.set('type', 'condo');
    const row = Object.fromEntries(fields.map((name) => [name, 'x']));
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      ...row,
      name: `${signal} ${index}`,
    }));
    form.set('rows', JSON.stringify(rows));
    const headers = { authorization: `Bearer ${session.token}`, 'idempotency-key': signal };
    const bulk = fetch(`${server.url}/api/admin/bulk-create`, {
      method: 'POST',
      headers,
      body: form,
    });
    const progress = `${server.url}/api/admin/bulk-imports/progress/${signal}`;
    await expect
      .poll(async () => (await fetch(progress, { headers })).text(), { intervals: [20] })
      .toContain('"running"');
    server.child.kill(signal);
    await expect.poll(() => server.status('/readyz')).toBe(503);
    expect(await server.status('/healthz')).toBe(200);
    await expect.poll(() => server.status('/healthz')).toBe(0);
    await sleep(500);
    upload.finish(`${fields.map((name) => field(name, 'x')).join('')}--b--\r\n`);
    expect(await upload.status).toBe(201);
    expect(await (await bulk).json()).toEqual({ created: 10_000, errors: [] });
    expect(await server.ended).toBe(0);
    expect(existsSync(server.postmasterFile)).toBe(false);
  });
}

test('SIGTERM does not wait for connections that never asked for anything', async () => {
  if (server.child.exitCode !== null) server = await start();
  const { hostname, port } = new URL(server.url);
  const idleConnection = connect(Number(port), hostname);
  await once(idleConnection, 'connect');
  const started = Date.now();
  expect(await server.kill()).toBe(0);
  expect(Date.now() - started).toBeLessThan(10_000);
  idleConnection.destroy();
  // From the first line to the last, with the process's id and no second one.
  for (const line of server.output.trimEnd().split('\n')) {
    expect(JSON.parse(line)).toMatchObject({ pid: server.child.pid });
  }
  expect(server.logLines().at(-1)).toMatchObject({ msg: 'Embedded database stopped' });
});

test('a connection is kept for longer than the 60 s of a load balancer', async () => {
  if (server.child.exitCode !== null) server = await start();
  const { headers } = await fetch(`${server.url}/healthz`);
  expect(headers.get('keep-alive')).toBe('timeout=65');
});
