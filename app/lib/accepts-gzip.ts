/** Whether whoever sent these headers takes an answer that is compressed by gzip. */
export function acceptsGzip(headers: Headers): boolean {
  return /\bgzip\b/.test(headers.get('accept-encoding') ?? '');
}
