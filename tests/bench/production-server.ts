import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface ProductionServer {
  url: string;
  pid: number;
  /** Begins to count pauses and computing anew; for a server that is started `watched`. */
  resetLoad(): void;
  readLoad(): Promise<ServerLoad>;
  stop(): Promise<void>;
}

/** Since it was reset: the event loop's longest pause, and the time the server's own process computed. */
export interface ServerLoad {
  pauseMs: number;
  cpuMs: number;
}

const MONITOR = new URL('./loop-monitor.mjs', import.meta.url).href;

/** A free port of the loopback address. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

/** Starts the production build with these settings and waits until it answers. */
export async function startProduction(
  settings: Record<string, string>,
  {
    entry = process.env.E2E_SERVER_ENTRY ?? '.output/server/index.mjs',
    ready = '/login',
    watched = false,
  } = {},
): Promise<ProductionServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...(watched ? ['--import', MONITOR] : []), entry], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, ...settings },
    stdio: watched ? ['ignore', 'ignore', 'inherit', 'ipc'] : ['ignore', 'ignore', 'inherit'],
  });
  await answers(child, url + ready);
  return {
    url,
    pid: child.pid ?? 0,
    resetLoad: () => void child.send('reset'),
    async readLoad() {
      const answer = once(child, 'message');
      child.send('read');
      const load: unknown = (await answer).at(0);
      if (!isLoad(load)) throw new Error('The server does not know its load');
      return load;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function isLoad(value: unknown): value is ServerLoad {
  return typeof value === 'object' && value !== null && 'pauseMs' in value && 'cpuMs' in value;
}

const START_LIMIT_MS = 60_000;

async function answers(child: ChildProcess, url: string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server does not answer');
}

export const BENCH_PASSWORD = 'bench-password-1';

/** Signs in at an API and answers the session as the panel stores it. */
export async function signIn(url: string): Promise<{ token: string; user: object }> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    // Not kept: the server lets go of it while a bench prepares its files.
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ username: 'admin@example.com', password: BENCH_PASSWORD }),
  });
  const answer: unknown = await response.json();
  if (!isLoginAnswer(answer)) throw new Error('Sign-in failed');
  return { token: answer.access_token, user: { ...answer.user, role: 'super_admin' } };
}

function isLoginAnswer(value: unknown): value is { access_token: string; user: object } {
  return typeof value === 'object' && value !== null && 'access_token' in value && 'user' in value;
}
