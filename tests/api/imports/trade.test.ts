import { expect, it } from 'vitest';
import { createTestApi } from '../../support/api';
import { perTest } from '../../support/opened';
import { importTradeFile, TRADE_FILES } from '../../support/trade-files';

// Files with the headings of property programs map by themselves.

const api = perTest(createTestApi);

it('there are files', () => {
  expect(TRADE_FILES.length).toBeGreaterThan(3);
});

it.each(TRADE_FILES)('$name gives the values that were written by hand', async (file) => {
  const { given, expected } = await importTradeFile(api, file.expected, new Uint8Array(file.bytes));
  expect(given).toMatchObject(expected);
});
