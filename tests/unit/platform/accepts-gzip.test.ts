import { expect, it } from 'vitest';
import { acceptsGzip } from '~/platform/http/with-headers';

// RFC 9110, 12.5.3: a weight of 0 means "not acceptable".

it.each([
  'gzip',
  'gzip, deflate, br',
  'br;q=1.0, gzip;q=0.8',
  'GZIP',
  'gzip;q=0.001',
  'x, gzip ; q=1',
])('%s takes gzip', (value) => {
  expect(acceptsGzip(new Headers({ 'accept-encoding': value }))).toBe(true);
});

it.each(['', 'identity', 'br', 'gzip;q=0', 'gzip;q=0, br', 'br, gzip; q=0.0', 'gzip ; Q=0.000'])(
  '"%s" does not',
  (value) => {
    expect(acceptsGzip(new Headers({ 'accept-encoding': value }))).toBe(false);
  },
);
