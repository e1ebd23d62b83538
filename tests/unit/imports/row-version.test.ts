import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fields } from '~/fields/fields';
import { condoFields } from '~/condos/fields';
import { rowVersion } from '~/imports/row-version.server';

/** The building's fields as a later release may have them. */
const laterFields: Fields = {
  ...condoFields,
  heating: { label: 'Heating', kind: 'text', max: 255 },
};

const record = fc.record({
  name: fc.string(),
  description: fc.option(fc.string()),
  number_of_units: fc.option(fc.nat()),
});

test('a release that adds an optional field leaves the versions of exported rows as they were', () => {
  fc.assert(
    fc.property(record, fc.constantFrom(null, undefined, ''), (values, heating) => {
      expect(rowVersion(laterFields, { ...values, heating })).toBe(rowVersion(condoFields, values));
    }),
  );
});

test('a filled-in value makes another version', () => {
  const values = { name: 'Seeblick' };
  const version = rowVersion(laterFields, values);
  expect(rowVersion(laterFields, { ...values, heating: 'gas' })).not.toBe(version);
  expect(rowVersion(laterFields, { ...values, description: 'gas' })).not.toBe(
    rowVersion(laterFields, { ...values, heating: 'gas' }),
  );
});
