/** gzip in Accept-Encoding, unless its weight is 0: that is how a client says that it does not take it. */
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

export function acceptsGzip(headers: Headers): boolean {
  return GZIP.test(headers.get('accept-encoding') ?? '');
}
