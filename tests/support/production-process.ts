import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
const POLL_MS = 100;
const START_TIMEOUT_MS = 120_000;

/** Below those that systems give to outgoing connections and to programs that ask for any port: it would be taken before it is used. */
const FIRST_PORT = 12_000;
const PORTS_OF_A_PROCESS = 200;

/** A block for each process, since several look for ports at the same time. */
const firstOwnPort = FIRST_PORT + (process.pid % 100) * PORTS_OF_A_PROCESS;
let tried = 0;

/** A free port of the loopback address that this process has not had for a while. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < PORTS_OF_A_PROCESS; attempt += 1) {
    const port = firstOwnPort + (tried % PORTS_OF_A_PROCESS);
    tried += 1;
    if (await isFree(port)) return port;
  }
  throw new Error('No free port');
}

function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.once('listening', () => server.close(() => resolve(true)));
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
