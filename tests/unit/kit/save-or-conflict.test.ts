import { expect, it } from 'vitest';
import { saveOrConflict } from '~/kit/form/conflict/save-or-conflict';
import type { RecordShape } from '~/kit/form/conflict/record-shape';
import { AppError } from '~/rpc/errors/app-error';

interface City {
  city: string;
}

const shape: RecordShape<City, City, City> = {
  noun: 'building',
  compared: [],
  toValues: (stored) => ({ city: stored?.city ?? '' }),
  toStored: (values) => values,
  toBody: (values) => values,
};

/** An API that compares If-Match with this text alone, and whose answers have the tag `sent`. */
function apiOf({ takes, sent }: { takes: string; sent: string }) {
  const matched: Array<string | null> = [];
  const record = { city: 'Bern' };
  const calls = {
    save: ({ city }: City, version: string | null) => {
      matched.push(version);
      if (version !== takes) return Promise.reject(new AppError({ status: 412 }));
      record.city = city;
      return Promise.resolve({ version: sent });
    },
    reload: () => Promise.resolve({ ...record, version: sent }),
  };
  const baseline = { values: { city: 'Bern' }, stored: { city: 'Bern' }, version: sent };
  const saving = () => saveOrConflict(shape, { city: 'Basel' }, baseline, calls);
  return { matched, record, saving };
}

it.each([
  ['"v1"', '"v1"', ['"v1"']],
  ['"v1"', 'W/"v1"', ['"v1"']],
  ['"v1"', '"v1-gzip"', ['"v1"']],
  // Its own tag ends like that, or it has weak tags only.
  ['"v1-br"', '"v1-br"', ['"v1"', '"v1-br"']],
  ['W/"v1"', 'W/"v1"', ['"v1"', 'W/"v1"']],
])('an API that takes %s saves a record that came with %s', async (takes, sent, expected) => {
  const { matched, record, saving } = apiOf({ takes, sent });
  expect(await saving()).toEqual({ version: sent });
  expect(matched).toEqual(expected);
  expect(record.city).toBe('Basel');
});

it('an API that takes no form of its tag is an error, and nothing is written over', async () => {
  const { record, saving } = apiOf({ takes: 'none', sent: 'W/"v1"' });
  await expect(saving()).rejects.toMatchObject({ status: 412 });
  expect(record.city).toBe('Bern');
});
