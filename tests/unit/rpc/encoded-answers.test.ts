import type { IncomingMessage, RequestListener } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { UnreadableAnswerError } from '~/fields/reading';
import { streamToBrowser } from '~/rpc/perform.server';
import { readAnswer } from '~/rpc/wire';
import { AppError } from '~/rpc/errors/app-error';
import { fetchExternal } from '~/rpc/transport.server';
import { must } from '../../support/must';
import { served } from '../../support/opened';
import { upstreamTo } from '../../support/upstream-to';

// Real servers: an API answers a list, the panel passes the answer on, and the browser reads it.

const TEXT = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: 'Seeblick' })));
const NETWORK_ERROR = new AppError({ status: 0 }).message;
const UNREADABLE = new UnreadableAnswerError().message;
const GZIP = { 'accept-encoding': 'gzip' };

async function open(answer: RequestListener) {
  const received: IncomingMessage[] = [];
  const url = await served((request, response) => {
    received.push(request);
    answer(request, response);
  });
  const upstream = upstreamTo(fetchExternal, { baseUrl: `${url}/api` });
  const read = (headers: Record<string, string> = {}) =>
    upstream.call({ method: 'GET', path: '/admin/condos', headers });
  return { received, read };
}

/** An answer with this body and Content-Encoding. */
const encoded =
  (encoding: string, body: Uint8Array | string, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-encoding': encoding, etag: '"v1"' }).end(body);

/** Reads the answer as the browser does. Returns a list's rows, or the error. */
async function inBrowser(response: Response): Promise<unknown> {
  const passed = streamToBrowser(response);
  const front = await served((_request, sent) => {
    sent.writeHead(passed.status, Object.fromEntries(passed.headers));
    if (passed.body) pipeline(passed.body, sent).catch(() => undefined);
  });
  // Without a response at all: rpc/fetch.ts.
  const received = await fetch(front).catch(() => null);
  if (!received) return NETWORK_ERROR;
  return readAnswer(received, (answer) => answer).catch((error: Error) => error.message);
}

describe('a list for a browser that takes gzip', () => {
  it('stays as the API has compressed it', async () => {
    const body = gzipSync(TEXT);
    const { read, received } = await open(encoded('gzip', body));
    const response = await read(GZIP);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('etag')).toBe('"v1"');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(body);
    expect(must(received[0], 'call').headers).toMatchObject({
      ...GZIP,
      accept: 'application/json',
      authorization: 'Bearer t',
      'user-agent': 'node',
    });
  });

  it('is read there, and says what it depends on', async () => {
    const { read } = await open(encoded('gzip', gzipSync(TEXT)));
    const passed = streamToBrowser(await read(GZIP));
    expect(passed.headers.get('vary')).toBe('accept-encoding');
    expect(await inBrowser(await read(GZIP))).toEqual(JSON.parse(TEXT));
  });

  it.each([
    ['br', brotliCompressSync(TEXT)],
    ['zstd', zstdCompressSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
    ['identity', TEXT],
    ['utf-8', TEXT],
  ])('is decoded where the API sends %s all the same', async (encoding, body) => {
    const { read } = await open(encoded(encoding, body));
    const passed = streamToBrowser(await read(GZIP));
    expect(passed.headers.get('content-encoding') ?? 'identity').toBe('identity');
    expect(await passed.json()).toEqual(JSON.parse(TEXT));
  });

  it('may be elsewhere', async () => {
    const { read, received } = await open((request, response) => {
      if (request.url === '/elsewhere') encoded('gzip', gzipSync(TEXT))(request, response);
      else response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await inBrowser(await read(GZIP))).toEqual(JSON.parse(TEXT));
    expect(must(received.at(-1), 'call').headers.authorization).toBe('Bearer t');
  });

  it('that has not changed is not sent, and its connection serves again', async () => {
    const ports = new Set<number | undefined>();
    const { read } = await open((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(304, { etag: 'W/"v1"' }).end();
    });
    for (let call = 0; call < 5; call += 1) {
      const response = await read({ ...GZIP, 'if-none-match': 'W/"v1"' });
      expect(streamToBrowser(response).status).toBe(304);
    }
    expect(ports.size).toBeLessThan(5);
  });

  it('is forbidden where a proxy before the API asks for a sign-in', async () => {
    const { read } = await open((_request, response) =>
      response.writeHead(407).end('{"detail": "Sign in to the proxy"}'),
    );
    await expect(read(GZIP)).rejects.toMatchObject({
      status: 403,
      message: 'Sign in to the proxy',
    });
  });

  it.each([
    ['gzip', gzipSync('{"detail": "Unknown canton"}')],
    ['br', brotliCompressSync('{"detail": "Unknown canton"}')],
  ])('has the error that the API says by %s', async (encoding, body) => {
    const { read } = await open(encoded(encoding, body, 422));
    await expect(read(GZIP)).rejects.toMatchObject({
      name: 'AppError',
      status: 422,
      detail: 'Unknown canton',
    });
  });
});

it('a list for a browser that takes no gzip is decoded, and nothing says that it was encoded', async () => {
  const { read } = await open(encoded('gzip', gzipSync(TEXT)));
  const passed = streamToBrowser(await read());
  expect(passed.headers.has('content-encoding')).toBe(false);
  expect(await passed.text()).toBe(TEXT);
});

const half = gzipSync(TEXT).subarray(0, 400);
it.each<[what: string, error: string, answer: RequestListener]>([
  ['is said to be gzip and is not', NETWORK_ERROR, encoded('gzip', TEXT)],
  ['has a wrong byte', NETWORK_ERROR, encoded('gzip', spoiled(gzipSync(TEXT)))],
  ['ends too early inside its gzip', UNREADABLE, encoded('gzip', half)],
  [
    'breaks off',
    NETWORK_ERROR,
    (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '1000' });
      response.write(half);
      setTimeout(() => response.destroy(), 50);
    },
  ],
  ['is no JSON', UNREADABLE, encoded('gzip', gzipSync('<html>'))],
])('an answer that %s is the same error, decoded before or not', async (_what, error, answer) => {
  const { read } = await open(answer);
  expect(await inBrowser(await read())).toBe(error);
  expect(await inBrowser(await read(GZIP))).toBe(error);
});

function spoiled(body: Buffer): Buffer {
  body.fill(0xff, 40, 60);
  return body;
}
