import { expect, it } from 'vitest';
import { nextApartmentNumber } from '~/apartments/screens/form/apartment-series';

it.each([
  ['301', '302'],
  ['3B', '3C'],
  ['3b', '3c'],
  ['3Z', '4A'],
  ['3z', '4a'],
  ['007', '008'],
  ['99', '100'],
  ['A-12', 'A-13'],
  ['EG 1', 'EG 2'],
  ['99999999999999999999', '100000000000000000000'],
  ['Penthouse', ''],
  ['', ''],
])('after "%s" comes "%s"', (number, next) => {
  expect(nextApartmentNumber(number)).toBe(next);
});
