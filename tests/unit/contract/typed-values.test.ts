import { describe, expect, it } from 'vitest';
import { atLeastOne } from '~/contract/field';
import { readDate } from '~/contract/date-text';
import { readNumber } from '~/contract/number-text';
import { stepped } from '~/components/form/number-steps';

describe('readNumber', () => {
  it.each([
    ['3,5', 3.5],
    ['3.5', 3.5],
    ['82,50', 82.5],
    ['0,125', 0.125],
    [',5', 0.5],
    ['-2', -2],
    ['1250', 1250],
  ])('reads "%s"', (text, number) => {
    expect(readNumber(text)).toBe(number);
  });

  it.each(["1'250", '1 250', '1.250', '1,250', '1.250,5', '1,2,3', 'abc', '1e3', '0x10', '٣', '.'])(
    'does not guess what "%s" means',
    (text) => {
      expect(readNumber(text)).toBeNaN();
    },
  );

  it('says of a text that it is no number, of a number that it is too small', () => {
    const rule = atLeastOne('Rooms', 0.5);
    const messageOf = (value: number) => rule.safeParse(value).error?.issues[0]?.message;
    expect(messageOf(readNumber('1.250'))).toBe(
      'Rooms must be a number such as 3.5, without thousands marks',
    );
    expect(messageOf(readNumber('0,5'))).toBe('Rooms must be at least 1');
  });
});

describe('readDate', () => {
  it.each([
    ['12.5.1987', '1987-05-12'],
    ['1987-5-12', '1987-05-12'],
    ['12. Mai 1987', '1987-05-12'],
    ['31/12/1987', '1987-12-31'],
    ['31.2.1987', '1987-02-31'],
  ])('reads "%s"', (text, date) => {
    expect(readDate(text)).toBe(date);
  });

  it('has two readings where day and month may be either', () => {
    expect(readDate('5/6/1987')).toEqual(['1987-06-05', '1987-05-06']);
  });

  it('is null for anything else', () => {
    expect(readDate('last spring')).toBeNull();
  });
});

describe('stepped', () => {
  const halves = { min: 1, step: 0.5 };
  it.each([
    [undefined, 1, 1],
    [3, 1, 3.5],
    [3.5, -1, 3],
    [3.7, 1, 4],
    [3.7, -1, 3.5],
    [1, -1, 1],
    [-4, 1, 1],
  ] as const)('from %s by %s to %s', (from, direction, to) => {
    expect(stepped(from, direction, halves)).toBe(to);
  });

  it('has no rounding errors', () => {
    expect(stepped(82.5, 1, { min: 1, step: 0.01 })).toBe(82.51);
    expect(stepped(1.1, -1, { min: 1, step: 0.01 })).toBe(1.09);
  });
});
