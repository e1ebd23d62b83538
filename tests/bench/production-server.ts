import { once } from 'node:events';
import { z } from 'zod';
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
  /** The longest pause of the event loop in ms since it was asked for last; of a server that is started `watched`. */
  longestPause: () => Promise<number>;
  stop: () => Promise<void>;
}

const MONITOR = new URL('./loop-monitor.mjs', import.meta.url).href;

export interface StartOptions {
  entry?: string;
  /** The address whose answer ends the wait. */
  ready?: string;
  /** Whether it reports the pauses of its event loop. */
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
    async longestPause() {
      const answer = once(child, 'message');
      child.send('read');
      return z.number().parse((await answer).at(0));
    },
    stop: () => endProcess(child),
  };
}

export const BENCH_PASSWORD = 'bench-password-1';

const loginSchema = z.object({ access_token: z.string(), user: z.looseObject({}) });

/** Signs in at an API and answers the session as the panel stores it. */
export async function signIn(url: string): Promise<{ token: string; user: object }> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    // Not kept alive: the server closes it while a bench prepares its files.
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ username: 'admin@example.com', password: BENCH_PASSWORD }),
  });
  const { access_token, user } = loginSchema.parse(await response.json());
  return { token: access_token, user: { ...user, role: 'super_admin' } };
}
