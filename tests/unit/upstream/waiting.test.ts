import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '~/lib/app-error';
import { fetchExternal } from '~/upstream/external-fetch.server';
import { createUpstream, type Upstream } from '~/upstream/upstream.server';
import { streamOf } from '../../support/form-stream';
import { listening } from '../../support/listening';

// docs/behaviour.md, "Waiting": real servers that hang, at every point of an answer, behind the real fetch.

/** Long enough for a connection on a busy machine. */
const SHORT_MS = 300;
const HOUR_MS = 3_600_000;

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
  /** Settles when a call has arrived. */
  reached: Promise<ServerResponse>;
  /** Settles when a caller aborts before the response. */
  abandoned: Promise<string>;
}

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Stub> {
  const abandoned = Promise.withResolvers<string>();
  const reached = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned.resolve(`${request.method} ${request.url}`);
    });
    answer(request, response);
    request.on('end', () => reached.resolve(response));
    request.resume();
  });
  const { url, close } = await listening(server);
  closings.push(close);
  return {
    baseUrl: `${url}/api`,
    reached: reached.promise,
    abandoned: abandoned.promise,
  };
}

function open(
  { baseUrl }: Stub,
  options: { limitMs?: number; browser?: AbortSignal } = {},
): Upstream {
  return createUpstream({ transport: fetchExternal, baseUrl, token: 't', ...options });
}

const READ = { method: 'GET', path: '/admin/condos' } as const;
const LIST = { ...READ, headers: { 'accept-encoding': 'gzip' } } as const;
const CHANGE = { method: 'POST', path: '/admin/invite-user', json: { email: 'a@b.ch' } } as const;
const CHECK = { method: 'POST', path: '/admin/bulk-validate', json: {}, isRead: true } as const;
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

function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

async function failure(call: Promise<unknown>): Promise<AppError> {
  const error = await failureOf(within(call, 'The call went on'));
  if (!(error instanceof AppError)) throw new Error(`no AppError: ${String(error)}`);
  return error;
}

// First in this file: undici keeps the clock that it has started with.
describe('an API that takes its time', () => {
  beforeAll(() => void vi.useFakeTimers());
  afterAll(() => void vi.useRealTimers());

  it.each([
    ['a read', READ],
    ['a list', LIST],
    ['a change', CHANGE],
    ['a form with files', UPLOAD()],
  ])('%s is answered after an hour', async (_what, call) => {
    const stub = await hang();
    const answer = open(stub).call(call);
    const response = await stub.reached;
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    response.end('{}');
    expect(await (await answer).text()).toBe('{}');
  });

  it.each([READ, LIST])('may pause for an hour in the middle of its answer', async (call) => {
    const stub = await halfway();
    const answer = await open(stub).call(call);
    const response = await stub.reached;
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    response.end('}]');
    expect(await answer.text()).toBe('[{"id": 1}]');
  });
});

describe('with API_TIMEOUT_SECONDS', () => {
  it.each([
    ['a read', READ, 'GET /api/admin/condos'],
    ['a list', LIST, 'GET /api/admin/condos'],
    ['a change', CHANGE, 'POST /api/admin/invite-user'],
    ['a form with files', UPLOAD(), 'PUT /api/admin/condos/1'],
  ])('%s ends as a network error, and the connection is closed', async (_what, call, line) => {
    const stub = await hang();
    expect(await failure(open(stub, { limitMs: SHORT_MS }).call(call))).toMatchObject({
      status: 504,
      message: 'Network error',
      detail: null,
    });
    expect(await abandoned(stub)).toBe(line);
  });

  it.each([READ, LIST])('the limit holds in the middle of an answer', async (call) => {
    const stub = await halfway();
    const response = await open(stub, { limitMs: SHORT_MS }).call(call);
    await expect(response.text()).rejects.toThrow('timeout');
    expect(await abandoned(stub)).toBe('GET /api/admin/condos');
  });

  it('an answer in time is whole, however late it is read', async () => {
    const text = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id })));
    const stub = await serve((_request, response) => response.end(text));
    expect(await (await open(stub, { limitMs: HOUR_MS }).call(READ)).text()).toBe(text);
  });
});

describe('a browser that closes its connection', () => {
  it.each([
    ['a read', READ, 'GET /api/admin/condos'],
    ['a list', LIST, 'GET /api/admin/condos'],
    ['the check of an import file', CHECK, 'POST /api/admin/bulk-validate'],
  ])('aborts %s', async (_what, call, line) => {
    const stub = await hang();
    const browser = new AbortController();
    const answer = failure(open(stub, { browser: browser.signal }).call(call));
    await stub.reached;
    browser.abort();
    expect(await answer).toMatchObject({ status: 499 });
    expect(await abandoned(stub)).toBe(line);
  });

  it.each([READ, LIST])(
    'aborts an answer midway, also after a garbage collection',
    async (call) => {
      const stub = await halfway();
      const browser = new AbortController();
      const response = await open(stub, { browser: browser.signal }).call(call);
      const text = failureOf(response.text());
      for (let round = 0; round < 10; round += 1) {
        collectGarbage();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      browser.abort();
      expect(String(await within(text, 'The response went on'))).toContain('aborted');
      expect(await abandoned(stub)).toBe('GET /api/admin/condos');
    },
  );

  it.each([
    ['a change', CHANGE],
    ['a form with files', UPLOAD()],
  ])('does not abort %s', async (_what, call) => {
    const stub = await hang();
    const browser = new AbortController();
    const answer = open(stub, { browser: browser.signal }).call(call);
    const response = await stub.reached;
    browser.abort();
    setTimeout(() => response.end('{}'), SHORT_MS);
    expect(await (await answer).text()).toBe('{}');
  });

  it('starts no read once it has left, but every change', async () => {
    const stub = await serve((_request, response) => response.end('{}'));
    const upstream = open(stub, { browser: AbortSignal.abort() });
    expect(await failure(upstream.call(READ))).toMatchObject({ status: 499 });
    expect(await (await upstream.call(CHANGE)).text()).toBe('{}');
  });

  it('is the reason when its upload breaks off', async () => {
    const stub = await hang();
    const browser = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        browser.abort();
        controller.error(new Error('The connection was reset'));
      },
    });
    const form = { body, contentType: 'multipart/form-data; boundary=b', length: null };
    const upstream = open(stub, { browser: browser.signal });
    expect(await failure(upstream.call({ ...UPLOAD(), form }))).toMatchObject({ status: 499 });
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}
