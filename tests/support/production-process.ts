import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
const POLL_MS = 100;
const START_TIMEOUT_MS = 120_000;

/**
 * First port for tests. Systems give higher ports to outgoing connections and to programs that ask for
 * any port, so a higher port could be taken before it is used.
 */
const FIRST_PORT = 12_000;
const PORTS_OF_A_PROCESS = 200;

const BLOCKS = 100;
let tried = 0;
let block: Promise<number> | undefined;

/**
 * Claims a block of ports for this process, since several look for ports at the same time: as long as the
 * process runs it listens on the first one.
 */
async function claimBlock(): Promise<number> {
  for (let next = 0; next < BLOCKS; next += 1) {
    const first = FIRST_PORT + ((process.pid + next) % BLOCKS) * PORTS_OF_A_PROCESS;
    const server = await listenOn(first);
    server?.unref();
    if (server) return first;
  }
  throw new Error('No free block of ports');
}

/** A free port of the loopback address that this process has not had for a while. */
export async function freePort(): Promise<number> {
  const first = await (block ??= claimBlock());
  for (let attempt = 1; attempt < PORTS_OF_A_PROCESS; attempt += 1) {
    const port = first + 1 + (tried % (PORTS_OF_A_PROCESS - 1));
    tried += 1;
    const server = await listenOn(port);
    if (server) return new Promise((resolve) => server.close(() => resolve(port)));
  }
  throw new Error('No free port');
}

/** Null if the port is taken. */
function listenOn(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1');
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.once('listening', () => resolve(server));
  });
}

/** The environment that a server process of a test gets besides its settings. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, NODE_ENV: 'production' };
}

/** The production build's entry. */
export const BUILT_ENTRY = join(ROOT, '.output', 'server', 'index.mjs');

/** Starts the production build, or the one that E2E_SERVER_ENTRY names, as a separate process. */
export function spawnProduction(options: {
  port: number;
  env: NodeJS.ProcessEnv;
  stdio: StdioOptions;
  entry?: string | undefined;
  nodeArgs?: readonly string[];
}): ChildProcess {
  const entry = options.entry ?? process.env.E2E_SERVER_ENTRY;
  return spawn(process.execPath, [...(options.nodeArgs ?? []), entry ?? BUILT_ENTRY], {
    cwd: ROOT,
    env: { ...options.env, HOST: '127.0.0.1', PORT: String(options.port) },
    stdio: options.stdio,
  });
}

/** Asks again and again until a server answers with one of these statuses; an error when it ends before. */
export async function waitUntilAnswers(
  child: ChildProcess,
  url: string,
  { statuses = [200], pollMs = POLL_MS } = {},
): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const response = await fetch(url).catch(() => null);
    await response?.arrayBuffer().catch(() => undefined);
    if (response && statuses.includes(response.status)) return;
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error('The server does not answer');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Ends a server and waits until it has; one that does not within `killAfterMs` is killed. */
export async function endProcess(
  child: ChildProcess,
  { signal = 'SIGTERM', killAfterMs }: { signal?: NodeJS.Signals; killAfterMs?: number } = {},
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const timer = killAfterMs && setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await ended;
  if (timer) clearTimeout(timer);
}
