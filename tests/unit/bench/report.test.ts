import { expect, it, vi } from 'vitest';
import { summarise, type Figure } from '../../bench/report';

const DOCS = `
| figure | reference | aim | last value | command |
|---|---|---|---|---|
| 50 buildings: first row | the floor | at most 1.15 | 1.10 (110 to 100 ms) | \`npm run bench -- first-row\` |
| page of 10 users | the bare SQL | at most 2.2 | 1.50 (700 to 1,050 a second) | \`npm run bench -- throughput\` |
| memory | none | none | 1,200 MiB | \`npm run bench -- bulk\` |
`;

it.each<[string, string, Figure['unit'], Figure['ours'], Figure['reference'], boolean]>([
  ['a time that grew by a fifth', '50 buildings: first row', 'ms', [132], [100], false],
  ['a time that grew by more', '50 buildings: first row', 'ms', [133], [100], true],
  ['a speed that fell', 'page of 10 users', '1/s', [500], [1_000], true],
  ['a speed that rose', 'page of 10 users', '1/s', [1_000], [1_000], false],
  ['a value without a reference', 'memory', 'MiB', [1_441], undefined, true],
  ['growth within its spread', '50 buildings: first row', 'ms', [100, 150, 160], [100], false],
  ['growth beyond its spread', '50 buildings: first row', 'ms', [140, 150, 160], [100], true],
  ['a figure that is not recorded', 'another', 'ms', [900], [1], false],
])('marks %s or does not', (_, name, unit, ours, reference, isMarked) => {
  vi.stubEnv('FORCE_COLOR', '1');
  const table = summarise([{ name, unit, ours, reference }], DOCS);
  expect([table.includes('GREW'), table.includes('\u001B[31m')]).toEqual([isMarked, isMarked]);
});

it('has the recorded value and the aim beside a figure', () => {
  const figure = { name: 'page of 10 users', ours: [500], reference: [1_000] };
  expect(summarise([{ ...figure, unit: '1/s' }], DOCS)).toMatch(
    /2\.00 {2}recorded 1\.5, aim at most 2\.2/,
  );
});
