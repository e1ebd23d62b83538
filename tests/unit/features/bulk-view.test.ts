import { describe, expect, it } from 'vitest';
import { bulkView } from '~/features/bulk/bulk-view';

const VALIDATED = {
  creation: 'idle',
  embedded: true,
  hasResumed: false,
  stale: false,
  validRows: 1_001,
} as const;

describe('the create button', () => {
  it.each([
    ['with valid rows', {}, true],
    ['while they are created', { creation: 'pending' }, true],
    ['after a failure', { creation: 'error' }, true],
    ['not after the creation', { creation: 'success' }, false],
    ['not without valid rows', { validRows: 0 }, false],
    ['not when sheet or columns have changed', { stale: true }, false],
  ] as const)('is there %s', (_, change, canCreate) => {
    expect(bulkView({ ...VALIDATED, ...change })).toMatchObject({ canCreate });
  });
});

describe('the progress', () => {
  it.each([
    ['of more than 1,000 rows', {}, true],
    ['not of fewer', { validRows: 1_000 }, false],
    ['not of an external API', { embedded: false }, false],
    ['not once they are created', { creation: 'success' }, false],
  ] as const)('is shown %s', (_, change, showsProgress) => {
    expect(bulkView({ ...VALIDATED, creation: 'pending', ...change })).toMatchObject({
      showsProgress,
    });
  });
});

it('an import of an earlier visit is shown until another one starts', () => {
  const resumed = { ...VALIDATED, hasResumed: true };
  expect(bulkView(resumed).showsResumed).toBe(true);
  expect(bulkView({ ...resumed, creation: 'pending' }).showsResumed).toBe(false);
  expect(bulkView(VALIDATED).showsResumed).toBe(false);
});
