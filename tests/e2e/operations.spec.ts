import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import packageJson from '../../package.json' with { type: 'json' };
import { findCommit } from '../../scripts/release';
import { BUILT_ENTRY, ROOT } from '../support/production-process';
import { must } from '../support/must';
import { AdminApi } from './support/admin-api';
import { ownServers } from './support/own-server';
import { ADMIN, freePort, type ServerProcess, type Settings } from './support/server-process';
import { expectStartFailure } from './support/start-failure';
import { expressions, watchedBy } from '../support/watched-metrics';
import { listening } from '../support/listening';

const METRICS_TOKEN = 'a token for the metrics';
const SETTINGS = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  PUBLIC_URL: 'http://panel.test',
  SHUTDOWN_DELAY_SECONDS: '1',
};

/**
 * Starting and ending a server takes seconds. So all tests use one folder, and as many tests as
 * possible use one server.
 */
test.describe.configure({ mode: 'serial' });

const servers = ownServers();
let dataDir: string;
let server: ServerProcess;
let metricsPort: number;

test.beforeAll(async () => {
  dataDir = await servers.newDataDir();
  metricsPort = await freePort();
  server = await start({ ...SETTINGS, METRICS_TOKEN, METRICS_PORT: String(metricsPort) });
});

const start = (settings: Settings) => servers.start(dataDir, settings);
const spawn = (settings?: Settings) => servers.spawn(dataDir, settings);

const databasePid = () => Number.parseInt(readFileSync(server.postmasterFile, 'utf8'), 10);

