import { expect, test } from 'vitest';
import { startFilledPanel, timed, type FilledPanel } from './filled-panel';
import { createReport } from './report';
import { alternate } from './statistics';

const RUNS = 25;
const report = createReport();

test.each([50, 10_000])('the list of %i buildings over the bare SQL', async (condos) => {
  const panel = await startFilledPanel({ condos });
  const [ours, reference] = await alternate(
    RUNS,
    () => timed(() => panel.get('/admin/condos?sort_by=name&sort_order=asc')),
    () =>
      timed(async () => {
        const { rows } = await panel.database.pool.query('select * from condos order by name');
        expect(rows).toHaveLength(condos);
      }),
  );
  await panel.stop();
  report({
    name: `${condos} buildings: the API's list over the bare SQL`,
    unit: 'ms',
    ours,
    reference,
    aim: 'at most 2.5',
  });
});

const FEW = 1_000;
const MANY = [10_000, 200_000];

const PAGE_SIZE = 10;
const lastOf = (users: number) => Math.floor(users / PAGE_SIZE);

/** A user with a unique name: the rare word. */
const RARE = { first: 'Zoraxymeneia', last: 'Quwolfsteiner' };

async function startWithUsers(users: number): Promise<FilledPanel> {
  const panel = await startFilledPanel({ condos: 50, apartments: 500, users });
  await panel.database.pool.query(
    'insert into users (email, first_name, last_name) values ($1, $2, $3)',
    ['rare.word@example.com', RARE.first, RARE.last],
  );
  await panel.database.pool.query('analyze users');
  return panel;
}

test.each(MANY)('pages and searches of %i users against 1,000', async (users) => {
  const few = await startWithUsers(FEW);
  const many = await startWithUsers(users);
  const deep = Math.min(10_000, lastOf(users));
  const calls: ReadonlyArray<[name: string, ours: string, reference: string]> = [
    ['page 1', '?page=1', '?page=1'],
    [`page ${deep} against page ${lastOf(FEW)}`, `?page=${deep}`, `?page=${lastOf(FEW)}`],
    ['last page', `?page=${lastOf(users)}`, `?page=${lastOf(FEW)}`],
    ['a rare word', `?search=${RARE.first.slice(2, 9)}`, `?search=${RARE.first.slice(2, 9)}`],
    ['two letters', '?search=zo', '?search=zo'],
    ['one building', '?condo_id=1', '?condo_id=1'],
  ];
  for (const [name, oursPath, referencePath] of calls) {
    const [ours, reference] = await alternate(
      RUNS,
      () => timed(() => many.get(`/admin/users${oursPath}`)),
      () => timed(() => few.get(`/admin/users${referencePath}`)),
    );
    report({ name: `${users} users: ${name}`, unit: 'ms', ours, reference, aim: 'at most 3' });
  }
  expect(await many.get(`/admin/users?search=${RARE.first}`)).toContain(RARE.last);
  await Promise.all([few.stop(), many.stop()]);
});
