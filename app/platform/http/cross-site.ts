/** Values of Sec-Fetch-Site for a page of this site, and for a typed address. */
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * True if another site's page sent the request, by Sec-Fetch-Site, or by Origin in older browsers. Scripts
 * send neither.
 */
export function isCrossSite(headers: Headers, hosts: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return !OWN_SITES.has(site);
  const origin = headers.get('origin');
  // The scheme is ignored, as it differs behind a proxy that ends TLS. "null" has no host.
  return origin !== null && !hosts.includes(URL.parse(origin)?.host ?? '');
}
