import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { AdminApi } from './support/admin-api';
import { ADMIN } from './support/panel-server';
import { freePort, ServerProcess, temporaryDataDir } from './support/server-process';

const METRICS_TOKEN = 'a token for the figures';

let dataDir: string;
let remove: () => Promise<void>;
let servers: ServerProcess[] = [];
test.beforeEach(async () => ({ dataDir, remove } = await temporaryDataDir()));
test.afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  servers = [];
  await remove();
});

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await ServerProcess.start(dataDir, env);
  servers.push(server);
  return server;
}

async function spawn(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await ServerProcess.spawn(dataDir, env);
  servers.push(server);
  return server;
}

const databasePid = () =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);

test('probes, figures and ids of requests', async () => {
  const port = await freePort();
  const server = await start({ METRICS_TOKEN, METRICS_PORT: String(port) });
  expect(await server.status('/healthz')).toBe(200);
  const api = await AdminApi.signIn(server.url);
  const id = await api.createCondo({ name: 'Seeblick' });
  await api.condo(id);
  for (const path of ['/login', `/condos/${id}`, '/condos/create', '/api/nope', '/nope/4711']) {
    await server.status(path);
  }

  expect(await server.status('/metrics')).toBe(401);
  const authorization = `Bearer ${METRICS_TOKEN}`;
  const own = await fetch(`http://127.0.0.1:${port}/metrics`);
  const shared = await fetch(`${server.url}/metrics`, { headers: { authorization } });
  for (const answer of [own, shared]) {
    const text = await answer.text();
    expect(text).toContain('route="/api/admin/condos/{id}",status="200"} 1'.replace('{id}', ':id'));
    expect(text).toContain('route="/condos/$condoId"');
    expect(text).toContain('route="/condos/create"');
    expect(text).toMatch(/\ndatabase_pool_connections\{state="idle"\} \d/);
    expect(text).toMatch(/\nmail_queue_mails 0\n/);
    expect(text).toMatch(/\nnodejs_eventloop_lag_seconds \d/);
    // Few patterns, whatever is asked for.
    expect(text).not.toContain('4711');
    expect(text).not.toContain('nope');
  }

  for (const path of ['/login', '/favicon.svg', '/api/capabilities', '/api/nope', '/healthz']) {
    const ask = (sent: string) =>
      fetch(server.url + path, { headers: { 'x-request-id': sent } }).then((answer) =>
        answer.headers.get('x-request-id'),
      );
    expect(await ask('click-2026.11:7')).toBe('click-2026.11:7');
    for (const insane of ['short', 'with blanks in it', 'x'.repeat(65), '{"forged":true}']) {
      expect(await ask(insane)).toMatch(/^[0-9a-f-]{36}$/);
    }
  }
});

test('an id goes from the click to the API and stands in the log', async ({ page }) => {
  const ids: (string | undefined)[] = [];
  const foreign = createServer((incoming, outgoing) => {
    ids.push(incoming.headers['x-request-id']?.toString());
    incoming.resume();
    outgoing.writeHead(401, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify({ detail: 'Wrong' }));
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  const address = foreign.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    const server = await start({ API_BASE_URL: `http://127.0.0.1:${port}/api` });
    await page.goto(`${server.url}/login`);
    await page.getByLabel('Email').fill('someone@example.com');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    const answering = page.waitForResponse(/_serverFn/);
    await page.getByRole('button', { name: 'Login' }).click();
    const id = (await answering).headers()['x-request-id'];
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids).toEqual([id]);
    await expect
      .poll(() => server.logLines().filter((line) => line.request_id === id))
      .toMatchObject([{ msg: 'Request', status: 401, route: /^server function \w*[lL]ogin/ }]);
  } finally {
    foreign.close();
  }
});

