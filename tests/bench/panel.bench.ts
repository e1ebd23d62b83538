import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort, waitUntilAnswers } from '../support/production-process';
import { startFilledPanel, timed } from './filled-panel';
import { captureListCall } from './list-call';
import { keepBrowser } from './page-pair';
import { startProduction } from './production-server';
import { createReport } from './report';
import { alternate } from './statistics';

const RUNS = 21;
/** Calls of each kind before the first one that counts: a process that has just started compiles what it runs. */
const WARM_UP = 40;
const LIST = '/api/admin/condos?sort_by=name&sort_order=asc';
const BARE_PROXY = fileURLToPath(new URL('./bare-proxy.mjs', import.meta.url));
const report = createReport();
const browser = keepBrowser();

async function startBareProxy(origin: string): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const child = spawn(process.execPath, [BARE_PROXY, String(port), origin], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAnswers(child, `${url}/login`);
  return { url, stop: () => void child.kill() };
}

test.each([50, 10_000])('a server function over the direct call, %i buildings', async (count) => {
  const api = await startFilledPanel({ condos: count });
  const panel = await startProduction({ API_BASE_URL: `${api.url}/api` });
  const proxy = await startBareProxy(api.url);
  const { session } = api;
  const call = async (url: string, headers: Record<string, string>) => {
    const response = await fetch(url, { headers });
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(count * 100);
  };
  const direct = (url: string) => () =>
    call(url + LIST, { authorization: `Bearer ${session.token}` });
  const functionOf = async (url: string) => {
    const { headers, ...known } = await captureListCall(browser(), { url, session });
    const sent = { ...headers, 'sec-fetch-site': 'same-origin', origin: url };
    return () => call(known.url, sent);
  };
  const reference = direct(api.url);
  for (const [name, way] of [
    ['the function, the API in its own process', await functionOf(api.url)],
    ['the function, the API in another one', await functionOf(panel.url)],
    ['a bare proxy', direct(proxy.url)],
  ] as const) {
    for (let run = 0; run < WARM_UP; run += 1) await way().then(reference);
    const [ours, bare] = await alternate(
      RUNS,
      () => timed(way),
      () => timed(reference),
    );
    const figure = { name: `${count} buildings: ${name}`, unit: 'ms', ours } as const;
    report({ ...figure, reference: bare, aim: name.startsWith('the') ? 'at most 1.2' : '' });
  }
  proxy.stop();
  await panel.stop();
  await api.stop();
});