test('probes, metrics and ids of requests', async () => {
  const { version } = packageJson;
  const health = await fetch(`${server.url}/healthz`);
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- compared below
  const { commit, ...rest } = await health.json();
  expect(rest).toEqual({ status: 'ok', version });
  // Not that of the sources: the build may be of a moment ago.
  const isKnown = findCommit(ROOT, process.env.GIT_COMMIT) !== 'unknown';
  expect(commit).toMatch(isKnown ? /^[0-9a-f]{7,}(?:-dirty)?$/ : /^unknown$/);
  expect(server.logLines()[0]).toMatchObject({ msg: 'Condo Admin starts', version, commit });
  // The embedded database is new: it has been through all of them.
  const migrated = server.logLines().find(({ msg }) => msg === 'Migrated');
  expect(migrated).toMatchObject({ migration: '0000_initial' });
  expect(migrated).toHaveProperty('ms');
  const api = await AdminApi.signIn(server.url);
  const id = await api.createCondo({ name: 'Seeblick' });
  await api.condo(id);
  for (const path of ['/login', `/condos/${id}`, '/condos/create', '/api/nope', '/nope/whatever']) {
    await server.status(path);
  }
  for (const method of ['PROPFIND', 'MKCOL']) await fetch(server.url, { method });

  expect(await server.status('/metrics')).toBe(401);
  const authorization = `Bearer ${METRICS_TOKEN}`;
  const own = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const shared = await fetch(`${server.url}/metrics`, { headers: { authorization } });
  for (const answer of [own, shared]) {
    const text = await answer.text();
    expect(text).toContain('route="/api/admin/condos/:id",status="200"} 1');
    expect(text).toContain('route="/condos/$condoId"');
    expect(text).toContain('route="/condos/create"');
    expect(text).toMatch(/\ndatabase_pool_connections\{state="idle"\} \d/);
    expect(text).toMatch(/\nmail_queue_mails 0\n/);
    expect(text).toContain(`\nbuild_info{version="${version}",commit="${commit}"} 1\n`);
    expect(text).toMatch(/\nnodejs_eventloop_lag_seconds \d/);
    // Few patterns, whatever is asked for.
    expect(text).not.toContain('whatever');
    expect(text).not.toContain('nope');
    expect(text).toContain('method="other"');
    expect(text).not.toContain('MKCOL');
    // A histogram without a value has its type alone.
    const known = text.replaceAll(/^# TYPE (\w+) histogram$/gm, '$1_bucket\n$1_count\n$1_sum');
    for (const watched of expressions().flatMap(watchedBy)) expect(known).toContain(watched);
    expect(text).toContain('\nbackup_age_seconds +Inf');
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

test('an id and a trace go from the click to the API and into the log', async ({ page }) => {
  const trace_id = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${trace_id}-b7ad6b7169203331-01`;
  await page.setExtraHTTPHeaders({ traceparent });
  const ids: (string | undefined)[] = [];
  const external = createServer((incoming, outgoing) => {
    ids.push(incoming.headers['x-request-id']?.toString());
    expect(incoming.headers.traceparent).toBe(traceparent);
    incoming.resume();
    outgoing.writeHead(401, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify({ detail: 'Wrong' }));
  });
  const { url, close } = await listening(external);
  try {
    const panel = await start({ API_BASE_URL: `${url}/api` });
    await page.goto(`${panel.url}/login`);
    await page.getByLabel('Email').fill('someone@example.com');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    const answering = page.waitForResponse(
      (answer) => answer.url().includes('_serverFn') && answer.request().method() === 'POST',
    );
    await page.getByRole('button', { name: 'Login' }).click();
    const id = (await answering).headers()['x-request-id'];
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids).toEqual([id]);
    await expect
      .poll(() => panel.logLines().filter((line) => line.request_id === id))
      .toMatchObject([
        { msg: 'Request', status: 401, route: 'server function session.login', trace_id },
      ]);
  } finally {
    await close();
  }
});

test('a second application on the same folder is rejected', async () => {
  const second = await spawn();
  expect(await second.ended).toBe(73);
  expect(second.output).toMatch(
    new RegExp(`Another Condo Admin \\(process ${server.child.pid}\\) serves ${dataDir}`),
  );
  expect(await server.status('/readyz')).toBe(200);
});

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('the command of docs/deploy.md for an administrator who is locked out, with the settings of the unit', async () => {
  const command = /^ {4}cd (.*)\n {4}(sudo cat .*admin\.mjs) list$/m.exec(read('docs/deploy.md'));
  const [, folder = '', line = ''] = must(command, 'the command');
  const unit = read('deploy/condo-admin.service');
  expect(unit).toContain(`WorkingDirectory=${folder}\n`);
  const [, unitFolder = ''] = must(/^Environment=.*\bDATA_DIR=(\S+)/m.exec(unit), 'DATA_DIR');
  const [, unitFile = ''] = must(/^EnvironmentFile=-(\S+)/m.exec(unit), 'EnvironmentFile');
  expect(line).toContain(`DATA_DIR=${unitFolder} `);
  const file = join(dirname(dataDir), 'settings.env');
  writeFileSync(file, `MAIL_FROM=Condo Admin <panel@example.com>\nPUBLIC_URL=${server.url}\n`);
  const here = line.replace(unitFile, file).replace(unitFolder, dataDir);
  // There is no account to change to.
  const sudo = 'sudo() { if [ "$1" = -u ]; then shift 2; fi; "$@"; }';
  const run = (what: string) =>
    execFileSync('sh', ['-c', `${sudo}; ${here} ${what}`], { cwd: ROOT, encoding: 'utf8' });
  expect(run('list')).toContain(ADMIN.email);
  expect(run(`reset-password ${ADMIN.email}`)).toContain(`${server.url}/set-password?token=`);
});

test('an embedded database that is killed is started again', async () => {
  const api = await AdminApi.signIn(server.url);
  const id = await api.createCondo({ name: 'Kept' });
  const killed = databasePid();
  process.kill(killed, 'SIGKILL');
  // Its own processes may answer a last question before they notice.
  await expect.poll(() => server.status('/readyz'), { intervals: [20] }).toBe(503);
  const authorization = `Bearer ${api.session.token}`;
  const answer = await fetch(`${server.url}/api/admin/users?search=searched-person`, {
    headers: { authorization },
  });
  expect(answer.status).toBe(503);
  await expect.poll(() => server.status('/readyz'), { timeout: 20_000 }).toBe(200);
  expect(databasePid()).not.toBe(killed);
  expect(await api.condo(id)).toMatchObject({ name: 'Kept' });
  expect(server.output).toContain('The embedded database has stopped: restarting it');
});

test('nothing personal and no secret gets into the log', async () => {
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
  await expect.poll(() => server.output, { timeout: 20_000 }).toContain('A mail could not be sent');

  expect(server.logLines().filter(({ msg }) => msg === 'Request').length).toBeGreaterThan(8);
  const failure = { level: 40, address: '127.0.0.1', account: null, msg: 'Sign-in failed' };
  expect(server.logLines()).toContainEqual(expect.objectContaining(failure));
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

test('what keeps a server from starting: a clear text and an exit code', async () => {
  const cases = [
    [{ METRICS_PORT: 'http' }, 78, /METRICS_PORT must be a port number/],
    [{ METRICS_PORT: String(metricsPort) }, 78, /METRICS_PORT \d+ is in use by another program/],
    [{ S3_BUCKET: 'a' }, 78, /must be set together/],
    [{ SMTP_URL: 'smtp://127.0.0.1:1' }, 78, /PUBLIC_URL must be set where SMTP_URL is/],
    [{ DATABASE_URL: 'mysql://a:top-secret@localhost/x' }, 78, /must be a postgres:\/\/ address/],
    [{ DATABASE_URL: server.databaseUrl('nowhere') }, 69, /has no such database/],
    [
      { DATA_DIR: join(import.meta.filename, 'data') },
      73,
      /EEXIST.*spec\.ts'.*Set DATA_DIR to a folder/,
    ],
    // Read-only for root as well.
    [{ DATA_DIR: '/sys/condo-admin' }, 73, /(EPERM|EROFS|EACCES).*Set DATA_DIR to a folder/],
  ] as const;
  const rejected = await Promise.all(cases.map(([env]) => spawn(env)));
  for (const [index, [, code, text]] of cases.entries()) {
    const one = rejected[index];
    if (one) await expectStartFailure(one, code, text);
  }
});

test('a DATABASE_URL that no parser takes: exit code 78, one sentence, and nothing of its value', async () => {
  const cases = [
    [
      'postgres://zx-account:zx-secret#2@zx-host/zx-base',
      /must be a postgres:\/\/ address, .*# as %23/,
    ],
    ['postgres://zx-account:zx-secret@zx-host:5432,zx-other/zx-base', /must name one server/],
    [
      'host=zx-host user=zx-account password=zx-secret dbname=zx-base',
      /must be a postgres:\/\/ address/,
    ],
  ] as const;
  const rejected = await Promise.all(cases.map(([url]) => spawn({ DATABASE_URL: url })));
  for (const [index, [, text]] of cases.entries()) {
    const one = must(rejected[index], 'a process');
    await expectStartFailure(one, 78, text);
    const reasons = one.logLines().flatMap(({ reason }) => reason ?? []);
    expect(reasons).toEqual([expect.stringMatching(/^Wrong settings: DATABASE_URL [^\n]+$/)]);
    expect(one.output).not.toContain('zx-');
  }
});

/** Runs a file of the build until it ends. */
async function endOf(node: string, file: string, env: Record<string, string>) {
  const child = execFile(node, [file], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
  });
  let output = '';
  child.stdout?.on('data', (text: string) => (output += text));
  child.stderr?.on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, output };
}

test('a port in use, a wrong PORT or HOST: exit code 78 and one sentence', async () => {
  const port = new URL(server.url).port;
  for (const [env, text] of [
    [{ PORT: port }, `PORT ${port} is in use by another program on 127.0.0.1`],
    [{ PORT: '70000' }, 'PORT must be a port number'],
    [{ PORT: '0', HOST: '8.8.8.8' }, 'HOST 8.8.8.8 is no address of this machine'],
    [{ PORT: '0', HOST: '999.1.1.1' }, 'HOST 999.1.1.1 is no address of this machine'],
  ] as const) {
    const settings = { API_BASE_URL: 'http://127.0.0.1:1/api', ...env };
    const { code, output } = await endOf(process.execPath, BUILT_ENTRY, settings);
    expect({ code, env }).toEqual({ code: 78, env });
    expect(output).toContain(text);
    expect(output).not.toContain('    at ');
    expect(output).not.toContain('Listening on');
  }
});

test('a Node that is too old: exit code 78 and one sentence, of the server and of the tools', async () => {
  const old = ['/usr/bin/node', '/usr/local/bin/node'].find(isTooOld);
  test.skip(old === undefined, 'there is no older Node on this machine');
  const tools = join(dirname(BUILT_ENTRY), 'tools');
  const files = ['admin', 'export-data', 'import-data'].map((name) => join(tools, `${name}.mjs`));
  for (const file of [BUILT_ENTRY, ...files]) {
    const { code, output } = await endOf(old ?? '', file, { PORT: '0' });
    expect({ file, code }).toEqual({ file, code: 78 });
    expect(output).toContain('Node 24.7 or newer is needed');
    expect(output).not.toContain('    at ');
  }
});

function isTooOld(file: string): boolean {
  if (!existsSync(file)) return false;
  const version = execFileSync(file, ['--version'], { encoding: 'utf8' });
  return Number.parseInt(version.slice(1), 10) < 24;
}

test('a database of a newer release: exit code 70, and both versions are named', async () => {
  await server.query('create database newer');
  const database = await server.connect('newer');
  await database.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('of 2100', 4102444800000)`);
  await database.end();
  await expectStartFailure(
    await spawn({ DATABASE_URL: server.databaseUrl('newer') }),
    70,
    /newer release: it has schema version 1 \(2100-01-01\)\. This release has schema version \d+ \(20/,
  );
});

/** Time in which a process notices that its database was upgraded (docs/deploy.md, "Upgrades"). */
const NOTICED_MS = 5_000;

test('an upgrade below two processes: writes are rejected at once, and within 5 s every call and /readyz say 503', async () => {
  await server.query('create database upgraded');
  const env = { ...SETTINGS, DATABASE_URL: server.databaseUrl('upgraded') };
  // The first one migrates.
  const processes = [await start(env), await start(env)];
  const paths = ['/readyz', '/api/capabilities', '/api/admin/condos', '/api/openapi.json'];
  const database = await server.connect('upgraded');
  try {
    const apis = await Promise.all(processes.map(({ url }) => AdminApi.signIn(url)));
    await apis[0]?.createCondo({ name: 'Before' });
    for (const one of processes) expect(await one.status('/readyz')).toBe(200);
    await database.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the next release', 4102444800000)",
    );
    const expectRejections = async () => {
      for (const api of apis) {
        await expect(api.createCondo({ name: 'After' })).rejects.toThrow(
          'POST /condos: 503 {"detail":"This server is of another release than its database. Try again in a moment","code":"other_release","params":{}}',
        );
      }
    };
    await expectRejections();
    await new Promise((resolve) => setTimeout(resolve, NOTICED_MS));
    for (const one of processes) {
      for (const path of paths) expect([path, await one.status(path)]).toEqual([path, 503]);
      expect(await one.status('/healthz')).toBe(200);
    }
    await expectRejections();
    const { rows } = await database.query('select name from condos order by id');
    expect(rows).toEqual([{ name: 'Before' }]);
  } finally {
    await Promise.all(processes.map((one) => one.kill()));
    await database.end();
  }
});
