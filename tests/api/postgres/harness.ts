import { execFile, fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';
import { afterAll, expect, onTestFinished } from 'vitest';

import { isAlive } from '~/platform/postgres/pid-file.server';
import {
  startEmbeddedPostgres,
  type EmbeddedConnection,
} from '~/platform/postgres/embedded-postgres.server';
import { silentLog } from '../../support/silent-log';

export const isRoot = process.getuid?.() === 0;

interface Message {
  log?: string;
  ready?: EmbeddedConnection;
  failed?: string;
}

/** Another Node process that starts the embedded database in `dataDir` and stays connected. */
export interface Client {
  process: ChildProcess;
  /** Lines that the client has logged so far. */
  log: string[];
  ready: Promise<EmbeddedConnection>;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
}

interface ClientOptions {
  cwd?: string;
  /** True as in production, where committed changes survive a crash. False for speed. */
  durable?: boolean;
  /** False: as a command, which joins the application. */
  application?: boolean;
  /** The account of the process, for tests that run as root. */
  uid?: number;
  /**
   * True for an own process namespace, with ids from 1 as in a container. All its processes end with
   * it.
   */
  isolated?: boolean;
}

const ISOLATE = [
  ...(isRoot ? [] : ['--user', '--map-current-user']),
  '--pid',
  '--fork',
  '--mount-proc',
  '--kill-child',
];

/** True if this system lets its accounts create process namespaces. */
export const canIsolate = spawnSync('unshare', [...ISOLATE, 'true']).status === 0;

export function startClient(dataDir: string, options: ClientOptions = {}): Client {
  const {
    cwd = process.cwd(),
    durable = false,
    application = true,
    uid,
    isolated = false,
  } = options;
  const child = fork(
    join(import.meta.dirname, 'fixtures/client.ts'),
    [dataDir, String(durable), String(application)],
    {
      cwd,
      execArgv: isolated ? [...ISOLATE, process.execPath] : [],
      ...(isolated && { execPath: 'unshare' }),
      ...(uid === undefined ? {} : { uid, gid: uid }),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const log: string[] = [];
  const ready = new Promise<EmbeddedConnection>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if (message.log !== undefined) log.push(message.log);
      if (message.ready !== undefined) resolve(message.ready);
      if (message.failed !== undefined) reject(new Error(message.failed));
    });
    child.on('exit', () => reject(new Error('The client ended before it was ready')));
  });
  ready.catch(() => undefined);
  const kill = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  onTestFinished(kill);
  return {
    process: child,
    log,
    ready,
    kill,
    stop: async () => {
      child.send('stop');
      await exit;
    },
  };
}

/** Starts a client and waits until its database answers. */
export async function startAnswering(dataDir: string, options?: ClientOptions): Promise<Client> {
  const client = startClient(dataDir, options);
  expect(await ask(await client.ready, 'select 1')).toBe(1);
  return client;
}

const makeParent = async () => {
  const parent = await mkdtemp(join(tmpdir(), 'postgres-'));
  await chmod(parent, 0o755);
  return parent;
};

/** A data folder below a parent folder that everybody may enter; all is gone after the test. */
export async function temporaryDataDir(...below: string[]): Promise<string> {
  const parent = await makeParent();
  const dataDir = join(parent, ...below, 'data-dir');
  onTestFinished(async () => {
    await killServer(dataDir);
    await rm(parent, { recursive: true, force: true });
  });
  return dataDir;
}

async function createOriginal(): Promise<string> {
  const parent = await makeParent();
  const dataDir = join(parent, 'data-dir');
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: silentLog });
  await server.stop();
  return parent;
}

/**
 * Returns a function that makes data folders like those of `temporaryDataDir`, each with an empty,
 * stopped database. The first call creates the original, and each call copies it: creating takes ten
 * times as long. The original belongs to one file, because the worker's next file shares this module.
 */
export function dataDirsWithDatabase(): () => Promise<string> {
  let original: Promise<string> | undefined;
  afterAll(async () => {
    if (original) await rm(await original, { recursive: true, force: true });
  });
  return async () => {
    original ??= createOriginal();
    const dataDir = await temporaryDataDir();
    // With owners and modes, which fs.cp does not copy.
    await promisify(execFile)('cp', ['-a', join(await original, 'data-dir'), dataDir]);
    return dataDir;
  };
}

export const clusterOf = (dataDir: string) => join(dataDir, 'postgres', 'data');

/** The process number in postmaster.pid. */
export async function serverPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8'), 10);
}

/** Kills the server, if there is one, the way a crash or a power cut would. */
export async function killServer(dataDir: string): Promise<void> {
  const pid = await serverPid(dataDir).catch(() => undefined);
  if (pid === undefined || !(await isPostgres(pid))) return;
  process.kill(pid, 'SIGKILL');
  await untilGone(pid);
}

async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.startsWith('postgres');
}

/** A program that has nothing to do with the database, under the account that the server runs as. */
export async function startInnocentProgram(dataDir: string): Promise<ChildProcess> {
  const { uid, gid } = await stat(clusterOf(dataDir));
  const account = isRoot ? { uid, gid } : {};
  const program = spawn('sleep', ['600'], { ...account, cwd: '/', stdio: 'ignore' });
  await once(program, 'spawn');
  onTestFinished(() => {
    program.kill('SIGKILL');
  });
  return program;
}

/** Waits until the process has ended; a zombie counts as ended. */
export async function untilGone(pid: number): Promise<void> {
  await until(async () => {
    if (!isAlive(pid)) return true;
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
    return status.slice(status.lastIndexOf(')')).startsWith(') Z');
  });
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('It did not come to pass within 20 seconds');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Runs one statement on a separate connection and returns the first column of the first row. */
export async function ask(connection: EmbeddedConnection, statement: string): Promise<unknown> {
  const client = new pg.Client(connection);
  // When a test kills the server; the query rejects as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}
