import { expect, test } from 'vitest';
import { findingCountsSchema } from '~/contract/portfolio-check-schemas';
import { startFilledPanel, timed } from './filled-panel';
import { createReport } from './report';
import { alternate } from './statistics';

/** 1: the sizes of the aim. */
const SCALE = Number(process.env.BENCH_SCALE ?? 1);
const RUNS = 5;
const report = createReport();

test('the portfolio check against a plain count of its tables', async () => {
  const panel = await startFilledPanel({
    condos: 10_000 * SCALE,
    apartments: 200_000 * SCALE,
    users: 200_000 * SCALE,
  });
  await panel.database.pool.query('vacuum analyze');
  const tables = ['condos', 'apartments', 'users'];
  const count = async () => {
    for (const table of tables) {
      await panel.database.pool.query(`select count(*) from ${table}`);
    }
  };
  const check = () => panel.get('/admin/portfolio-check');
  const [ours, reference] = await alternate(
    RUNS,
    () => timed(check),
    () => timed(count),
  );
  report({ name: 'portfolio check', unit: 'ms', ours, reference, aim: 'at most 5' });
  const found = findingCountsSchema.parse(JSON.parse(await check()));
  console.log(found.map(({ kind, count: findings }) => `${kind} ${findings}`).join(', '));
  for (const { kind } of found) {
    const page = () => timed(() => panel.get(`/admin/portfolio-check/${kind}`));
    const [list, counts] = await alternate(RUNS, page, () => timed(count));
    report({ name: `its list of ${kind}`, unit: 'ms', ours: list, reference: counts, aim: '' });
  }
  expect(found.some(({ count: findings }) => findings > 0)).toBe(true);
  await panel.stop();
});
