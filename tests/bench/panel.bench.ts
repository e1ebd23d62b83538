import { expect, test } from 'vitest';
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
