import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';

/** Answers a request that came over HTTP by `invoke`, a function from Request and address to Response. */
export async function answerBy(invoke, incoming, outgoing) {
  const response = await invoke(
    await toRequest(incoming),
    incoming.socket.remoteAddress ?? '127.0.0.1',
  );
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  // As it comes: a platform streams what the function streams.
  if (response.body) for await (const chunk of response.body) outgoing.write(chunk);
  outgoing.end();
}

async function toRequest(incoming) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const body = await buffer(Readable.from(incoming));
  const { method = 'GET', url } = incoming;
  return new Request(`http://${headers.get('host')}${url}`, {
    method,
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}
