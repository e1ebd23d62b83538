import { isIPv4, isIPv6 } from 'node:net';
import { getSettings } from '../settings.server';
import type { Log } from '~/platform/log';
import type { Settings } from '~/platform/settings.server';
import type { FetchHandler } from './log-requests.server';
import { changeHeaders } from './with-headers';

/**
 * The client's address: the entry of X-Forwarded-For that our outermost proxy wrote, otherwise the
 * connection's. Earlier entries can be forged.
 */
export function clientAddress(
  headers: Headers,
  connection: string | undefined,
  trustedProxies = getSettings().trustedProxies,
): string | undefined {
  const direct = readAddress(connection ?? '');
  if (trustedProxies === 0) return direct;
  const entries = (headers.get('x-forwarded-for') ?? '').split(',');
  return readAddress(entries.at(-trustedProxies) ?? '') ?? direct;
}

/** Normalizes an address: no port, IPv4 mapped to IPv6 as IPv4. Undefined if it is not an address. */
function readAddress(text: string): string | undefined {
  const written = text.trim();
  const withoutPort =
    /^\[([^\]]+)\](?::\d+)?$/.exec(written)?.[1] ??
    /^([\d.]+):\d+$/.exec(written)?.[1] ??
    // The zone names an interface of this machine, not the client.
    written.replace(/%.*$/, '');
  if (isIPv4(withoutPort)) return withoutPort;
  if (!isIPv6(withoutPort)) return undefined;
  const groups = readGroups(withoutPort);
  return toMappedIPv4(groups) ?? groups.map((group) => group.toString(16)).join(':');
}

/**
 * The client as rate limits count it. IPv6 addresses are cut to `prefixBits`, since a customer has at least
 * a /64.
 */
export function toNetwork(address: string, prefixBits: number): string {
  if (!isIPv6(address)) return address;
  const groups = readGroups(address).map((group, index) => {
    const keptBits = Math.min(Math.max(prefixBits - index * GROUP_BITS, 0), GROUP_BITS);
    return group & (GROUP_MAX << (GROUP_BITS - keptBits)) & GROUP_MAX;
  });
  return `${groups.map((group) => group.toString(16)).join(':')}/${prefixBits}`;
}

const GROUPS = 8;
const GROUP_BITS = 16;
const GROUP_MAX = 0xffff;

/** The eight numbers of an IPv6 address. URL normalizes everything but "::". */
function readGroups(address: string): number[] {
  const [left = '', right = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const head = readHexGroups(left);
  const tail = readHexGroups(right);
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => 0);
  return [...head, ...zeros, ...tail];
}

function readHexGroups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => parseInt(group, 16));
}

/** The IPv4 address in `::ffff:1.2.3.4`. */
function toMappedIPv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(-2);
  const mapped = groups.at(5) === GROUP_MAX && groups.slice(0, 5).every((group) => group === 0);
  if (!mapped) return undefined;
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** One year, without subdomains, which may belong to others. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** Adds HSTS for clients that use HTTPS, and warns if TRUSTED_PROXIES is missing behind a proxy. */
export function withProxy(
  handle: FetchHandler,
  { publicUrl, trustedProxies }: Pick<Settings, 'publicUrl' | 'trustedProxies'>,
  log: Log,
): FetchHandler {
  // Not parsed by `new URL`: without PUBLIC_URL the address contains HOST, which may be invalid. Listening
  // then reports that.
  const isHttps = /^https:/i.test(publicUrl);
  let isWarned = trustedProxies > 0;
  return async (request) => {
    if (!isWarned && request.headers.has('x-forwarded-for')) {
      isWarned = true;
      log.warn(
        {},
        'A request came through a proxy (X-Forwarded-For), but TRUSTED_PROXIES is 0: all clients count as one address, ' +
          'and failed sign-ins of one lock out the others',
      );
    }
    const response = await handle(request);
    if (!isHttps) return response;
    return changeHeaders(response, (headers) => {
      headers.set('strict-transport-security', STRICT_TRANSPORT);
    });
  };
}
