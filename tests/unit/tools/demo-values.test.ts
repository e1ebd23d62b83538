import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldOf, type Field, type Fields } from '~/fields/fields';
import { valueSchema } from '~/fields/field-schemas';
import { demoValues } from '../../../tools/seed/demo-values';
import { createRandom } from '../../../tools/seed/random';

const text = fc.string({ minLength: 1, maxLength: 40 }).filter((label) => label.trim() !== '');
const field: fc.Arbitrary<Field> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    label: text,
    max: fc.integer({ min: 60, max: 80 }),
  }),
  fc.record({
    kind: fc.constantFrom('number' as const, 'integer' as const),
    label: text,
    step: fc.constantFrom(1 as const, 0.5 as const, 0.01 as const),
  }),
  fc.record({
    kind: fc.constant('choice' as const),
    label: text,
    options: fc.array(text, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('boolean' as const), label: text, otherwise: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('date' as const, 'url' as const), label: text }),
);
const tables: fc.Arbitrary<Fields> = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), field);

it('a field that no maker knows has a value of its kind, and a known one stays as it is', () => {
  fc.assert(
    fc.property(tables, tables, fc.integer(), (known, fields, seed) => {
      const values = demoValues({ ...fields, ...known }, known, createRandom(seed));
      expect(Object.keys(values)).toEqual(Object.keys(fields).filter((name) => !(name in known)));
      for (const [name, value] of Object.entries(values)) {
        expect(valueSchema(fieldOf(fields, name)).safeParse(value).error).toBeUndefined();
      }
    }),
  );
});
