import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
const POLL_MS = 100;
const START_TIMEOUT_MS = 120_000;

/** A free port of the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

/** The environment that a server process of a test gets besides its settings. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, NODE_ENV: 'production' };
}

/** Starts the production build, or the one that E2E_SERVER_ENTRY names, as a separate process. */
export function spawnProduction(options: {
  port: number;
  env: NodeJS.ProcessEnv;
  stdio: StdioOptions;
  entry?: string | undefined;
  nodeArgs?: readonly string[];
}): ChildProcess {
  const entry = options.entry ?? process.env.E2E_SERVER_ENTRY;
  const built = join(ROOT, '.output', 'server', 'index.mjs');
  return spawn(process.execPath, [...(options.nodeArgs ?? []), entry ?? built], {
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
