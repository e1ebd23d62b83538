import { once } from 'node:events';
import { must } from '../support/must';
import {
  endProcess,
  freePort,
  spawnProduction,
  waitUntilAnswers,
} from '../support/production-process';

export interface ProductionServer {
  url: string;
  pid: number;
  /** Resets the counters of pauses and CPU time; for a server that is started `watched`. */
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

interface StartOptions {
  entry?: string;
  /** The address whose answer ends the wait. */
  ready?: string;
  /** Whether it reports its load. */
  watched?: boolean;
}

/** Starts the production build with these settings and waits until it answers. */
export async function startProduction(
  settings: Record<string, string>,
  { entry, ready = '/login', watched = false }: StartOptions = {},
): Promise<ProductionServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawnProduction({
    port,
    entry,
    nodeArgs: watched ? ['--import', MONITOR] : [],
    env: { ...process.env, PUBLIC_URL: url, ...settings },
    stdio: watched ? ['ignore', 'ignore', 'inherit', 'ipc'] : ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilAnswers(child, url + ready);
  return {
    url,
    pid: must(child.pid, 'server process'),
    resetLoad: () => void child.send('reset'),
    async readLoad() {
      const answer = once(child, 'message');
      child.send('read');
      const load: unknown = (await answer).at(0);
      if (!isLoad(load)) throw new Error('The server does not know its load');
      return load;
    },
    stop: () => endProcess(child),
  };
}

function isLoad(value: unknown): value is ServerLoad {
  return typeof value === 'object' && value !== null && 'pauseMs' in value && 'cpuMs' in value;
}

export const BENCH_PASSWORD = 'bench-password-1';

/** Signs in at an API and answers the session as the panel stores it. */
export async function signIn(url: string): Promise<{ token: string; user: object }> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    // Not kept alive: the server closes it while a bench prepares its files.
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