test('nothing personal and no secret gets into the log', async () => {
  const server = await start({ SMTP_URL: 'smtp://127.0.0.1:1' });
  const api = await AdminApi.signIn(server.url);
  const { token } = api.session;
  const call = (method: string, path: string, body?: object) =>
    fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  await call('POST', '/auth/login', { username: 'victim@example.com', password: 'guessed-word' });
  const condo = await api.createCondo({ name: 'Seeblick' });
  await api.invite('guest.person@example.com', condo);
  await call('POST', '/admin/invite-user', {
    email: 'broken address@',
    role: 'x',
    condo_id: condo,
  });
  await call('GET', '/admin/users?search=searched-person');
  await call('GET', '/admin/condos?search=searched-person%00');
  await server.status('/users?search=searched-person');
  await server.status('/invitations/accept?token=link-token-1234567890123456789');
  await call('POST', '/invitations/accept', { token: 'link-token-1234567890123456789' });
  await call('GET', '/admin/condos/9999999999');
  process.kill(databasePid(), 'SIGKILL');
  await call('GET', '/admin/users?search=searched-person');
  await expect.poll(() => server.output, { timeout: 20_000 }).toContain('invitation mail');
  await server.kill();

  expect(server.logLines().filter(({ msg }) => msg === 'Request').length).toBeGreaterThan(8);
  for (const secret of [
    '@example.com',
    token,
    ADMIN.password,
    'guessed-word',
    'broken address',
    'searched-person',
    'link-token',
  ]) {
    expect(server.output).not.toContain(secret);
  }
});

const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** A POST whose body ends when the test says so. */
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
    const server = await start({ SHUTDOWN_DELAY_SECONDS: '1' });
    const { session } = await AdminApi.signIn(server.url);
    const fields = ['address', 'city', 'state', 'zip_code', 'country'];
    const upload = slowPost(server.url, session.token, field('name', 'Late'));
    const form = new FormData();
    form.set('type', 'condo');
    const row = Object.fromEntries(fields.map((name) => [name, 'x']));
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ ...row, name: `House ${index}` }));
    form.set('rows', JSON.stringify(rows));
    const headers = { authorization: `Bearer ${session.token}` };
    const bulk = fetch(`${server.url}/api/admin/bulk-create`, {
      method: 'POST',
      headers,
      body: form,
    });
    await sleep(300);
    const pid = databasePid();
    server.child.kill(signal);
    await expect.poll(() => server.status('/readyz')).toBe(503);
    expect(await server.status('/healthz')).toBe(200);
    await expect.poll(() => server.status('/healthz')).toBe(0);
    await sleep(500);
    upload.finish(`${fields.map((name) => field(name, 'x')).join('')}--b--\r\n`);
    expect(await upload.status).toBe(201);
    expect(await (await bulk).json()).toEqual({ created: 10_000, errors: [] });
    expect(await server.ended).toBe(0);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });
}

test('a second application on the same folder is refused; after kill -9 the next starts at once', async () => {
  const first = await start();
  const second = await spawn();
  expect(await second.ended).toBe(73);
  expect(second.output).toMatch(
    new RegExp(`Another Condo Admin \\(process ${first.child.pid}\\) serves ${dataDir}`),
  );
  expect(await first.status('/readyz')).toBe(200);
  const id = await (await AdminApi.signIn(first.url)).createCondo({ name: 'Kept' });
  await first.kill('SIGKILL');
  const third = await start();
  expect(await (await AdminApi.signIn(third.url)).condo(id)).toMatchObject({ name: 'Kept' });
});

test('an embedded database that is killed is started again', async () => {
  const server = await start();
  const api = await AdminApi.signIn(server.url);
  const id = await api.createCondo({ name: 'Kept' });
  const killed = databasePid();
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => server.status('/readyz'), { intervals: [20] }).toBe(503);
  await expect.poll(() => server.status('/readyz'), { timeout: 20_000 }).toBe(200);
  expect(databasePid()).not.toBe(killed);
  expect(await api.condo(id)).toMatchObject({ name: 'Kept' });
  expect(server.output).toContain('The embedded database is gone: starting it again');
});

for (const [what, env, code, text] of [
  ['a wrong setting', { PORT: 'http' }, 78, 'PORT must be a port number'],
  ['a wrong storage key', { S3_BUCKET: 'a' }, 78, 'must be set together'],
  [
    'a folder that cannot be',
    { DATA_DIR: join(import.meta.filename, 'data') },
    69,
    'Set DATA_DIR to a folder',
  ],
  [
    'a database that cannot be',
    { DATABASE_URL: 'mysql://a:top-secret@localhost/x' },
    78,
    'DATABASE_URL must be a postgres:// address',
  ],
] as const) {
  test(`${what}: a clear text and exit code ${code}`, async () => {
    const server = await spawn(env);
    expect(await server.ended).toBe(code);
    expect(server.logLines().at(-1)).toMatchObject({ level: 60, msg: 'The server cannot start' });
    expect(server.output).toContain(text);
    expect(server.output).not.toContain('top-secret');
    expect(server.output).not.toContain('    at ');
  });
}
