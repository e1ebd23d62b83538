/** A request whose body comes in pieces and without a length. */
export function streamed(body: ReadableStream<Uint8Array> | null, more: RequestInit = {}) {
  const headers = new Headers(more.headers);
  headers.set('transfer-encoding', 'chunked');
  return { method: 'POST', body, duplex: 'half', ...more, headers } as const;
}
