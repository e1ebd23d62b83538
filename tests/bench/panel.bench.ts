import { expect, test } from 'vitest';
import { readCondo, type Condo } from '~/contract/condo-reading';
import { readList } from '~/contract/reading';
import { searchText } from '~/contract/search-text';
import { loadedScripts } from './bundle-size';
import { startFilledPanel, timed, type FilledPanel } from './filled-panel';
import { captureListCall } from './list-call';
import { openPair, keepBrowser } from './page-pair';
import { longestScrollFrame, timeToChangedRow, timeToFirstRow } from './page-timing';
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

test.each([50, 1_000, 10_000])('the list of %i buildings against a static page', async (count) => {
  const panel = await startFilledPanel({ condos: count });
  const { ours, reference, referenceUrl, close } = await openPair(browser(), panel, {
    path: '/admin/condos',
    query: { sort_by: 'name', sort_order: 'asc' },
    fields: ['id', 'name', 'address', 'city', 'created_at'],
  });
  const compare = async (
    name: string,
    aim: string,
    a: () => Promise<number>,
    b: () => Promise<number>,
  ) => {
    const [time, referenceTime] = await alternate(RUNS, a, b);
    report({
      name: `${count} buildings: ${name}`,
      unit: 'ms',
      ours: time,
      reference: referenceTime,
      aim,
    });
  };
  await compare(
    'navigation to first painted row',
    'at most 2',
    () => timeToFirstRow(ours, `${panel.url}/condos`),
    () => timeToFirstRow(reference, referenceUrl),
  );
  const sort = { click: 'Name' };
  await compare(
    'sort click to painted rows',
    'at most 1.5',
    () => timeToChangedRow(ours, sort),
    () => timeToChangedRow(reference, sort),
  );
  const letter = await telltaleLetter(panel);
  const [oursNext, referenceNext] = [toggle(letter), toggle(letter)];
  await compare(
    'search letter to painted rows',
    'at most 1.5',
    () => timeToChangedRow(ours, oursNext()),
    () => timeToChangedRow(reference, referenceNext()),
  );
  await ours.goto(`${panel.url}/condos`);
  const rowCount = ours.locator('table').first();
  await rowCount.waitFor();
  expect(await rowCount.getAttribute('aria-rowcount')).toBe(String(count + 1));
  if (count === 10_000) {
    await timeToFirstRow(ours, `${panel.url}/condos`);
    report({
      name: '10000 buildings: longest frame while scrolling',
      unit: 'ms',
      ours: await longestScrollFrame(ours),
      reference: null,
      aim: 'at most 50 ms',
    });
  }
  await close();
  await panel.stop();
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

/** Types the letter and takes it back, in turn. */
function toggle(letter: string): () => { type: string } {
  let typed = false;
  return () => {
    typed = !typed;
    return { type: typed ? letter : '' };
  };
}

/** A letter that the first building lacks and another has: typing or deleting it changes the first row. */
async function telltaleLetter(panel: FilledPanel): Promise<string> {
  const list: unknown = JSON.parse(await panel.get(LIST));
  const [first, ...others] = readList(list, readCondo).map(searched);
  const letter = Array.from('bcdfghklmprstvz').find(
    (candidate) => !first?.includes(candidate) && others.some((text) => text.includes(candidate)),
  );
  if (!letter) throw new Error('no letter tells the buildings apart');
  return letter;
}

function searched({ name, address }: Condo): string {
  return searchText(`${name ?? ''} ${address ?? ''}`);
}
