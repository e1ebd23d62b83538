import { expect, it } from 'vitest';
import { bulkView } from '~/imports/screens/bulk-page';

const rows = (count: number) => ({
  numbers: Array.from({ length: count }, () => null),
  existing: new Set<number>(),
});
const on = <const Status>(status: Status) => ({ creation: { status } });
const VALIDATED = {
  ...on('idle'),
  embedded: true,
  resumed: null,
  stale: false,
  results: rows(1_001),
};

it.each([
  ['while they are created', on('pending'), true],
  ['not without valid rows', { results: rows(0) }, false],
] as const)('the create button is there %s', (_, change, canCreate) => {
  expect(bulkView({ ...VALIDATED, ...change })).toMatchObject({ canCreate });
});

it.each([
  ['not of fewer', { results: rows(1_000) }, false],
  ['not of an external API', { embedded: false }, false],
  ['not once they are created', on('success'), false],
] as const)('the progress is shown %s', (_, change, showsProgress) => {
  expect(bulkView({ ...VALIDATED, ...on('pending'), ...change })).toMatchObject({
    showsProgress,
  });
});

it('an import of an earlier visit is shown until another one starts', () => {
  const resumed = { ...VALIDATED, resumed: {} };
  expect(bulkView(resumed).showsResumed).toBe(true);
  expect(bulkView({ ...resumed, ...on('pending') }).showsResumed).toBe(false);
  expect(bulkView(VALIDATED).showsResumed).toBe(false);
});
