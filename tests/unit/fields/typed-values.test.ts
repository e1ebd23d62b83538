import fc from 'fast-check';
import catalogues from 'virtual:catalogues';
import { describe, expect, it, onTestFinished } from 'vitest';
import { atLeastOne } from '~/fields/field';
import { readDate } from '~/fields/date-text';
import { readNumber, thousandsOrDecimals } from '~/fields/search-text';
import { formatDecimals, formatNumber } from '~/language/format';
import { ENGLISH, setLanguage } from '~/language/texts';

describe('readNumber', () => {
  it.each([
    ['3,5', 3.5],
    ['3.5', 3.5],
    ['82,50', 82.5],
    ['0,125', 0.125],
    [',5', 0.5],
    ['-2', -2],
    ['1250', 1250],
    ["1'250,5", 1250.5],
    ['1’250.50', 1250.5],
    ["1'250", 1250],
    ['1 250,5', 1250.5],
    ['1\u00A0250', 1250],
    ['1\u202F250\u202F000,5', 1_250_000.5],
    ['1.250,5', 1250.5],
    ['1,250.500', 1250.5],
    ['1.250.000', 1_250_000],
    ["1'250.500", 1250.5],
    ['1250.–', 1250],
  ])('reads "%s"', (text, number) => {
    expect(readNumber(text)).toBe(number);
  });

  it.each([
    '1.250',
    '1,250',
    '1,2,3',
    '1 2',
    "12'50",
    "1'250 000",
    "1250'000",
    '1.250.5',
    '1,250,5',
    "0'125",
    'abc',
    '1e3',
    '0x10',
    '٣',
    '.',
  ])('does not guess what "%s" means', (text) => {
    expect(readNumber(text)).toBeNaN();
  });

  it.each(['en', ...Object.keys(catalogues)])('reads what %s writes', (code) => {
    setLanguage({ code, texts: {} });
    onTestFinished(() => setLanguage(ENGLISH));
    const amounts = fc.integer({ min: 0, max: 1e11 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(amounts, (amount) => {
        for (const text of [formatNumber(amount), formatDecimals(amount)]) {
          const read = thousandsOrDecimals(text) ?? [readNumber(text)];
          expect(read).toContain(amount);
        }
      }),
    );
    // Where the mark may be either, nobody is misunderstood: English alone writes such numbers.
    expect(thousandsOrDecimals(formatNumber(2500)) !== null).toBe(code === 'en');
  });

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
    ['31/12/1987', '1987-12-31'],
    ['31.2.1987', '1987-02-31'],
  ])('reads "%s"', (text, date) => {
    expect(readDate(text)).toBe(date);
  });

  it('has two readings where day and month may be either', () => {
    expect(readDate('5/6/1987')).toEqual(['1987-06-05', '1987-05-06']);
  });
});
