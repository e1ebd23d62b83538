import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldRules, toValue } from '~/imports/rows/field-rules';
import { BULK_TYPES } from '~/imports/schema';
import { BULK_COLUMNS, BULK_FIELDS } from '~/imports/bulk-columns';
import { bodySchemaOf } from '~/fields/field-schemas';
import type { z } from '~/fields/zod';
import { sentence } from '~/language/sentence';
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
      const fieldRule = fieldRules(type).find(({ field }) => field === column.field);
      const checked = must(fieldRule, 'rule').validate(text);
      expect(checked.problem === undefined && [checked.value]).toEqual(isValid && [rule.data]);
    }),
  );
});

const DATE = { kind: 'date', options: [] } as const;

describe('dates as spreadsheets show them', () => {
  it.each([
    ['31. Dezember 2001', '2001-12-31'],
    ['Montag, 31. Dezember 2001', '2001-12-31'],
    ['1er mai 1998', '1998-05-01'],
    ['1 août 1998', '1998-08-01'],
    ['3 févr. 1998', '1998-02-03'],
    ['31 dicembre 2001', '2001-12-31'],
    ['1° gennaio 2001', '2001-01-01'],
    ['31-Dec-2001', '2001-12-31'],
    ['5. Mär 2010', '2010-03-05'],
    ['5. Jänner 2010', '2010-01-05'],
    ['December 31, 2001', '2001-12-31'],
    ['01.05.1998', '1998-05-01'],
    ['1998/5/1', '1998-05-01'],
  ])('%s', (text, date) => {
    expect(toValue(DATE, text)).toEqual({ value: date });
  });

  it.each(['31. Foo 2001', '5 jui 2001', 'Mai 2001', '31 12 2001', '31. Dezember 01'])(
    'leaves "%s" to the rule',
    (text) => {
      expect(toValue(DATE, text)).toEqual({ value: text });
    },
  );
});

it('a number in a column of dates is a day from 1906 on, else perhaps a year', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_200 }), (number) => {
      expect(toValue(DATE, number)).toEqual({ value: String(number) });
    }),
  );
  expect(toValue(DATE, 2_201)).toEqual({ value: '1906-01-09' });
  expect(toValue(DATE, 1150.5)).toEqual({ value: '1150.5' });
});

describe('numbers as people write them', () => {
  const NUMBER = { kind: 'decimal', options: [] } as const;

  it.each([
    ['82,5', 82.5],
    // A formula's result, which Excel shows as 3.
    [0.1 * 3 * 10, 3],
  ])('%s', (text, number) => {
    expect(toValue(NUMBER, text)).toEqual({ value: number });
  });

  it('asks where a mark may separate thousands or decimals', () => {
    expect(toValue(NUMBER, '2.500')).toEqual({
      value: '2.500',
      problem: sentence('ambiguous_number', { reading: '2500', other: '2.5' }),
    });
  });
});
