import { readFile } from 'node:fs/promises';
import { ADMIN, type Settings } from '../e2e/support/server-process';
import { must } from './must';
import {
  endProcess,
  freePort,
  plainEnvironment,
  spawnProduction,
  waitUntilAnswers,
} from './production-process';

/**
 * Starts the production build, or another `entry`, on the data of a folder. Waits until its database
 * answers.
 */
export async function startProduction(
  dataDir: string,
  options: { entry?: string | undefined; port?: number; settings?: Settings } = {},
) {
  const { entry, settings, port = await freePort() } = options;
  const url = `http://127.0.0.1:${port}`;
  const child = spawnProduction({
    port,
    entry,
    env: {
      ...plainEnvironment(),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilAnswers(child, `${url}/readyz`).catch(async (error: unknown) => {
    await endProcess(child, { signal: 'SIGKILL' });
    throw error;
  });
  const pid = must(child.pid, 'server process');
  const close = (how?: Parameters<typeof endProcess>[1]) => endProcess(child, how);
  return { url, port, pid, close };
}

/**
 * Largest resident memory of a process so far, in MiB; 0 if it has ended. Only on Linux, since it is
 * read from /proc.
 */
export async function peakMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
}

export interface Sent {
  method?: string;
  body?: object | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Calls an API with JSON or a form. */
export function send(url: string, token: string, sent: Sent = {}): Promise<Response> {
  const { method = 'GET', body, headers } = sent;
  const isForm = body instanceof FormData;
  return fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
}
