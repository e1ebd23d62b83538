import { expect, it } from 'vitest';
import { clientAddress } from '~/lib/client-address.server';

const written = (list: string) => new Headers({ 'x-forwarded-for': list });
const CONNECTION = '192.0.2.1';

it.each([
  ['no proxy of ours: whatever is written is made up', '203.0.113.7', 0, CONNECTION],
  ['one proxy: the last entry', '198.51.100.1, 203.0.113.7', 1, '203.0.113.7'],
  ['two proxies: the one before the last', '198.51.100.1, 203.0.113.7,10.0.0.2', 2, '203.0.113.7'],
  ['fewer entries than proxies: someone came past them', '203.0.113.7', 2, CONNECTION],
  ['nothing written', '', 1, CONNECTION],
])('%s', (_case, list, proxies, address) => {
  expect(clientAddress(written(list), CONNECTION, proxies)).toBe(address);
});
