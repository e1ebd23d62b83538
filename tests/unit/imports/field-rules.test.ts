import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldRules, toValue } from '~/imports/rows/field-rules';
import { BULK_TYPES } from '~/imports/schema';
import { BULK_COLUMNS, BULK_FIELDS } from '~/imports/bulk-columns';
import { bodySchemaOf } from '~/fields/field-schemas';
import type { z } from '~/fields/zod';
import { must } from '../../support/must';

/** Texts as in most cells, up to the length where they are short, and any others. */
const texts = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9äé.,/-][A-Za-z0-9äé .,/-]{0,40}$/),
  fc.stringMatching(/^[A-Z]?\d{1,35}$/),
  fc.string({ maxLength: 40 }),
);

const columns = BULK_TYPES.flatMap((type) =>
  BULK_COLUMNS[type]
    .filter(({ kind }) => kind === 'text' || kind === 'parking')
    .map((column) => ({ type, column, name: `${type}.${column.field}` })),
);

it.each(columns)('a cell of $name is valid by the contract alone', ({ type, column }) => {
  const shape: Readonly<Record<string, z.ZodType>> = bodySchemaOf(BULK_FIELDS[type]).shape;
  fc.assert(
    fc.property(texts, (text) => {
      const { value, problem } = toValue(column, text);
      const rule = shape[column.field]?.safeParse(value);
      const isValid = problem === undefined && rule?.success === true && !text.includes('\0');
      const found = fieldRules(type).find(({ field }) => field === column.field);
      const checked = must(found, 'rule').validate(text);
      expect(checked.problem === undefined && [checked.value]).toEqual(isValid && [rule.data]);
    }),
  );
});
