import { expect, test } from 'vitest';
import { loadedScripts } from './bundle-size';
import { startFilledPanel, timed } from './filled-panel';
import { captureListCall } from './list-call';
import { keepBrowser } from './page-pair';
import { startProduction } from './production-server';
import { createReport } from './report';
import { alternate } from './statistics';

const RUNS = 7;
const LIST = '/admin/condos?sort_by=name&sort_order=asc';
const report = createReport();
const browser = keepBrowser();

test('compressed JavaScript of /login and /condos against a bare Start page', async () => {
  const entry = 'tests/bench/bare-start/.output/server/index.mjs';
  const bare = await startProduction({}, { entry, ready: '/' });
  const reference = await loadedScripts(browser(), bare.url, 'p');
  await bare.stop();
  const panel = await startFilledPanel({ condos: 50 });
  const login = await loadedScripts(browser(), `${panel.url}/login`, 'button:enabled');
  const condos = await loadedScripts(browser(), `${panel.url}/condos`, 'tbody tr', panel.session);
  await panel.stop();
  const size = { unit: 'KiB', reference, aim: 'at most 1.3' } as const;
  report({ name: 'JavaScript of /login', ours: login, ...size });
  report({ name: 'JavaScript of /condos', ours: condos, ...size });
  expect(Math.min(login, condos, reference)).toBeGreaterThan(50);
});

test.each([50, 10_000])(
  'a server function over the direct upstream call, %i buildings',
  async (count) => {
    const upstream = await startFilledPanel({ condos: count });
    const panel = await startProduction({ API_BASE_URL: `${upstream.url}/api` });
    const call = await captureListCall(browser(), { url: panel.url, session: upstream.session });
    const [ours, reference] = await alternate(
      RUNS * 3,
      () =>
        timed(async () => {
          const response = await fetch(call.url, {
            headers: { ...call.headers, 'sec-fetch-site': 'same-origin', origin: panel.url },
          });
          expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(count * 100);
        }),
      () => timed(() => upstream.get(LIST)),
    );
    await panel.stop();
    await upstream.stop();
    report({
      name: `${count} buildings: server function over direct call`,
      unit: 'ms',
      ours,
      reference,
      aim: 'at most 1.3',
    });
  },
);
