import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '~/lib/app-error';
import { createUpstream, type Upstream } from '~/upstream/upstream.server';
import { streamOf } from '../../support/form-stream';

// Real servers that hang, at every point of an answer, behind the real fetch.

/** Long enough for a connection on a busy machine. */
const SHORT_MS = 300;
const LONG_MS = 60_000;

const closings: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

// The first fetch of a process takes its time.
beforeAll(async () => {
  const { baseUrl } = await serve((_request, response) => response.end());
  await fetch(baseUrl);
});

interface Stub {
  baseUrl: string;
  /** Settles when a caller aborts before the response. */
  abandoned: Promise<string>;
}

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Stub> {
  const { promise: abandoned, resolve } = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) resolve(`${request.method} ${request.url}`);
    });
    answer(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closings.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stub has no port');
  return { baseUrl: `http://127.0.0.1:${address.port}/api`, abandoned };
}

function open(
  { baseUrl }: Stub,
  limits: { ordinaryMs: number; uploadMs: number },
  signal?: AbortSignal,
): Upstream {
  return createUpstream({
    transport: fetch,
    baseUrl,
    token: 't',
    limits,
    ...(signal && { signal }),
  });
}

const READ = { method: 'GET', path: '/admin/condos' } as const;
const UPLOAD = () => {
  const data = new FormData();
  data.set('image', new File(['x'.repeat(100_000)], 'a.png'));
  return { method: 'PUT', path: '/admin/condos/1', form: streamOf(data) } as const;
};
const hang = () => serve(() => undefined);
const halfway = () =>
  serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('[{"id": 1');
  });

/** The promise, or an error that names what did not happen: a test's own time-out would not say. */
async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} for 10 seconds`)), 10_000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const abandoned = (stub: Stub) => within(stub.abandoned, 'The connection was kept');

async function failure(call: Promise<unknown>): Promise<AppError> {
  const error: unknown = await within(call, 'The call went on').then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`no AppError: ${String(error)}`);
  return error;
}

describe('an API that hangs', () => {
  it('a read ends after its limit, as a network error, and the connection is closed', async () => {
    const stub = await hang();
    const upstream = open(stub, { ordinaryMs: SHORT_MS, uploadMs: LONG_MS });
    expect(await failure(upstream.call(READ))).toMatchObject({
      status: 504,
      message: 'Network error',
      detail: null,
    });
    expect(await abandoned(stub)).toBe('GET /api/admin/condos');
  });

  it('an upload has a limit of its own', async () => {
    const stub = await hang();
    const upload = open(stub, { ordinaryMs: LONG_MS, uploadMs: SHORT_MS });
    expect(await failure(upload.call(UPLOAD()))).toMatchObject({ status: 504 });
    expect(await abandoned(stub)).toBe('PUT /api/admin/condos/1');
  });

  it('an upload outlives the limit of a read', async () => {
    const stub = await serve((request, response) => {
      request.resume();
      setTimeout(() => response.end('{}'), SHORT_MS * 2);
    });
    const upstream = open(stub, { ordinaryMs: SHORT_MS, uploadMs: LONG_MS });
    expect(await (await upstream.call(UPLOAD())).text()).toBe('{}');
  });

  it('the limit holds in the middle of an answer', async () => {
    const stub = await halfway();
    const upstream = open(stub, { ordinaryMs: SHORT_MS, uploadMs: LONG_MS });
    const response = await upstream.call(READ);
    await expect(response.text()).rejects.toThrow('ended');
    expect(await abandoned(stub)).toBe('GET /api/admin/condos');
  });

  it('the limit holds for a transport that pays no heed to the signal', async () => {
    const upstream = createUpstream({
      transport: () => new Promise(() => {}),
      baseUrl: 'http://embedded/api',
      token: 't',
      limits: { ordinaryMs: SHORT_MS, uploadMs: SHORT_MS },
    });
    expect(await failure(upstream.call(READ))).toMatchObject({ status: 504 });
  });

  it.each([
    ['a read', READ, 30_000],
    ['a form with files', UPLOAD(), 5 * 60_000],
  ])('%s is aborted after its limit and not before', async (_what, call, limitMs) => {
    vi.useFakeTimers();
    try {
      const upstream = createUpstream({
        transport: () => new Promise(() => {}),
        baseUrl: 'http://embedded/api',
        token: 't',
      });
      const ended = vi.fn<(error: unknown) => void>();
      void upstream.call(call).catch(ended);
      await vi.advanceTimersByTimeAsync(limitMs - 1);
      expect(ended).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(ended.mock.calls).toMatchObject([[{ status: 504 }]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('an answer in time is whole, however late it is read', async () => {
    const text = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id })));
    const stub = await serve((_request, response) => response.end(text));
    const upstream = open(stub, { ordinaryMs: LONG_MS, uploadMs: LONG_MS });
    expect(await (await upstream.call(READ)).text()).toBe(text);
  });
});

describe('a browser that closes its connection', () => {
  it('aborts the call that it was waiting for', async () => {
    const stub = await hang();
    const browser = new AbortController();
    const upstream = open(stub, { ordinaryMs: LONG_MS, uploadMs: LONG_MS }, browser.signal);
    const call = failure(upstream.call(READ));
    setTimeout(() => browser.abort(), SHORT_MS);
    expect(await call).toMatchObject({ status: 499 });
    expect(await abandoned(stub)).toBe('GET /api/admin/condos');
  });

  it('aborts a response that it was reading', async () => {
    const stub = await halfway();
    const browser = new AbortController();
    const upstream = open(stub, { ordinaryMs: LONG_MS, uploadMs: LONG_MS }, browser.signal);
    const response = await upstream.call(READ);
    browser.abort();
    await expect(response.text()).rejects.toThrow('ended');
    expect(await abandoned(stub)).toBe('GET /api/admin/condos');
  });

  it('starts no call once it has left', async () => {
    const stub = await hang();
    const upstream = open(stub, { ordinaryMs: LONG_MS, uploadMs: LONG_MS }, AbortSignal.abort());
    expect(await failure(upstream.call(READ))).toMatchObject({ status: 499 });
  });
});
