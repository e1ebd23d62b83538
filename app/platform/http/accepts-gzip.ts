/** gzip in Accept-Encoding with a weight other than 0, which means that the client does not accept it. */
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

export function acceptsGzip(headers: Headers): boolean {
  return GZIP.test(headers.get('accept-encoding') ?? '');
}
