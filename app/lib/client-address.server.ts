import { getSettings } from './settings.server';

/**
 * The network address of who sent a request: that of the connection, or what our own proxies wrote down. Each of them
 * adds to X-Forwarded-For where a request came from, so only as many entries from the right as there are proxies of ours
 * are true; what stands left of them the sender made up.
 */
export function clientAddress(
  headers: Headers,
  connection: string | undefined,
  trustedProxies = getSettings().trustedProxies,
): string | undefined {
  if (trustedProxies === 0) return connection;
  const written = (headers.get('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim());
  return written.at(-trustedProxies) || connection;
}
