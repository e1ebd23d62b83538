import { expect, it } from 'vitest';
import type { Figure } from '../../bench/report';
import { summarise } from '../../bench/summary';

const DOCS = `
| figure | reference | aim | last value | command |
|---|---|---|---|---|
| 50 buildings: first row | the floor | at most 1.15 | 1.10 (110 to 100 ms) | \`npm run bench -- first-row\` |
| page of 10 users | the bare SQL | at most 2.2 | 1.50 (700 to 1,050 a second) | \`npm run bench -- throughput\` |
| memory | none | none | 1,200 MiB | \`npm run bench -- bulk\` |
`;

it.each<[string, string, Figure['unit'], Figure['ours'], number | null, boolean]>([
  ['a time that grew by a fifth', '50 buildings: first row', 'ms', 132, 100, false],
  ['a time that grew by more', '50 buildings: first row', 'ms', 133, 100, true],
  ['a speed that fell', 'page of 10 users', '1/s', 500, 1_000, true],
  ['a speed that rose', 'page of 10 users', '1/s', 1_000, 1_000, false],
  ['a value without a reference', 'memory', 'MiB', 1_441, null, true],
  ['growth within its spread', '50 buildings: first row', 'ms', [100, 150, 160], 100, false],
  ['growth beyond its spread', '50 buildings: first row', 'ms', [140, 150, 160], 100, true],
  ['a figure that is not recorded', 'another', 'ms', 900, 1, false],
])('marks %s or does not', (_, name, unit, ours, reference, isMarked) => {
  const figures = [{ name, unit, ours, reference, aim: '' }];
  expect(summarise(figures, DOCS, false).includes('GREW')).toBe(isMarked);
  expect(summarise(figures, DOCS, true).includes('\u001B[31m')).toBe(isMarked);
});
