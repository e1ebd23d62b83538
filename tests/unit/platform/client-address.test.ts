import { expect, it } from 'vitest';
import { clientAddress, toNetwork } from '~/platform/http/proxy.server';

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

it.each([
  ['an IPv4 address with a port', '203.0.113.7:51234', '203.0.113.7'],
  ['an IPv6 address with a port', '[2001:db8::7]:443', '2001:db8:0:0:0:0:0:7'],
  ['brackets without a port', '[2001:db8::7]', '2001:db8:0:0:0:0:0:7'],
  ['another spelling', '2001:0DB8:0::0007', '2001:db8:0:0:0:0:0:7'],
  ['IPv4 seen through an IPv6 socket', '::ffff:203.0.113.7', '203.0.113.7'],
  ['the same in hexadecimal', '::FFFF:cb00:7107', '203.0.113.7'],
  ['the same with a port', '[::ffff:203.0.113.7]:80', '203.0.113.7'],
  ['a zone', 'fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
])('%s has one spelling', (_case, entry, address) => {
  expect(clientAddress(written(entry), CONNECTION, 1)).toBe(address);
  expect(clientAddress(new Headers(), entry, 0)).toBe(address);
});

it.each(['unknown', '_hidden', '203.0.113.777', '2001:db8', '1.2.3.4:x', ''])(
  'a text that is no address is ignored: %j',
  (entry) => {
    expect(clientAddress(written(entry), CONNECTION, 1)).toBe(CONNECTION);
    expect(clientAddress(new Headers(), entry, 0)).toBeUndefined();
  },
);

it.each([
  ['203.0.113.7', 64, '203.0.113.7'],
  ['2001:db8:1:2aff::1', 64, '2001:db8:1:2aff:0:0:0:0/64'],
  ['2001:db8:1:2aff:ffff:ffff:ffff:ffff', 64, '2001:db8:1:2aff:0:0:0:0/64'],
  ['2001:db8:1:2aff::1', 56, '2001:db8:1:2a00:0:0:0:0/56'],
  ['::1', 64, '0:0:0:0:0:0:0:0/64'],
  ['', 64, ''],
])('the network of %s, the first %i bits of it', (address, bits, network) => {
  expect(toNetwork(address, bits)).toBe(network);
});
