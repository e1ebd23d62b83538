/** The values of browsers for a page of this site, and for an address that was typed. */
const OWN_SITES = new Set(['same-origin', 'none']);

/** True if another site's page sent it, by Sec-Fetch-Site, in older browsers Origin. Scripts send neither. */
export function isCrossSite(headers: Headers, hosts: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return !OWN_SITES.has(site);
  const origin = headers.get('origin');
  // Without the scheme: behind a proxy that ends TLS the request's is another one. "null" has no host.
  return origin !== null && !hosts.includes(URL.parse(origin)?.host ?? '');
}
